import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Names and paths of folders that git ignores. */
const ignored = new Set(
  read('.gitignore')
    .split('\n')
    .map((line) => line.replaceAll(/^\/|\/$/g, '')),
)

/** Folders that hold files, each as `path/to/folder/`. */
function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const below = entries
    .filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    .map(({ name }) => join(folder, name))
    .filter((path) => !ignored.has(path) && (folder !== '.' || !path.startsWith('.')))
    .flatMap(foldersIn)
  const hasFiles = entries.some((entry) => entry.isFile())
  return folder !== '.' && (hasFiles || below.length > 0) ? [`${folder}/`, ...below] : below
}

/** Folders and files with a path, in backticks. */
const named = [...read('docs/architecture.md').matchAll(/`([\w.-]+\/(?:[\w./-]+(?:\/|\.\w+))?)`/g)].map(
  ([, path = '']) => path,
)

/** Paths in the tables are relative to the repository or to server/src. */
const exists = (path: string) => ['', 'server/src'].some((base) => existsSync(join(root, base, path)))

test('docs/architecture.md names every folder', () => {
  const isNamed = new Set(named)
  expect(foldersIn('.').filter((folder) => !isNamed.has(folder))).toEqual([])
})

test('docs/architecture.md names only folders and files that exist', () => {
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !exists(path))).toEqual([])
})
