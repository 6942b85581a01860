// Other versions: their files, their storage, their hosts.

const filesOf = (other) => ({
  fetch: () => answerTo(`${other}/secret.txt`),
  opaque: async () => (await fetch(`${other}/secret.txt`, { credentials: 'include', mode: 'no-cors' })).type,
  script: async () => {
    await load('script', { src: `${other}/secret.js` })
    return globalThis.secret
  },
  module: async () => (await import(`${other}/secret.js`)).secret,
  style: async () => (await load('link', { rel: 'stylesheet', href: `${other}/secret.css` })) && 'loaded',
  image: async () => (await load('img', { src: `${other}/secret.svg` })) && 'loaded',
  frame: () => readFrame(`${other}/index.html`),
  object: () =>
    load('object', { data: `${other}/secret.svg` }).then(
      (element) => element.contentDocument.documentElement.outerHTML,
    ),
  worker: () => messageFrom(new Worker(`${other}/secret.js`)),
  nowhere: () =>
    fromNowhere(`fetch('${other}/secret.txt', { credentials: 'include' })
      .then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => parent.postMessage('', '*'))`),
})

Object.assign(attacks, {
  readSibling: () => tries(filesOf(facts.sibling)),
  readStranger: () => tries(filesOf(facts.stranger)),

  readByOwnHost: () =>
    tries({
      files: () =>
        answerTo(`/api/v1/StorybookFiles/${facts.siblingStorybook}/${facts.siblingVersion}/secret.txt`),
      latest: () => answerTo(`/api/v1/StorybookFiles/${facts.siblingStorybook}/latest/secret.txt`),
      portal: () =>
        answerTo(
          `${facts.portal}/api/v1/StorybookFiles/${facts.siblingStorybook}/${facts.siblingVersion}/secret.txt`,
        ),
      dots: () => answerTo(`/..%2f..%2f${facts.siblingVersion}/secret.txt`),
      slashes: () => answerTo(`//${new URL(facts.sibling).host}/secret.txt`, { mode: 'cors' }),
    }),

  openNeighbourAndRead: () =>
    tries({
      window: async () => {
        const popup = open(`${facts.sibling}/index.html`)
        await pause(1200)
        popup.postMessage('taken', '*')
        return popup.document.documentElement.outerHTML
      },
      frames: () => {
        const windows = [top, ...Array.from({ length: top.length }, (_, index) => top[index])]
        return windows
          .filter((other) => other !== self && other.parent !== self)
          .map((other) => other.document.body.innerHTML)
          .join()
      },
    }),

  reachNeighbourByChannels: () =>
    tries({
      broadcast: () =>
        Promise.race(
          ['storybook-channel', 'plinth', 'msal', 'neighbour'].map((name) => {
            const channel = new BroadcastChannel(name)
            // oxlint-disable-next-line unicorn/require-post-message-target-origin
            channel.postMessage('taken')
            return messageFrom(channel)
          }),
        ),
      shared: () => {
        const { port } = new SharedWorker(`${facts.sibling}/shared-worker.js`)
        port.start()
        return messageFrom(port)
      },
      locks: async () =>
        (await navigator.locks.query()).held.find(({ name }) => name.startsWith('neighbour'))?.name,
      storage: () => localStorage.getItem('neighbour') ?? sessionStorage.getItem('neighbour'),
      databases: async () =>
        (await indexedDB.databases()).find(({ name }) => name.startsWith('neighbour'))?.name,
      caches: async () => (await caches.keys()).find((name) => name.startsWith('neighbour')),
    }),

  registerForeignWorker: () =>
    tries({
      scopeOfOther: () => navigator.serviceWorker.register('/sw.js', { scope: `${facts.sibling}/` }),
      scopeOfPortal: () => navigator.serviceWorker.register('/sw.js', { scope: `${facts.portal}/` }),
      scriptOfOther: () => navigator.serviceWorker.register(`${facts.sibling}/sw.js`),
      scriptOfPortal: () => navigator.serviceWorker.register(`${facts.portal}/color-scheme.js`),
      others: async () =>
        (await navigator.serviceWorker.getRegistrations()).find(
          ({ scope }) => !scope.startsWith(location.origin),
        ),
    }),

  interceptByOwnWorker: async () => {
    await navigator.serviceWorker.register('/sw.js')
    for (let count = 0; count < 40 && !navigator.serviceWorker.controller; count += 1) await pause(50)
    return tries({
      other: async () =>
        (await fetch(`${facts.sibling}/made-up`)).text().then((text) => text !== 'intercepted' && text),
    })
  },

  poisonCaches: () =>
    tries({
      cache: async () => {
        const cache = await caches.open('planted-by-itself')
        await cache.put(`${facts.sibling}/index.html`, new Response('<h1>Taken</h1>'))
        await cache.put(`${facts.portal}/`, new Response('<h1>Taken</h1>'))
        await caches.delete('planted-by-itself')
      },
      reload: () =>
        fetch(`${facts.sibling}/index.html`, { cache: 'force-cache', credentials: 'include' }).then((r) =>
          r.text(),
        ),
    }),

  exchangeTickets: () =>
    tries({
      guess: () =>
        answerTo(`${facts.sibling}/.plinth/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"ticket":"guessed"}',
        }),
      simple: () =>
        answerTo(`${facts.sibling}/.plinth/session`, { method: 'POST', body: '{"ticket":"guessed"}' }),
      own: () => answerTo('/.plinth/session', { method: 'POST', body: '{"ticket":"guessed"}' }),
      ask: () =>
        answerTo(
          `${facts.portal}/api/v1/account/${facts.account}/Storybooks/${facts.siblingStorybook}/latest/cookie`,
          { method: 'POST' },
        ),
      leave: async () => {
        const response = await fetch('/.plinth/open?to=/.//evil.example/')
        return !response.url.startsWith(`${location.origin}/`) && response.url
      },
    }),

  useOwnTicketElsewhere: () =>
    tries({
      caught: async () => {
        const seen = await (await fetch('/seen-by-the-worker')).json()
        const tickets = seen.map((url) => new URL(url).searchParams.get('ticket')).filter(Boolean)
        for (const ticket of tickets) {
          await load('iframe', {
            src: `${facts.sibling}/.plinth/open?${new URLSearchParams({ ticket, to: '/secret.txt' })}`,
          })
        }
        return answerTo(`${facts.sibling}/secret.txt`)
      },
    }),

  composeNeighbours: () =>
    tries({
      index: async () => {
        const text = await answerTo(`${facts.compose}/${facts.siblingStorybook}/index.json`)
        return text?.includes('loginUrl') ? undefined : text
      },
      metadata: () => answerTo(`${facts.compose}/${facts.siblingStorybook}/metadata.json`),
      login: async () =>
        JSON.parse((await answerTo(`${facts.compose}/${facts.siblingStorybook}/index.json`)) ?? '{}')
          .loginUrl,
      frame: () => readFrame(`${facts.compose}/${facts.siblingStorybook}/iframe.html?id=button--primary`),
      nowhere: () =>
        fromNowhere(`fetch('${facts.compose}/${facts.siblingStorybook}/index.json', { credentials: 'include' })
          .then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => parent.postMessage('', '*'))`),
    }),

  readComposed: () =>
    tries({
      index: () => answerTo(`${facts.composedSibling}/index.json`),
      secret: () => answerTo(`${facts.composedSibling}/secret.txt`),
      script: async () => {
        await load('script', { src: `${facts.composedSibling}/secret.js` })
        return globalThis.secret
      },
      frame: () => readFrame(`${facts.composedSibling}/iframe.html`),
    }),

  guessHosts: () =>
    tries(
      Object.fromEntries(
        [
          'admin',
          'api',
          'www',
          'idp',
          'c'.padEnd(49, 'a'),
          facts.siblingVersion.toUpperCase(),
          `${facts.siblingVersion}.`,
          `x.${facts.siblingVersion}`,
        ].map((label) => [label, () => answerTo(`${facts.portal.replace('//', `//${label}.`)}/secret.txt`)]),
      ),
    ),

  fillStorage: async () => {
    try {
      for (let count = 0; count < 100; count += 1) localStorage.setItem(`fill${count}`, 'x'.repeat(200_000))
    } catch {}
    try {
      const cache = await caches.open('fill')
      for (let count = 0; count < 10; count += 1)
        await cache.put(`/fill${count}`, new Response(new Uint8Array(2_000_000)))
    } catch {}
    await pause(100)
    localStorage.clear()
    await caches.delete('fill')
  },
})
