import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { settings } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const known = new Set(settings.map(({ name }) => name))

const files = ['deploy', 'docs/operating']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each([...files, 'Dockerfile'])('%s names no setting that does not exist', (file) => {
  const named = read(file).match(/\bPLINTH_[A-Z0-9_]*[A-Z0-9]/g) ?? []
  expect(named.filter((name) => !known.has(name) && !name.startsWith('PLINTH_TEST_'))).toEqual([])
})

describe('the container', () => {
  const copied = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((word) => !word.startsWith('--'))

  test('copies only what is there', () => {
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('is sent all it copies, and nothing else', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const isSent = (path: string) => sent.some((one) => path === one || path.startsWith(`${one}/`))
    expect(copied.filter((path) => !isSent(path))).toEqual([])
    expect(sent.filter((one) => !copied.some((path) => path === one || path.startsWith(`${one}/`)))).toEqual(
      [],
    )
  })
})
