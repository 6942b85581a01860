import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Driver } from './driver.ts'
import { startProgram } from './programs.ts'

const settings = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.log.level': 'Info',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

interface RemoteValue {
  type: string
  value?: unknown
  sharedId?: string
}

/** Sent to the page as text: scrolls to an element, and says what keeps a pointer from it. Empty if nothing does. */
const findObstacle = `async (element) => {
  const middle = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
    return [left + width / 2, top + height / 2]
  }
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const [x, y] = middle()
  await new Promise((resolve) => setTimeout(resolve, 50))
  if (String(middle()) !== String([x, y])) return 'it moves'
  const hit = document.elementFromPoint(x, y)
  return element.contains(hit) ? '' : 'it is covered by ' + (hit?.outerHTML.slice(0, 200) ?? 'nothing')
}`

/** Firefox, over WebDriver BiDi, which it speaks without a driver. */
export async function startFirefox(
  binary: string,
  ownSettings: Record<string, string | number | boolean> = {},
): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'plinth-firefox-'))
  const lines = Object.entries({ ...settings, ...ownSettings }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const size = ['--width', '1280', '--height', '900']
  const program = await startProgram(binary, [...args, ...size, 'about:blank'], {
    ready: /WebDriver BiDi listening on (ws:\/\/\S+)/,
  })
  const errors: string[] = []
  const { send, close } = await connect(`${program.match[1]}/session`, (method, { level, text }) => {
    if (method === 'log.entryAdded' && level === 'error') errors.push(text ?? '')
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })

  const listTabs = async () => {
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    return contexts.map(({ context }) => context)
  }
  let tab = (await listTabs())[0] ?? ''

  async function evaluateIn(context: string, expression: string): Promise<RemoteValue> {
    const answer = await send<{ result: RemoteValue; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      { expression, target: { context }, awaitPromise: true },
    )
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return answer.result
  }

  async function frameOf(frames: readonly string[] = []): Promise<string> {
    let context = tab
    for (const selector of frames) {
      const { value } = await evaluateIn(
        context,
        `document.querySelector(${JSON.stringify(selector)}).contentWindow`,
      )
      context = (value as { context: string }).context
    }
    return context
  }

  async function find(element: string, frames?: readonly string[]) {
    const context = await frameOf(frames)
    const { sharedId } = await evaluateIn(context, element)
    if (sharedId === undefined) throw new Error(`there is no ${element}`)
    return { context, sharedId }
  }

  async function click(element: string, frames?: readonly string[]) {
    const { context, sharedId } = await find(element, frames)
    const { value: obstacle } = await evaluateIn(context, `(${findObstacle})(${element})`)
    if (obstacle !== '') throw new Error(`${element} cannot be clicked: ${String(obstacle)}`)
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  const navigate = (url: string) =>
    send('browsingContext.navigate', { context: tab, url, wait: 'interactive' })

  return {
    goTo: async (url) => void (await navigate(url)),
    back: async () => void (await send('browsingContext.traverseHistory', { context: tab, delta: -1 })),
    reload: async () => void (await send('browsingContext.reload', { context: tab, wait: 'interactive' })),
    async evaluate(expression, frames) {
      const { value } = await evaluateIn(
        await frameOf(frames),
        `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
      )
      return value === undefined ? undefined : JSON.parse(value as string)
    },
    click,
    async type(element, text) {
      await click(element)
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', {
        context: tab,
        actions: [{ type: 'key', id: 'keys', actions: keys }],
      })
    },
    async chooseFile(element, path) {
      const { context, sharedId } = await find(element)
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    errors: () => errors,
    tabs: listTabs,
    async newTab() {
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
      tab = context
    },
    async chooseTab(chosen) {
      tab = chosen
      await send('browsingContext.activate', { context: chosen })
    },
    closeTab: async () => void (await send('browsingContext.close', { context: tab })),
    async quit() {
      close()
      await program.end()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface LoggedLine {
  level?: string
  text?: string | null
}

/** A connection that sends commands and waits for their answers. */
async function connect(url: string, onEvent: (method: string, params: LoggedLine) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${url} cannot be reached`)))
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message, method, params } = JSON.parse(String(data)) as {
      id?: number
      type: string
      result?: unknown
      message?: string
      method?: string
      params?: LoggedLine
    }
    if (method !== undefined && params) onEvent(method, params)
    if (id === undefined) return
    const command = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') command?.resolve(result)
    else command?.reject(new Error(message))
  })
  let lastId = 0
  async function send<Result = unknown>(method: string, params: object): Promise<Result> {
    lastId += 1
    const command = Promise.withResolvers<unknown>()
    waiting.set(lastId, command)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return (await command.promise) as Result
  }
  return { send, close: () => socket.close() }
}
