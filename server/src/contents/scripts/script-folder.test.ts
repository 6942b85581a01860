import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { scriptsInFolder } from './script-folder.ts'
import { openScriptParser } from './script-parser.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-scripts-'))
afterAll(() => rm(folder, { recursive: true }))

const bytes = (length: number) => Buffer.alloc(length, 'x')

/** A build that consists of one script. */
const build = (text: string) => ({
  paths: () => ['a.js'],
  has: () => true,
  bytes: () => text.length,
  checksum: () => '',
  text: async () => text,
  json: async () => undefined,
})

test('a script is parsed once, also after a restart, and again if what was kept is damaged', async () => {
  const parent = join(folder, 'once')
  const read = async () => {
    const parser = openScriptParser(scriptsInFolder(parent, 1_000_000))
    const { exports } = await parser.module(build('export const a = 1'), 'a.js')
    return { ...parser.counts, exports: [...exports.keys()] }
  }
  expect(await read()).toEqual({ parsed: 1, cached: 0, opaque: 0, exports: ['a'] })
  expect(await read()).toEqual({ parsed: 0, cached: 1, opaque: 0, exports: ['a'] })
  const [generation = ''] = await readdir(parent)
  const [kept = ''] = await readdir(join(parent, generation))
  await writeFile(join(parent, generation, kept), 'damaged')
  expect(await read()).toEqual({ parsed: 1, cached: 0, opaque: 0, exports: ['a'] })
})

test('what was not used for the longest time goes first, and what another release kept at once', async () => {
  const parent = join(folder, 'room')
  await mkdir(join(parent, '0-another'), { recursive: true })
  const scripts = scriptsInFolder(parent, 1000)
  const [generation = '', ...others] = await readdir(parent)
  expect(others).toEqual([])
  scripts.set('old', bytes(90))
  scripts.set('older', bytes(90))
  await utimes(join(parent, generation, 'older'), 1, 1)
  await utimes(join(parent, generation, 'old'), 2, 2)
  scripts.set('new', bytes(850))
  expect([scripts.get('older'), scripts.get('old')?.length, scripts.get('new')?.length]).toEqual([
    undefined,
    90,
    850,
  ])
})

test('a folder that cannot be written costs only time', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const scripts = scriptsInFolder(join(file, 'below'), 1000)
  scripts.set('key', bytes(1))
  expect(scripts.get('key')).toBeUndefined()
})
