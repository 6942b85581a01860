import { launchBrowser } from './launch-browser.ts'
import type { LaunchOptions } from './launch-browser.ts'
import { openPages, usualMedia } from './open-page.ts'

const timeoutMs = 20_000
const size = { width: 400, height: 300 }

/** Something of what stories are made of. */
const page = `<!doctype html><title>An ordinary page</title>
<style>main { display: grid; gap: 8px; font-family: sans-serif; box-shadow: 0 2px 8px #0003 }</style>
<main><h1>Ünïcode Ж 文 🙂</h1><button>Save</button><input value="text">
<svg width="20" height="20"><circle cx="10" cy="10" r="8"/></svg><canvas width="20" height="20"></canvas></main>
<script>document.querySelector('canvas').getContext('2d').fillRect(2, 2, 10, 10)</script>`

/** Whether Chromium works: if not even an ordinary page can be photographed, no build is to blame for that. */
export async function showsOrdinaryPage(options: LaunchOptions): Promise<boolean> {
  const browser = await launchBrowser(options).catch(() => undefined)
  if (!browser) return false
  try {
    const file = { body: Buffer.from(page), type: 'text/html' }
    const openPage = openPages(
      browser,
      async () => file,
      () => {},
    )
    const open = await openPage([])
    await open.resize(size, usualMedia)
    await open.navigate('/', timeoutMs)
    for (const format of ['png', 'webp'] as const)
      if ((await open.capture(format, { x: 0, y: 0, ...size, scale: 1 })).length === 0) return false
    return true
  } catch {
    return false
  } finally {
    await browser.close()
  }
}
