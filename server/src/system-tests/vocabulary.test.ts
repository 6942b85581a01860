import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Words of our own that were replaced by ordinary ones: see docs/style.md. */
const retired = (
  'takeIn, TakenIn, Believed, believed, Arriving, Eventually, Seals, openSeals, patience, Courier, courier, aStore, ' +
  'refusalOf, readAnswer, asProblem, sayBytes, FailurePage, FailureAlert, anew, dearer, farewell, for ever'
).split(', ')

/** The page that shows them as examples, this list, and migrations, which are never edited. */
const exceptions = [
  'docs/style.md',
  'server/src/system-tests/vocabulary.test.ts',
  'server/src/database/migrations',
]

test('retired words do not come back', () => {
  const patterns = retired.flatMap((word) => ['-e', word])
  const pathspecs = ['.', ...exceptions.map((path) => `:!${path}`)]
  expect(grep(['--word-regexp', '--fixed-strings', ...patterns, '--', ...pathspecs])).toBe('')
})

test('they would be found', () => {
  expect(grep(['--word-regexp', '--fixed-strings', '-e', 'takeIn', '--', 'docs/style.md'])).toContain(
    'takeIn',
  )
})

test('nobody is told to run a package called plinth from a public registry, which is somebody else’s', () => {
  expect(grep(['--extended-regexp', '-e', 'npx( --yes)? [^ ]?plinth', '--', '.', `:!${exceptions[1]}`])).toBe(
    '',
  )
})

function grep(args: string[]): string {
  try {
    return execFileSync('git', ['grep', '--line-number', '-I', ...args], { cwd: root, encoding: 'utf8' })
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === 1) return ''
    throw error
  }
}
