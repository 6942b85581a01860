import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../docs/decisions')

test('the index of decisions lists every decision, in order', () => {
  const decisions = globSync('[0-9]*.md', { cwd: folder }).toSorted()
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const listed = [...index.matchAll(/^\| \[.*?\]\((.+?)\)/gm)].map(([, path]) => path)
  expect(listed).toEqual(decisions)
})
