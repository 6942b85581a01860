import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { exitCodes } from './exit-codes.ts'
import { flagTable } from './flags.ts'
import { helpText } from './help.ts'
import { showProgress } from './progress.ts'
import { openTerminal } from './terminal.ts'

function aTerminal(env: Record<string, string> = {}) {
  let shown = ''
  const output = { isTTY: true, columns: 80, write: (text: string) => ((shown += text), true) }
  const terminal = openTerminal({ stdout: output, stderr: output }, env)
  return { terminal, shown: () => shown }
}

test('a terminal shows a bar that is drawn over itself', () => {
  const { terminal, shown } = aTerminal()
  const progress = showProgress(terminal, 2_000_000, false)
  progress.advance(1_000_000)
  progress.sent()
  terminal.say('Done')
  expect(shown()).toContain(`\r\u001B[K  ${'█'.repeat(20)}${'░'.repeat(20)} 50 %  1 MB of 2 MB`)
  expect(shown()).not.toContain('MB\n')
  expect(shown().endsWith('\r\u001B[KDone\n')).toBe(true)
})

test('a log gets a line for every tenth, be the pieces large or small', () => {
  for (const piece of [1, 7, 25, 1000]) {
    const { terminal, shown } = aTerminal({ CI: 'true' })
    const progress = showProgress(terminal, 1000, false)
    for (let done = 0; done < 1000; done += piece) progress.advance(piece)
    const lines = shown().trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(10)
    expect(lines.at(-1)).toBe('  100 % of 1 kB')
    expect(shown()).not.toContain('\r')
  }
})

test('nothing secret or steering is shown', () => {
  const { terminal, shown } = aTerminal({ CI: 'true' })
  terminal.hide('my-own-secret')
  terminal.say('my-own-secret plk_AbC123 \u001B[2Jtitle')
  terminal.result('{"a":"my-own-secret"}')
  expect(shown()).toBe('*** plk_***  [2Jtitle\n{"a":"***"}\n')
})

test('the README and the help tell of every option and exit code', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  for (const [name, { env, value }] of flagTable) {
    expect(readme).toContain(`--${name}${value ? ` ${value.replace('|', '\\|')}` : ''}`)
    expect(readme).toContain(env ? `\`${env}\`` : name)
  }
  for (const { code, meaning } of Object.values(exitCodes)) {
    expect(readme).toContain(`| ${code} | ${meaning} |`)
    expect(helpText()).toContain(`${code}  ${meaning}`)
  }
})
