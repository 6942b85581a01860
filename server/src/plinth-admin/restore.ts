import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

import { formatCount } from '../archive/refusal.ts'
import { openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { NamedStore } from '../blobs/open-blobs.ts'
import { writeHashed } from '../blobs/write-hashed.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import { adoptStores, claimStores } from '../features/versions/claim-stores.ts'
import { formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { appliedMigrations, requireAddress, withServices } from './admin-services.ts'
import { isMostlyMissing } from './assert-holds-archives.ts'
import { backupKind, ListedArchive, manifestFile, readManifest } from './backup-format.ts'
import type { Manifest, StoredFile } from './backup-format.ts'
import type { RecordedArchive } from './copy-archive.ts'
import { copyArchives } from './copy-archives.ts'
import { withClient } from './database-client.ts'
import { assertEmpty, listTablesInOrder, loadDatabase } from './load-database.ts'
import { countOf, print } from './output.ts'

interface RestoreOptions {
  from: string | undefined
  name: string | undefined
  /** Take over a store of another database, which this one replaces. */
  adoptsStore: boolean
}

export async function restore(config: Config, options: RestoreOptions): Promise<number> {
  const address = requireAddress(options.from, '--from')
  return withServices(config, { isNew: true }, async ({ db, databaseUrl, openArchives, openStore }) => {
    const backups = await openStore(address, '--from', { kind: backupKind, isWritten: false })
    const source = await openStore(address, '--from', { isWritten: false })
    const target = await openArchives()
    const name = options.name ?? (await newestBackup(backups))
    const manifest = await fetchManifest(backups, name)
    print(`Restoring ${name} (taken ${manifest.takenAt}) from ${formatAddress(address)}`)

    const last = await assertLoadable(manifest, await appliedMigrations(db))
    await withClient(databaseUrl, async (client) => assertEmpty(client, await listTablesInOrder(client)))
    const archives = await fetchArchiveList(backups, target, manifest)
    await assertNoOtherArchives(target, archives)
    if (!options.adoptsStore) await assertUnowned(target.stores)
    const uncopied = await copyArchives(source, target, archives, { isTargetExclusive: false })
    await migrate(db, { last })
    await withFetched(backups, target, async (fetch) =>
      withClient(databaseUrl, (client) => loadDatabase(client, manifest, fetch)),
    )
    await migrate(db)
    await (options.adoptsStore ? adoptStores : claimStores)(db, target.stores)
    print(`  loaded ${countOf(manifest.tables.length, 'table')}`)
    const known = new Set(manifest.archives.missing)
    for (const { archive } of uncopied) {
      print(
        `missing     ${archive.key}${known.has(archive.key) ? ' (already missing when the backup was taken)' : ''}`,
      )
    }
    print(uncopied.length === 0 ? 'Restored.' : `Restored without ${countOf(uncopied.length, 'archive')}.`)
    return uncopied.length === 0 ? 0 : 1
  })
}

async function newestBackup(backups: BlobStore): Promise<string> {
  const names: string[] = []
  for await (const { key } of backups.list()) {
    const [name = '', file] = key.split('/')
    if (file === manifestFile) names.push(name)
  }
  for (const name of names.toSorted().toReversed()) {
    const { archives } = await fetchManifest(backups, name)
    if (!isMostlyMissing(archives.missing.length, archives.count)) return name
    print(
      `Skipping ${name}: it lacks ${formatCount(archives.missing.length)} of ${countOf(archives.count, 'archive')}.`,
    )
  }
  throw new StartupError('There is no finished backup at that address.')
}

async function fetchManifest(backups: BlobStore, name: string): Promise<Manifest> {
  const blob = /^[a-z0-9-]+$/.test(name) ? await openIfExists(backups, `${name}/${manifestFile}`) : undefined
  if (!blob) throw new StartupError('There is no finished backup of that name.')
  const text = (await blob.source.read(0, blob.bytes)).toString('utf8')
  await blob.close()
  return readManifest(text)
}

/** Returns the last migration of the backup; throws if this version or this database cannot load it. */
async function assertLoadable({ migrations }: Manifest, applied: string[]): Promise<string> {
  const known = await listMigrations()
  const last = migrations.at(-1)
  if (last === undefined || migrations.some((name, i) => known[i] !== name)) {
    throw new StartupError('The backup was taken by a newer version: restore it with that one.')
  }
  if (applied.length > migrations.length) {
    throw new StartupError('The database is of a newer version than the backup: use an empty one.')
  }
  return last
}

/** Passes `work` a function that fetches files of the backup, checked by hash, and removes them afterwards. */
async function withFetched<T>(
  backups: BlobStore,
  target: BlobStore,
  work: (fetch: (file: StoredFile) => Promise<string>) => Promise<T>,
): Promise<T> {
  const drafts: string[] = []
  try {
    return await work(async ({ file, bytes, sha256 }) => {
      const blob = await openIfExists(backups, file)
      if (!blob || blob.bytes !== bytes) throw new StartupError(`The backup is damaged: ${file}.`)
      const draft = await target.draft()
      drafts.push(draft)
      const hash = await writeHashed(blob.source.stream(0, bytes), draft)
      await blob.close()
      if (hash.toString('hex') !== sha256) throw new StartupError(`The backup is damaged: ${file}.`)
      return draft
    })
  } finally {
    for (const draft of drafts) await target.discard(draft)
  }
}

async function fetchArchiveList(
  backups: BlobStore,
  target: BlobStore,
  manifest: Manifest,
): Promise<RecordedArchive[]> {
  return withFetched(backups, target, async (fetch) => {
    const path = await fetch(manifest.archives)
    const archives: RecordedArchive[] = []
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
    for await (const line of lines) {
      const archive = ListedArchive.parse(JSON.parse(line))
      archives.push({ ...archive, sha256: Buffer.from(archive.sha256, 'hex') })
    }
    return archives
  })
}

/** An interrupted restore may have copied some archives; any others belong to something else. */
async function assertNoOtherArchives(target: BlobStore, archives: readonly RecordedArchive[]): Promise<void> {
  const expected = new Set(archives.map(({ key }) => key))
  for await (const { key } of target.list()) {
    if (expected.has(key)) continue
    throw new StartupError(
      'The store is not empty (PLINTH_BLOBS has archives that are not in the backup), so nothing was restored.',
    )
  }
}

/** A portal on that other database may be running, and this one would sweep its new archives. */
async function assertUnowned(stores: readonly NamedStore[]): Promise<void> {
  for (const { store, address } of stores) {
    if ((await store.owner()) === undefined) continue
    throw new StartupError(
      `The store ${formatAddress(address)} already belongs to a database. If that one no longer exists, add --adopt-store.`,
    )
  }
}
