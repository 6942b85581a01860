// @module-tag long
import { cp, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { filesystemBlobs } from '../blobs/filesystem.ts'
import { migrate } from '../database/migrate.ts'
import { sweepLock } from '../features/versions/sweep-store.ts'
import { addVersion, aLibrary, anEmptyDatabase, settingsOfPortal, view } from '../testing/library.ts'
import type { Library } from '../testing/library.ts'
import { s3ForTests } from '../testing/object-stores.ts'
import { onDatabase } from '../testing/postgres-for-tests.ts'
import { runAdmin, runAdminAndKill, spawnAdmin } from '../testing/run-admin.ts'
import { storeProxy } from '../testing/store-proxy.ts'
import { callAs, restartPortal } from '../testing/test-app.ts'
import { withClient, withoutSweeping } from './database-client.ts'
import { dumpDatabase } from './dump-database.ts'

const root = await mkdtemp(join(tmpdir(), 'plinth-backup-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const anEmptyPlace = async () => ({
  DATABASE_URL: await anEmptyDatabase(),
  PLINTH_DATA: await mkdtemp(join(root, 'data-')),
})

describe('backup and restore', { timeout: 240_000 }, () => {
  let library: Library
  let settings: Awaited<ReturnType<typeof settingsOfPortal>>

  beforeAll(async () => {
    library = await aLibrary(12)
    settings = await settingsOfPortal()
  }, 120_000)

  let firstBackup: Promise<string> | undefined

  /** A backup in a folder of its own. The first one is copied, because making one takes seconds. */
  async function aBackup(name: string): Promise<string> {
    const target = join(root, name)
    firstBackup ??= runAdmin(['backup', '--to', join(root, 'first')], settings).then(() =>
      join(root, 'first'),
    )
    await cp(await firstBackup, target, { recursive: true })
    return target
  }

  async function restoredPortal(place: Record<string, string>) {
    const before = { ...settings }
    await restartPortal(place)
    for (const version of library.versions) expect(await view(library, version)).toBe(200)
    const call = await callAs(library.person)
    const params = { account: library.account }
    await call(createStorybook, { params, body: { title: 'After the restore' } })
    expect((await call(listStorybooks, { params })).map(({ title }) => title)).toContain('Kept')
    await addVersion({ ...library, versions: [] })
    await restartPortal(before)
  }

  test('a backup in a folder is restored elsewhere, verified and used', async () => {
    const target = join(root, 'backup-1')
    const first = await spawnAdmin(['backup', '--to', target], settings)
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('copied 12 of 12') })
    const written = await readdir(target, { recursive: true, withFileTypes: true })
    const modes = written.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mode & 0o077)
    expect(new Set(await Promise.all(modes))).toEqual(new Set([0]))
    const again = await runAdmin(['backup', '--to', target], settings)
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('12 archives already there') })
    const place = await anEmptyPlace()
    expect(await spawnAdmin(['restore', '--from', target], place)).toMatchObject({ code: 0 })
    expect(await spawnAdmin(['verify'], place)).toMatchObject({
      code: 0,
      output: expect.stringContaining('All archives are as they were published.'),
    })
    await restoredPortal(place)
  })

  test('a restored database does not touch the original’s store until it adopts it', async () => {
    const target = await aBackup('backup-6')
    const place = await anEmptyPlace()
    expect(await runAdmin(['restore', '--from', target], place)).toMatchObject({ code: 0 })
    const PLINTH_BLOBS = join(settings.PLINTH_DATA, 'blobs')
    const theirs = { code: 1, output: expect.stringContaining('belong to another database') }
    expect(await runAdmin(['sweep'], { ...place, PLINTH_BLOBS })).toMatchObject(theirs)
    const third = { ...(await anEmptyPlace()), PLINTH_BLOBS }
    const owned = { code: 1, output: expect.stringContaining('already belongs to a database') }
    expect(await runAdmin(['restore', '--from', target], third)).toMatchObject(owned)
    expect(await runAdmin(['restore', '--from', target, '--adopt-store'], third)).toMatchObject({ code: 0 })
    expect(await runAdmin(['sweep'], settings)).toMatchObject(theirs)
    expect(await spawnAdmin(['adopt-store'], settings)).toMatchObject({ code: 0 })
    expect(await runAdmin(['sweep'], settings)).toMatchObject({ code: 0 })
  })

  test('a backup to an object store works, even after it was killed in the middle', async () => {
    const s3 = await s3ForTests()
    const proxy = await storeProxy(s3.port)
    const target = s3.address('backups-of/plinth', proxy.port)
    const interrupted = await runAdminAndKill(['backup', '--to', target], settings, proxy)
    expect(interrupted.code).toBeNull()
    const place = await anEmptyPlace()
    const none = await runAdmin(['restore', '--from', target], place)
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('no finished backup') })
    const resumed = await spawnAdmin(['backup', '--to', target], settings)
    expect(resumed).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\d+ archives? already there/),
    })
    expect(await runAdmin(['restore', '--from', target], place)).toMatchObject({ code: 0 })
    expect(await runAdmin(['verify'], place)).toMatchObject({ code: 0 })
    await restoredPortal(place)
  })

  test('a backup that loses its database connection in the middle is not finished', async () => {
    const s3 = await s3ForTests()
    const proxy = await storeProxy(s3.port)
    const target = s3.address('lost', proxy.port)
    const isHeld = proxy.holdWrites(3)
    const running = runAdmin(['backup', '--to', target], settings)
    await Promise.race([isHeld, running])
    await onDatabase(settings.DATABASE_URL, (db) =>
      sql`
        SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ShareLock'`.execute(db),
    )
    proxy.releaseWrites()
    const { code, output } = await running
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('was lost') })
    const none = await runAdmin(['restore', '--from', target], await anEmptyPlace())
    expect(none.output).toContain('no finished backup')
  })

  test('a restore that was killed in the middle continues', async () => {
    const target = await aBackup('backup-2')
    const s3 = await s3ForTests()
    const proxy = await storeProxy(s3.port)
    const place = { ...(await anEmptyPlace()), PLINTH_BLOBS: s3.address('restored', proxy.port) }
    const interrupted = await runAdminAndKill(['restore', '--from', target], place, proxy)
    expect(interrupted.code).toBeNull()
    const resumed = await runAdmin(['restore', '--from', target], place)
    expect(resumed).toMatchObject({ code: 0, output: expect.not.stringContaining('copied 12 of 12') })
    expect(await runAdmin(['verify'], place)).toMatchObject({ code: 0 })
  })

  test('a restore overwrites nothing', async () => {
    const target = await aBackup('backup-3')
    const over = await runAdmin(['restore', '--from', target], settings)
    expect(over).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') })
    const place = await anEmptyPlace()
    const PLINTH_BLOBS = join(root, 'not-empty')
    await runAdmin(['restore', '--from', target], { ...(await anEmptyPlace()), PLINTH_BLOBS })
    await writeFile(join(PLINTH_BLOBS, 'archives/somebodyelses.zip'), 'zip')
    const strangers = await runAdmin(['restore', '--from', target], { ...place, PLINTH_BLOBS })
    expect(strangers).toMatchObject({ code: 1, output: expect.stringContaining('The store is not empty') })
  })

  test('with the wrong store nothing is backed up, created or claimed', async () => {
    const wrong = { ...settings, PLINTH_BLOBS: `file:${join(root, 'wrong store')}` }
    const target = join(root, 'backup-7')
    const missing = await runAdmin(['backup', '--to', target], wrong)
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('check PLINTH_BLOBS') })
    await expect(readdir(join(root, 'wrong store'))).rejects.toMatchObject({ code: 'ENOENT' })
    await filesystemBlobs(join(root, 'wrong store'))
    for (const command of [['backup', '--to', target], ['sweep']]) {
      const refused = await runAdmin(command, wrong)
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('The database records 12 archives'),
      })
    }
    expect((await readdir(join(root, 'wrong store'))).toSorted()).toEqual([
      'archives',
      'drafts',
      'packs',
      'pictures',
    ])
  })

  test('a backup that lacks most archives is skipped when looking for the newest', async () => {
    const target = await aBackup('backup-8')
    const [good = ''] = await readdir(join(target, 'backups'))
    const hollow = '29990101t000000z-none'
    await cp(join(target, 'backups', good), join(target, 'backups', hollow), { recursive: true })
    const path = join(target, 'backups', hollow, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8')) as { archives: { missing: string[] } }
    manifest.archives.missing = library.versions
    await writeFile(path, JSON.stringify(manifest))
    const { code, output } = await runAdmin(['restore', '--from', target], await anEmptyPlace())
    expect(output).toContain(`Skipping ${hollow}`)
    expect(output).toContain(`Restoring ${good}`)
    expect(code).toBe(0)
  })

  test('a damaged backup is refused before anything is loaded', async () => {
    const target = await aBackup('backup-4')
    const [name = ''] = await readdir(join(target, 'backups'))
    const file = await open(join(target, 'backups', name, 'versions.copy.gz'), 'r+')
    await file.write(Buffer.from([0xff]), 0, 1, 40)
    await file.close()
    const place = await anEmptyPlace()
    const refused = await runAdmin(['restore', '--from', target], place)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('The backup is damaged') })
    const tables = await onDatabase(place.DATABASE_URL, (db) => db.selectFrom('users').selectAll().execute())
    expect(tables).toEqual([])
  })

  test('a backup of an earlier version is migrated', async () => {
    const old = await anEmptyPlace()
    await onDatabase(old.DATABASE_URL, async (db) => {
      await migrate(db, { last: '0004-audit-log.sql' })
      await db.insertInto('accounts').values({ public_id: 'earlier', name: 'Earlier' }).execute()
      await sql`DELETE FROM accounts`.execute(db)
      await db.insertInto('accounts').values({ public_id: 'second', name: 'Second' }).execute()
    })
    const target = join(root, 'backup-5')
    expect(await runAdmin(['backup', '--to', target], old)).toMatchObject({ code: 0 })
    const place = await anEmptyPlace()
    expect(await runAdmin(['restore', '--from', target], place)).toMatchObject({ code: 0 })
    const rows = await onDatabase(place.DATABASE_URL, async (db) => {
      await db.insertInto('accounts').values({ public_id: 'third', name: 'Third' }).execute()
      await db.selectFrom('subscriptions').selectAll().execute()
      return db.selectFrom('accounts').select(['id', 'public_id']).orderBy('id').execute()
    })
    expect(rows).toEqual([
      { id: 2, public_id: 'second' },
      { id: 3, public_id: 'third' },
    ])
  })
})

test('a dump that cannot be written fails at once and releases the sweep lock', async () => {
  const url = await anEmptyDatabase()
  await onDatabase(url, async (db) => {
    await migrate(db)
    // Dumped first, and larger than the buffers between the database and the disk.
    await sql`CREATE TABLE a_large AS SELECT repeat(md5(i::text), 100) AS text FROM generate_series(1, 5000) i`.execute(
      db,
    )
  })
  const store = await filesystemBlobs(join(root, 'unwritable'))
  const target = { ...store, draft: async () => join(root, 'no such folder', 'draft') }
  const dumping = withoutSweeping(url, () =>
    withClient(url, (client) => dumpDatabase(client, target, 'dump')),
  )
  await expect(dumping).rejects.toMatchObject({ code: 'ENOENT' })
  const { rows } = await onDatabase(url, (db) =>
    sql`SELECT pg_try_advisory_lock(${sweepLock}) AS "isFree"`.execute(db),
  )
  expect(rows).toEqual([{ isFree: true }])
})
