import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import type { Driver } from './driver.ts'
import { startProgram } from './programs.ts'

/** The key under which WebDriver refers to elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Element = Record<typeof elementKey, string>

interface WebKitPrograms {
  driver: string
  miniBrowser: string
  xvfb: string
}

/** WebKitGTK, Safari's engine, over WebDriver, on a screen of its own. Like Safari, it prevents tracking. */
export async function startWebKit({ driver, miniBrowser, xvfb }: WebKitPrograms): Promise<Driver> {
  const screen = await startProgram(
    xvfb,
    ['-displayfd', '1', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'],
    {
      ready: /(\d+)\n/,
    },
  )
  const port = await freePort()
  const program = await startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { DISPLAY: `:${screen.match[1]}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  }).catch(async (error: unknown) => {
    await screen.end()
    throw error
  })

  async function send(method: string, path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }

  const { sessionId } = (await newSession()) as { sessionId: string }
  const at = `/session/${sessionId}`
  await send('POST', `${at}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 })

  /** The driver prints nothing when it is ready. */
  async function newSession(): Promise<unknown> {
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', '--enable-itp'] },
      },
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send('POST', '/session', { capabilities })
      } catch (error) {
        if (attempt === 50) throw error
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }

  const run = (script: string) => send('POST', `${at}/execute/sync`, { script, args: [] })

  async function enter(frames: readonly string[] = []) {
    await send('POST', `${at}/frame`, { id: null })
    for (const selector of frames) {
      const id = await run(`return document.querySelector(${JSON.stringify(selector)})`)
      await send('POST', `${at}/frame`, { id })
    }
  }

  async function find(element: string, frames?: readonly string[]): Promise<string> {
    await enter(frames)
    const found = (await run(`return ${element}`)) as Element | null
    if (!found) throw new Error(`there is no ${element}`)
    return `${at}/element/${found[elementKey]}`
  }

  const tabs = async () => (await send('GET', `${at}/window/handles`)) as string[]
  const chooseTab = async (handle: string) => void (await send('POST', `${at}/window`, { handle }))

  return {
    goTo: async (url) => void (await send('POST', `${at}/url`, { url })),
    async back() {
      await enter()
      await send('POST', `${at}/back`)
    },
    async reload() {
      await enter()
      await send('POST', `${at}/refresh`)
    },
    async evaluate(expression, frames) {
      await enter(frames)
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then(
        (value) => done(JSON.stringify(value)), (error) => done(JSON.stringify(String(error))))`
      const value = await send('POST', `${at}/execute/async`, { script, args: [] })
      return value === null ? undefined : JSON.parse(value as string)
    },
    click: async (element, frames) => void (await send('POST', `${await find(element, frames)}/click`)),
    type: async (element, text) => void (await send('POST', `${await find(element)}/value`, { text })),
    chooseFile: async (element, path) =>
      void (await send('POST', `${await find(element)}/value`, { text: path })),
    errors: () => [],
    tabs,
    async newTab() {
      const { handle } = (await send('POST', `${at}/window/new`, { type: 'tab' })) as { handle: string }
      await chooseTab(handle)
    },
    chooseTab,
    closeTab: async () => void (await send('DELETE', `${at}/window`)),
    async quit() {
      await send('DELETE', at).catch(() => {})
      await program.end()
      await screen.end()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
