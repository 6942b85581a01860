import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

test('every test that docs/security.md names is there', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(40)
  const isThere = (path: string) => ['', 'server/src'].some((base) => existsSync(join(root, base, path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
