import { describe, expect, test } from 'vitest'

import { didYouMean } from './did-you-mean.ts'
import { Failure } from './failure.ts'
import { parseCommandLine } from './flags.ts'
import { helpText } from './help.ts'
import type { CommandName } from './help.ts'
import { runCli } from './testing/run-cli.ts'

/** As the help of all commands lists them. */
const names = [
  ...new Set(Array.from(helpText().matchAll(/^  plinth ([a-z]+)/gm), ([, name]) => name as CommandName)),
]

test('each command has help of its own, with its own options', async () => {
  for (const name of names) {
    const help = helpText(name)
    expect(help).toContain(`plinth ${name}`)
    for (const other of names.filter((each) => each !== name)) expect(help).not.toContain(`plinth ${other}`)
    expect(help).toContain('--url ADDRESS')
    expect(help.includes('--exit-code')).toBe(name === 'diff')
    expect(help.includes('--zip FILE')).toBe(name === 'publish')
  }
  const expected = { code: 0, stderr: '', stdout: `${helpText('publish')}\n` }
  expect(await runCli(['publish', '--help'])).toEqual(expected)
  expect(await runCli(['help', 'publish'])).toEqual(expected)
  expect(await runCli(['-h'])).toMatchObject({ code: 0, stdout: `${helpText()}\n` })
})

test('every option is one of all commands, or of some', () => {
  const all = helpText()
  for (const [, option] of all.matchAll(/--([a-z-]+)/g))
    expect(names.some((name) => helpText(name).includes(`--${option}`))).toBe(true)
})

describe('what is mistyped gets a suggestion', () => {
  test('for commands', async () => {
    const result = await runCli(['pubish', './storybook-static'])
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no command pubish. Did you mean publish? See plinth --help.\n',
    })
    expect(await runCli(['constructor'])).toMatchObject({ code: 2 })
    expect(await runCli(['deploy'])).toMatchObject({
      code: 2,
      stderr:
        'There is no command deploy. Use one of publish, list, search, diff, status, whoami. See plinth --help.\n',
    })
  })

  test.each([
    ['--stroybook', '--storybook'],
    ['--picture-wait=3', '--pictures-wait'],
    ['--exitcode', '--exit-code'],
    ['--mesage', '--message'],
  ])('for %s', (typed, meant) => {
    const option = typed.split('=')[0]
    const sentence = `There is no option ${option}. Did you mean ${meant}? See plinth --help.`
    expect(() => parseCommandLine(['publish', typed], {})).toThrow(new Failure('usage', sentence))
  })

  test('whether in capitals or not', () => {
    expect(didYouMean('kit TWO', ['Kit two'], (title) => `"${title}"`)).toBe(' Did you mean "Kit two"?')
  })

  test('unless nothing is like it', () => {
    expect(didYouMean('zzz', names)).toBe('')
    expect(didYouMean('x', names)).toBe('')
    expect(didYouMean('publish'.repeat(1000), names)).toBe('')
    expect(() => parseCommandLine(['--frobnicate'], {})).toThrow('There is no option --frobnicate. See')
    expect(() => parseCommandLine(['-x'], {})).toThrow('There is no option -x. See')
  })
})
