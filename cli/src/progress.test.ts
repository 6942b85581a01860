import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { exitCodes } from './exit-codes.ts'
import { flagTable } from './flags.ts'
import { helpText } from './help.ts'
import { showProgress } from './progress.ts'
import { openTerminal } from './terminal.ts'

function createTerminal(env: Record<string, string> = {}) {
  let output = ''
  const stream = { isTTY: true, columns: 80, write: (text: string) => ((output += text), true) }
  const terminal = openTerminal({ stdout: stream, stderr: stream }, env)
  return { terminal, output: () => output }
}

test('a terminal shows a bar that is redrawn in place', () => {
  const { terminal, output } = createTerminal()
  const progress = showProgress(terminal, 2_000_000, false)
  progress.advance(1_000_000)
  progress.finish()
  terminal.log('Done')
  expect(output()).toContain(`\r\u001B[K  ${'█'.repeat(20)}${'░'.repeat(20)} 50 %  1 MB of 2 MB`)
  expect(output()).not.toContain('MB\n')
  expect(output().endsWith('\r\u001B[KDone\n')).toBe(true)
})

test('a log gets a line for every ten per cent, whatever the size of the chunks', () => {
  for (const chunk of [1, 7, 25, 1000]) {
    const { terminal, output } = createTerminal({ CI: 'true' })
    const progress = showProgress(terminal, 1000, false)
    for (let done = 0; done < 1000; done += chunk) progress.advance(chunk)
    const lines = output().trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(10)
    expect(lines.at(-1)).toBe('  100 % of 1 kB')
    expect(output()).not.toContain('\r')
  }
})

test('secrets and control characters are not written', () => {
  const { terminal, output } = createTerminal({ CI: 'true' })
  terminal.redact('my-own-secret')
  terminal.log('my-own-secret plk_AbC123 \u001B[2Jtitle')
  terminal.print('{"a":"my-own-secret"}')
  expect(output()).toBe('*** plk_***  [2Jtitle\n{"a":"***"}\n')
})

test('what the portal says is no command for the pipeline', () => {
  const { terminal, output } = createTerminal({ CI: 'true' })
  terminal.log('Published ###vso[task.prependpath]/tmp')
  terminal.print(' ::set-output name=url::x ##[set-output name=url;]x')
  terminal.command('##vso[task.setvariable variable=plinthUrl]x', 'stdout')
  expect(output().split('\n')).toEqual([
    'Published ## #vso[task.prependpath]/tmp',
    ' : :set-output name=url::x # #[set-output name=url;]x',
    '##vso[task.setvariable variable=plinthUrl]x',
    '',
  ])
})

test('the README and the help list every option and exit code', async () => {
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
