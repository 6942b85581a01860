import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** What people read: texts of the code, comments and tests aside, and the operator's pages. */
const files = globSync(
  ['{contract,server,web,cli}/src/**/*.{ts,tsx}', 'docs/operating/*.md', '{,cli/}README.md'],
  {
    cwd: root,
  },
).filter((path) => !/\.test\.tsx?$/.test(path))

test('sizes have decimal units wherever a person reads them', () => {
  expect(files.length).toBeGreaterThan(300)
  const binary = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => /\b[KMGT]iB\b/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(binary).toEqual([])
})
