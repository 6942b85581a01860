import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Reference {
  path: string
  /** The name of a test, or of a story's export. */
  title: string | undefined
}

/** Files in backticks, as `path` or as `path` ("title of a test in it"). */
function referencesIn(page: string): Reference[] {
  const references = page.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`(?: \("([^"]+)"\))?/g)
  return [...references].map(([, path = '', title]) => ({ path, title }))
}

/** The quotes and the code around them are no part of a title. */
function holds(path: string, title: string): boolean {
  const text = read(path)
  return [`'${title}'`, `\`${title}\``, `export const ${title}:`].some((form) => text.includes(form))
}

describe.each([
  { page: 'docs/security.md', below: 'server/src', least: 40 },
  { page: 'docs/asvs.md', below: 'server/src', least: 150 },
  { page: 'docs/specification-coverage.md', below: '', least: 100 },
])('$page', ({ page, below, least }) => {
  const references = referencesIn(read(page))
  const fileOf = (path: string) => [path, join(below, path)].find((file) => existsSync(join(root, file)))

  test('names only files that exist', () => {
    expect(references.length).toBeGreaterThan(least)
    expect(references.map(({ path }) => path).filter((path) => fileOf(path) === undefined)).toEqual([])
  })

  test('names only tests and stories that exist', () => {
    const missing = references.filter(({ path, title }) => {
      const file = fileOf(path)
      return title !== undefined && file !== undefined && !holds(file, title)
    })
    expect(missing).toEqual([])
  })

  test('names every test by its full path, and no folders or patterns of them', () => {
    const cells = [...read(page).matchAll(/\|([^|\n]*)\|\s*$/gm)].map(([, cell = '']) => cell)
    const vague = cells.flatMap((cell) => cell.match(/`[^`]*\.(?:test|spec|stories)\.tsx?`/g) ?? [])
    expect(vague.filter((name) => !/^`[\w./-]+\/[\w.-]+`$/.test(name))).toEqual([])
  })
})
