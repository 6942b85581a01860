import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { shellOf } from './shells.ts'

const run = (program: string, args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
const hasPowerShell = run('pwsh', ['-v']).status === 0

const names = ["it's", '$HOME `id` "x"', 'a; b & c | d', 'back\\slash', '‘curly’']

test.each(names)('bash passes %s on as one argument', (name) => {
  const { quote, join, withVariable } = shellOf.bash
  const line = withVariable('KEY', 'secret', join(['printenv KEY; printf %s', quote(name)]))
  expect(run('bash', ['-c', line.replace('KEY=secret', 'export KEY=secret;')]).stdout).toBe(`secret\n${name}`)
})

test('PowerShell gets backticks, its own variables and doubled quotes', () => {
  const { quote, join, withVariable, variable } = shellOf.powershell
  expect(join(['one', 'two'])).toBe('one `\n  two')
  expect(withVariable('KEY', 'secret', 'whoami')).toBe("$env:KEY = 'secret'\nwhoami")
  expect(variable('KEY')).toBe('$env:KEY')
  expect(names.map(quote)).toEqual([
    "'it''s'",
    '\'$HOME `id` "x"\'',
    "'a; b & c | d'",
    "'back\\slash'",
    "'‘‘curly’’'",
  ])
})

test.runIf(hasPowerShell).each(names)('PowerShell passes %s on as one argument', (name) => {
  const { quote, join, withVariable } = shellOf.powershell
  const line = withVariable('KEY', 'secret', join(['Write-Host -NoNewline $env:KEY', quote(name)]))
  expect(run('pwsh', ['-NoProfile', '-Command', line]).stdout).toBe(`secret ${name}`)
})
