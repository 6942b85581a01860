import type { FindFile } from '../browser/open-page.ts'

/** Where attacks try to get to. */
interface Targets {
  /** The ports of servers on this machine. */
  tcp: number
  udp: number
}

/**
 * A build that is hostile: its stories are attacks. `calm--story` behaves. As a Storybook it is just enough to be photographed.
 */
export function attackBuild(targets: Targets): FindFile {
  const files: Record<string, { body: string; type: string }> = {
    '/iframe.html': { body: page(targets), type: 'text/html; charset=utf-8' },
    '/sw.js': { body: serviceWorker(targets), type: 'text/javascript' },
    '/other.html': { body: '<!doctype html><title>other</title>', type: 'text/html' },
  }
  return async (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    return file && { body: Buffer.from(file.body), type: file.type }
  }
}

const serviceWorker = ({ tcp }: Targets) => `
  addEventListener('install', () => {
    fetch('http://127.0.0.1:${tcp}/service-worker', { mode: 'no-cors' }).catch(() => {})
    try { new WebSocket('ws://127.0.0.1:${tcp}/service-worker') } catch {}
  })`

/** Written for the browser: it stands for code of anybody. */
const page = ({ tcp, udp }: Targets) => `<!doctype html>
<meta charset="utf-8">
<body style="margin: 0; background: white">
<div id="storybook-root"><button>calm</button></div>
<script>
const T = 'http://127.0.0.1:${tcp}'
const handlers = {}
const channel = {
  on(event, handler) { (handlers[event] ??= []).push(handler) },
  emit(event, payload) { for (const handler of handlers[event] ?? []) handler(payload) },
}
window.__STORYBOOK_ADDONS_CHANNEL__ = channel
window.__STORYBOOK_PREVIEW__ = { extract: async () => ({}) }
const add = (name, values) => { const e = document.createElement(name); Object.assign(e, values); document.body.append(e); return e }
const attempt = (work) => { try { Promise.resolve(work()).catch(() => {}) } catch {} }
const outcome = {}
window.outcome = outcome

const attacks = {
  story() {},
  network() {
    attempt(() => fetch(T + '/fetch', { mode: 'no-cors' }))
    attempt(() => fetch('http://169.254.169.254/latest', { mode: 'no-cors' }))
    attempt(() => fetch('http://[::1]:${tcp}/v6', { mode: 'no-cors' }))
    attempt(() => navigator.sendBeacon(T + '/beacon', 'x'))
    attempt(() => new WebSocket('ws://127.0.0.1:${tcp}/socket'))
    attempt(() => new WebSocket('ws://localhost:${tcp}/socket'))
    attempt(() => new EventSource(T + '/events'))
    attempt(() => new WebTransport('https://127.0.0.1:${udp}/wt'))
    attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('" + T + "/worker', { mode: 'no-cors' }); new WebSocket('ws://127.0.0.1:${tcp}/worker')"]))))
    attempt(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('" + T + "/shared', { mode: 'no-cors' }); new WebSocket('ws://127.0.0.1:${tcp}/shared')"]))))
    attempt(() => navigator.serviceWorker.register('/sw.js'))
    attempt(() => {
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: ['turn:127.0.0.1:${tcp}?transport=tcp'], username: 'a', credential: 'b' },
        { urls: 'stun:127.0.0.1:${udp}' },
      ] })
      peer.createDataChannel('x')
      return peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    })
    add('img', { src: T + '/image' })
    add('script', { src: T + '/script' })
    add('iframe', { src: T + '/frame' })
    add('video', { src: T + '/video', autoplay: true })
    for (const rel of ['preconnect', 'prefetch', 'dns-prefetch', 'icon', 'stylesheet', 'manifest']) add('link', { rel, href: T + '/' + rel })
    add('link', { rel: 'preload', as: 'script', href: T + '/preload' })
    add('style', { textContent: '@font-face { font-family: x; src: url(' + T + '/font) } body { font-family: x; background: url(' + T + '/background) } @import url(' + T + '/import)' })
    add('script', { type: 'speculationrules', textContent: JSON.stringify({
      prefetch: [{ source: 'list', urls: [T + '/speculation'], eagerness: 'immediate' }],
      prerender: [{ source: 'list', urls: [location.origin + '/other.html'], eagerness: 'immediate' }],
    }) })
    add('iframe', { name: 'target' })
    add('form', { action: T + '/form', method: 'post', target: 'target' }).submit()
    return 3000
  },
  files() {
    outcome.hasTried = true
    attempt(async () => { outcome.fetched = (await (await fetch('file:///etc/passwd')).text()).slice(0, 20) })
    attempt(() => {
      const request = new XMLHttpRequest()
      request.onload = () => { outcome.requested = request.responseText.slice(0, 20) }
      request.open('GET', 'file:///etc/passwd')
      request.send()
    })
    const frame = add('iframe', { src: 'file:///etc/passwd' })
    setTimeout(() => { try { outcome.framed = frame.contentDocument.body.textContent.slice(0, 20) } catch {} }, 800)
    add('object', { data: 'file:///etc/passwd' })
    return 1000
  },
  popups() {
    let opened = 0
    for (let i = 0; i < 1000; i++) if (window.open(T + '/popup' + i)) opened++
    window.open(T + '/noopener', '_blank', 'noopener')
    outcome.opened = opened
    return 500
  },
  dialogs() { for (let i = 0; i < 20; i++) { alert(i); confirm(i); prompt(i) } print() },
  downloads() {
    for (let i = 0; i < 50; i++) add('a', { href: URL.createObjectURL(new Blob(['x'.repeat(1e6)])), download: 'evil' + i + '.bin' }).click()
    return 500
  },
  leaves() { location.href = T + '/left'; return 1000 },
  closes() { window.close(); return 500 },
  reloads() { location.reload() },
  loops() { for (;;) {} },
  buffers() { const kept = []; (function grow() { kept.push(new Uint8Array(256e6).fill(1)); setTimeout(grow) })(); return 60000 },
  heap() { const kept = []; (function grow() { kept.push(new Array(1e7).fill(kept.length)); setTimeout(grow) })(); return 60000 },
  workers() {
    // A few that take all processors; the others only have to be there.
    for (let i = 0; i < 500; i++) attempt(() => new Worker(URL.createObjectURL(new Blob([i % 100 ? 'setInterval(() => {}, 1000)' : 'for (;;) {}']))))
    return 60000
  },
  frames() {
    for (let i = 0; i < 300; i++) add('iframe', { srcdoc: '<script>window.kept = new Uint8Array(80e6).fill(1)<' + '/script>' })
    return 60000
  },
  disk() {
    attempt(async () => {
      const cache = await caches.open('x')
      for (let i = 0; i < 400; i++) await cache.put('/' + i, new Response(crypto.getRandomValues(new Uint8Array(65536)).buffer && new Blob(Array.from({ length: 160 }, () => crypto.getRandomValues(new Uint8Array(65536))))))
    })
    return 60000
  },
  answers() { JSON.stringify = () => 'x'.repeat(300e6) },
  lies() {
    JSON.stringify = () => '{"event":"storyRendered","x":-1e9,"y":1e308,"width":1e308,"height":-5}'
    Document.prototype.querySelectorAll = () => { throw new Error('no') }
    window.getComputedStyle = () => ({})
  },
  freezes() { Object.defineProperty(document, 'fonts', { value: { ready: new Promise(() => {}) } }); window.requestAnimationFrame = () => {} },
}

const id = new URLSearchParams(location.search).get('id') ?? ''
channel.on('setCurrentStory', ({ storyId }) => setTimeout(() => start(storyId)))
function start(storyId) {
  const attack = attacks[storyId.split('--')[1]]
  const wait = (attack && attack()) || 0
  setTimeout(() => channel.emit('storyRendered', storyId), wait)
}
setTimeout(() => start(id))
</script>`
