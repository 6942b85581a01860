import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { restrict, restrictDataFolder } from './private-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-private-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

async function fill() {
  await mkdir(join(folder, 'blobs'))
  await chmod(join(folder, 'blobs'), 0o775)
  await writeFile(join(folder, 'plinth.log'), '')
  await chmod(join(folder, 'plinth.log'), 0o644)
}

test('other users lose access to a data folder of an earlier version', async () => {
  await fill()
  restrictDataFolder(folder)
  expect(await modeOf(folder)).toBe('700')
  expect(await modeOf(join(folder, 'blobs'))).toBe('700')
  expect(await modeOf(join(folder, 'plinth.log'))).toBe('600')
})

test('in a folder that also holds other things, only the portal’s own files are restricted', async () => {
  await fill()
  await mkdir(join(folder, 'other'), { mode: 0o755 })
  await chmod(join(folder, 'other'), 0o755)
  restrictDataFolder(folder)
  expect(await modeOf(folder)).toBe('755')
  expect(await modeOf(join(folder, 'other'))).toBe('755')
  expect(await modeOf(join(folder, 'blobs'))).toBe('700')
})

test('permissions that are already strict, or stricter than needed, stay', async () => {
  await chmod(folder, 0o500)
  restrict(folder)
  expect(await modeOf(folder)).toBe('500')
  restrict('/dev/null')
})
