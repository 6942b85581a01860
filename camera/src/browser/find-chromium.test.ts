import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { assertCanRun, confine } from './confinement.ts'
import { findChromium } from './find-chromium.mjs'

/** A folder with these files; they can be run. */
function aFolder(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-chromium-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '', { mode: 0o755 })
  }
  return folder
}

/** What Playwright leaves when it has installed a browser. */
const complete = (name: string, program: string) => [`${name}/INSTALLATION_COMPLETE`, `${name}/${program}`]

/** What is found in a folder of Playwright's with these files. */
function foundAmong(...files: string[]): string | undefined {
  const folder = aFolder(...files)
  return findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: folder }, [])?.slice(folder.length + 1)
}

test('the one without windows comes first, wherever it is', () => {
  const [first, second] = [aFolder('chromium', 'google-chrome'), aFolder('chromium-headless-shell')]
  expect(findChromium({ PATH: first }, [second])).toBe(join(second, 'chromium-headless-shell'))
  expect(findChromium({ PATH: first }, [])).toBe(join(first, 'chromium'))
})

test('a machine with nothing but a Chromium of Playwright has one', () => {
  const old = complete('chromium-999', 'chrome-linux/chrome')
  const current = complete('chromium-1200', 'chrome-linux64/chrome')
  const shell = complete(
    'chromium_headless_shell-1100',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  )
  expect(foundAmong(...old)).toBe('chromium-999/chrome-linux/chrome')
  expect(foundAmong(...old, ...current, 'firefox-1/firefox/firefox')).toBe(
    'chromium-1200/chrome-linux64/chrome',
  )
  expect(foundAmong(...current, ...shell)).toBe(shell[1])
  // Its download was interrupted.
  expect(foundAmong('chromium-1300/chrome-linux64/chrome')).toBeUndefined()
  expect(foundAmong()).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)('root is told that nobody else can run its own Chromium', () => {
  const folder = aFolder('chromium')
  chmodSync(folder, 0o700)
  const confinement = confine(false)
  expect(() => assertCanRun(confinement, join(folder, 'chromium'))).toThrow(
    'cannot be run by the user "nobody"',
  )
  chmodSync(folder, 0o755)
  expect(() => assertCanRun(confinement, join(folder, 'chromium'))).not.toThrow()
})
