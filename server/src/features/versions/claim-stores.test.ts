import { access, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { addVersion, aLibrary, anEmptyDatabase } from '../../testing/library.ts'
import type { Library } from '../../testing/library.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { openInstance, restartPortal, testPortal } from '../../testing/test-app.ts'
import { sweep } from './sweep.ts'

const root = await mkdtemp(join(tmpdir(), 'plinth-claims-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)

const inStore = async (...path: string[]) => join((await testPortal()).folder, 'blobs', ...path)

/** An unreferenced archive, old enough to be swept. */
async function anOrphan(): Promise<string> {
  const path = await inStore('archives', 'neverrecorded.zip')
  await writeFile(path, 'bytes')
  await utimes(path, days(2), days(2))
  return path
}

const onAnotherDatabase = async (settings: Record<string, string> = {}) => ({
  DATABASE_URL: await anEmptyDatabase(),
  PLINTH_DATA: await mkdtemp(join(root, 'data-')),
  PLINTH_BLOBS: await inStore(),
  ...settings,
})

const refused = 'belong to another database'

test('while the database has never recorded a version, nothing is swept and that is logged', async () => {
  const { services, logLines } = await testPortal()
  const orphan = await anOrphan()
  expect(await sweep(services)).toMatchObject({ unrecorded: 0 })
  await expect(access(orphan)).resolves.toBeUndefined()
  expect(logLines.filter((line) => line.includes('has never recorded a version'))).toHaveLength(1)
  await rm(orphan)
})

let library: Library

beforeAll(async () => {
  library = await aLibrary(0)
})

test('a portal with another database does not start on this store, and sweeps nothing', async () => {
  await addVersion(library)
  const [version = ''] = library.versions
  const archive = await inStore('archives', `${version}.zip`)
  await utimes(archive, days(2), days(2))
  await expect(openInstance(await onAnotherDatabase())).rejects.toThrow(refused)
  await expect(openInstance(await onAnotherDatabase())).rejects.toThrow(await inStore())
  await expect(access(archive)).resolves.toBeUndefined()
})

test('it does not start on an unclaimed store either, which the right database then claims', async () => {
  const mark = await inStore('owner')
  const before = await readFile(mark, 'utf8')
  await rm(mark)
  await expect(openInstance(await onAnotherDatabase())).rejects.toThrow(refused)
  await expect(access(mark)).rejects.toThrow('ENOENT')
  await restartPortal({})
  expect(await readFile(mark, 'utf8')).toBe(before)
})

test('it does not start if archives would be moved from that store', async () => {
  const settings = await onAnotherDatabase({
    PLINTH_BLOBS: join(root, 'next'),
    PLINTH_BLOBS_FROM: await inStore(),
  })
  await expect(openInstance(settings)).rejects.toThrow(refused)
})

test('a database that records none of the archives cannot adopt them', { timeout: 60_000 }, async () => {
  const settings = await onAnotherDatabase()
  const instance = await openInstance({ ...settings, PLINTH_BLOBS: join(root, 'own') })
  await instance.close()
  const { code, output } = await runAdmin(['adopt-store'], settings)
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining('records none of the archives'),
  })
})

test('a portal stops sweeping when another database adopts its store', async () => {
  const { services } = await testPortal()
  const orphan = await anOrphan()
  const mark = await inStore('owner')
  const before = await readFile(mark, 'utf8')
  await writeFile(mark, 'somebody else')
  await expect(sweep(services)).rejects.toThrow(refused)
  await expect(access(orphan)).resolves.toBeUndefined()
  await writeFile(mark, before)
  expect(await sweep(services)).toMatchObject({ unrecorded: 1 })
})
