import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

const items = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', , state = '', evidence = '']) => ({ id, level, state, evidence }),
)

/** Files in backticks, and pages that are linked. */
const pathsIn = (text: string) => [
  ...[...text.matchAll(/`([\w./-]*\/[\w.-]+\.\w+|Dockerfile|\.dockerignore|SECURITY\.md)`/g)].map(
    ([, path = '']) => path,
  ),
  ...[...text.matchAll(/\]\(([\w./-]+)/g)].map(([, path = '']) => `docs/${path}`),
]

const exists = (path: string) => ['', 'server/src'].some((below) => existsSync(join(root, below, path)))

test('every item of the standard’s levels 1 and 2 is listed once, and the chosen ones of level 3', () => {
  const countOf = (level: string) => items.filter((item) => item.level === level).length
  expect({ 1: countOf('1'), 2: countOf('2'), 3: countOf('3') }).toEqual({ 1: 70, 2: 183, 3: 17 })
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.map(({ id }) => id)).toEqual(
    items.map(({ id }) => id).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  )
})

test('each item is met, open or does not apply, and the summary counts them', () => {
  const counts = { met: 0, 'n/a': 0, open: 0 }
  for (const { state } of items) counts[state as keyof typeof counts] += 1
  expect(counts.met + counts['n/a'] + counts.open).toBe(items.length)
  expect(page.replaceAll('\n', ' ')).toContain(
    `${counts.met} are met, ${counts['n/a']} do not apply (n/a), ${counts.open} are open`,
  )
})

test('whatever is met names a file or page that shows it, and all of them exist', () => {
  const unshown = items.filter(
    ({ state, evidence }) =>
      state === 'met' && pathsIn(evidence).length === 0 && !/^as (?:above|\d)/.test(evidence),
  )
  expect(unshown).toEqual([])
  expect(items.flatMap(({ evidence }) => pathsIn(evidence)).filter((path) => !exists(path))).toEqual([])
})

test('sections that it leads to exist', () => {
  const headings = readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^## (.+)$/gm)
  const anchors = new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const threats = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
  const links = [...(page + threats).matchAll(/\(security\.md#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
})

test('the threat model is one page', () => {
  const lines = readFileSync(join(root, 'docs/threat-model.md'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(90)
})
