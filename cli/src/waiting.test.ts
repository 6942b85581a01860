import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTerminal } from './terminal.ts'
import { showWaiting, whileWaiting } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createTerminal(isTTY: boolean) {
  let output = ''
  const stream = { isTTY, columns: 80, write: (text: string) => ((output += text), true) }
  return { terminal: openTerminal({ stdout: stream, stderr: stream }, {}), output: () => output }
}

test('a log gets a line every few seconds, until the answer is there', () => {
  const { terminal, output } = createTerminal(false)
  const end = showWaiting(terminal, 'The portal is checking it', false)
  vi.advanceTimersByTime(12_000)
  end()
  vi.advanceTimersByTime(60_000)
  expect(output().trimEnd().split('\n')).toEqual([
    '  The portal is checking it …',
    '  The portal is checking it … 5 s',
    '  The portal is checking it … 10 s',
  ])
})

test('a terminal shows the seconds in place, and clears them', async () => {
  const { terminal, output } = createTerminal(true)
  const done = whileWaiting(terminal, 'Comparing', false, async () => {
    await vi.advanceTimersByTimeAsync(3000)
    return 'compared'
  })
  expect(await done).toBe('compared')
  expect(output()).toContain('\r\u001B[K  Comparing … 3 s')
  expect(output()).not.toContain('\n')
  expect(output().endsWith('\r\u001B[K')).toBe(true)
})

test('nothing is shown with --quiet', () => {
  const { terminal, output } = createTerminal(false)
  const end = showWaiting(terminal, 'Comparing', true)
  vi.advanceTimersByTime(12_000)
  end()
  expect(output()).toBe('')
})
