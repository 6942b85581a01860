// What a hostile upload tries. Every attack returns the outcome of each of its attempts: `refused: …` if the browser or
// the portal prevented it, `got: …` if it succeeded.

const outcome = async (attempt) => {
  try {
    const value = await attempt()
    return value === undefined || value === null ? 'refused: nothing there' : `got: ${String(value)}`
  } catch (error) {
    return `refused: ${error.name}`
  }
}

const all = async (attempts) => {
  const entries = Object.entries(attempts)
  const outcomes = await Promise.all(entries.map(([, attempt]) => outcome(attempt)))
  return Object.fromEntries(entries.map(([name], index) => [name, outcomes[index]]))
}

/** Adds an element and waits until it has loaded or failed. */
const load = (tag, properties) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.addEventListener('load', () => resolve(element))
    element.addEventListener('error', () => reject(new Error(`${tag} did not load`)))
    document.body.append(element)
  })

/** A frame always "loads"; what counts is whether anything of it can be read. */
const readFrame = async (src) => {
  const frame = await load('iframe', { src })
  return frame.contentWindow.document.documentElement.outerHTML
}

const click = (properties) => {
  const link = Object.assign(document.createElement('a'), properties)
  document.body.append(link)
  link.click()
}

const submit = (properties, fields = {}) => {
  const form = Object.assign(document.createElement('form'), properties)
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  document.body.append(form)
  form.submit()
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

globalThis.attacks = {
  parentDocument: () =>
    all({
      parent: () => parent.document.title,
      top: () => top.document.cookie,
      frameElement: () => frameElement?.ownerDocument.title,
      siblings: () => parent.frames[0].parent.document.title,
      markup: () => parent.document.querySelector('script'),
    }),

  parentStorage: () =>
    all({
      session: () => parent.sessionStorage.length,
      local: () => parent.localStorage.length,
      databases: () => parent.indexedDB.databases(),
      ownSession: () => Object.keys(sessionStorage).find((key) => /msal|token/i.test(key)),
      ownLocal: () => Object.keys(localStorage).find((key) => /msal|token/i.test(key)),
      referrer: () => document.referrer || undefined,
      name: () => globalThis.name || undefined,
    }),

  sharedDomain: () =>
    all({
      domain: () => {
        document.domain = document.domain.split('.').slice(1).join('.')
        return parent.document.title
      },
      keyed: () => (globalThis.originAgentCluster ? undefined : 'one cluster for the whole site'),
    }),

  topLocation: ({ away }) =>
    all({
      assign: () => {
        top.location = away
        return 'navigated'
      },
      replace: () => {
        top.location.replace(away)
        return 'navigated'
      },
      hash: () => {
        top.location.hash = 'taken'
        return 'navigated'
      },
      history: () => top.history.length,
    }),

  topLink: ({ away, target }) => click({ href: away, target }),

  topForm: ({ away, target }) => submit({ action: away, target }),

  topWindow: ({ away, target }) => outcome(() => globalThis.open(away, target)),

  opener: () => all({ opener: () => globalThis.opener, parents: () => parent.opener }),

  popupOfPortal: ({ portal }) =>
    all({
      handle: async () => {
        const popup = globalThis.open(portal)
        await pause(1000)
        return popup && popup.document.title
      },
    }),

  popupOfOwn: () => void globalThis.open('/popup.html'),

  signOut: ({ portal }) => void globalThis.open(`${portal}/idp/session/end`),

  filesOf: ({ other }) =>
    all({
      fetch: async () => (await fetch(`${other}/secret.txt`, { credentials: 'include' })).text(),
      opaque: async () =>
        (await fetch(`${other}/secret.txt`, { credentials: 'include', mode: 'no-cors' })).type,
      script: async () => {
        await load('script', { src: `${other}/secret.js` })
        return globalThis.secret
      },
      module: async () => (await import(`${other}/secret.js`)).secret,
      style: () => load('link', { rel: 'stylesheet', href: `${other}/secret.css` }),
      image: () => load('img', { src: `${other}/secret.svg` }),
      frame: () => readFrame(`${other}/index.html`),
      worker: () => new Worker(`${other}/secret.js`),
    }),

  frames: ({ addresses }) => Promise.all(addresses.map((address) => outcome(() => readFrame(address)))),

  ownCookies: () =>
    all({
      document: () => document.cookie || undefined,
      store: async () => (await cookieStore.getAll()).map(({ name }) => name).join() || undefined,
    }),

  tossCookies: ({ domain, names }) => {
    for (const name of names) {
      for (const scope of [`; domain=${domain}`, '', `; domain=${domain}; secure; samesite=none`]) {
        document.cookie = `${name}=tossed; path=/${scope}`
        document.cookie = `=${name}=tossed; path=/${scope}`
        document.cookie = `${name.toLowerCase()}=tossed; path=/${scope}`
        document.cookie = ` ${name} =tossed; path=/${scope}`
        document.cookie = `${name}=tossed; path=/idp${scope}`
      }
    }
  },

  cookieBomb: ({ domain }) => {
    for (let count = 0; count < 100; count += 1) {
      document.cookie = `bomb${count}=${'x'.repeat(4000)}; domain=${domain}; path=/; max-age=86400`
    }
  },

  api: ({ portal, account }) =>
    all({
      read: async () => (await fetch(`${portal}/api/v1/accounts`, { credentials: 'include' })).text(),
      opaque: async () => {
        const { type, status } = await fetch(`${portal}/api/v1/accounts`, {
          credentials: 'include',
          mode: 'no-cors',
        })
        return type === 'opaque' && status === 0 ? undefined : type
      },
      write: async () =>
        (
          await fetch(`${portal}/api/v1/account/${account}/Storybooks`, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            body: '{"title":"Planted"}',
          })
        ).text(),
      loopback: async () =>
        (
          await fetch(`http://localhost:${new URL(portal).port}/api/v1/accounts`, { credentials: 'include' })
        ).text(),
      ownHost: async () => {
        const response = await fetch('/api/v1/accounts')
        return response.ok ? response.text() : undefined
      },
      config: async () => (await fetch(`${portal}/api/v1/config`)).text(),
    }),

  blindWrites: async ({ portal, account }) => {
    const address = `${portal}/api/v1/account/${account}/Storybooks`
    const post = { method: 'POST', mode: 'no-cors', credentials: 'include' }
    await fetch(address, { ...post, body: '{"title":"Planted"}' })
    await fetch(address, { ...post, body: new URLSearchParams({ title: 'Planted' }) })
    navigator.sendBeacon(address, '{"title":"Planted"}')
    const sink = await load('iframe', { name: 'sink', src: 'about:blank' })
    submit(
      { method: 'post', action: address, target: 'sink', enctype: 'text/plain' },
      { '{"title': '":"Planted"}' },
    )
    await new Promise((resolve) => sink.addEventListener('load', resolve, { once: true }))
  },

  tickets: ({ other, portal, path }) =>
    all({
      exchange: async () =>
        (
          await fetch(`${other}/.plinth/session`, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            body: '{"ticket":"guessed"}',
          })
        ).status,
      own: async () => {
        const response = await fetch('/.plinth/session', { method: 'POST', body: '{"ticket":"guessed"}' })
        return response.ok ? response.status : undefined
      },
      ask: async () =>
        (await fetch(`${portal}/api/v1${path}/cookie`, { method: 'POST', credentials: 'include' })).text(),
      leave: async () => {
        const response = await fetch('/.plinth/open?to=/.//evil.example/', { redirect: 'follow' })
        return response.url.startsWith(`${location.origin}/`) ? undefined : response.url
      },
    }),

  identity: ({ portal, authorize }) =>
    all({
      silent: async () => {
        const frame = await load('iframe', { src: authorize, hidden: true })
        await pause(1500)
        return frame.contentWindow.location.href
      },
      fetch: async () => (await fetch(authorize, { credentials: 'include' })).url,
      followed: async () => {
        const response = await fetch(authorize, { credentials: 'include', mode: 'no-cors' })
        return response.url || undefined
      },
      token: async () =>
        (
          await fetch(`${portal}/idp/token`, {
            method: 'POST',
            body: new URLSearchParams({
              client_id: 'plinth-portal',
              grant_type: 'refresh_token',
              refresh_token: 'guessed',
            }),
          })
        ).text(),
      timing: () =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .find((name) => name.includes('code=')),
    }),

  serviceWorkers: ({ other, portal }) =>
    all({
      scopeOfOther: () => navigator.serviceWorker.register('/sw.js', { scope: `${other}/` }),
      scopeOfPortal: () => navigator.serviceWorker.register('/sw.js', { scope: `${portal}/` }),
      scriptOfOther: () => navigator.serviceWorker.register(`${other}/sw.js`),
      others: async () => {
        const found = await navigator.serviceWorker.getRegistrations()
        return found.find(({ scope }) => !scope.startsWith(location.origin))
      },
    }),

  ownServiceWorker: async () => {
    await navigator.serviceWorker.register('/sw.js')
    while (!navigator.serviceWorker.controller) await pause(50)
    return (await fetch('/anything')).text()
  },

  flood: async ({ messages }) => {
    for (let round = 0; round < 200; round += 1) {
      for (const message of messages) parent.postMessage(message, '*')
    }
    const nested = await load('iframe', { srcdoc: '<p>nested</p>' })
    const code = `parent.parent.postMessage({ type: 'plinth:location', search: '?path=/story/from-nested', title: 'Nested' }, '*')`
    const script = nested.contentDocument.createElement('script')
    script.textContent = code
    nested.contentDocument.body.append(script)
  },

  tell: (message) => parent.postMessage(message, '*'),

  overhear: async () => {
    const received = []
    addEventListener('message', ({ data }) => received.push(JSON.stringify(data)))
    parent.postMessage({ type: 'plinth:location', search: '?path=/story/a--b' }, '*')
    await pause(1000)
    return received
  },

  leaveTo: ({ address }) => void setTimeout(() => location.assign(address)),

  clipboard: () =>
    all({
      text: () => navigator.clipboard.readText(),
      items: () => navigator.clipboard.read(),
    }),

  permissions: () =>
    all({
      location: () =>
        new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia(),
      notifications: async () =>
        (await Notification.requestPermission()) === 'granted' ? 'granted' : undefined,
      usb: () => navigator.usb.requestDevice({ filters: [] }),
      payment: () =>
        new PaymentRequest([{ supportedMethods: 'https://pay.example' }], {
          total: { label: 'All', amount: { currency: 'EUR', value: '1' } },
        }),
    }),

  hang: (milliseconds) =>
    void setTimeout(() => {
      const end = Date.now() + milliseconds
      while (Date.now() < end);
    }),
}
