import { writeFile } from 'node:fs/promises'

import { formatBytes } from '../archive/refusal.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { recordAsDone } from '../database/duties-store.ts'
import { formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { assertKnown, requireAddress, withServices } from './admin-services.ts'
import { countLiveArchives } from './archives-store.ts'
import { assertHoldsArchives, isMostlyMissing } from './assert-holds-archives.ts'
import { backupKind, manifestFile, nameOfBackup } from './backup-format.ts'
import type { Manifest } from './backup-format.ts'
import { copyArchives } from './copy-archives.ts'
import { withClient, withoutSweeping } from './database-client.ts'
import { dumpDatabase } from './dump-database.ts'
import { isSameStore } from './is-same-store.ts'
import { countOf, print } from './output.ts'

const day = 24 * 60 * 60 * 1000

export async function backup(config: Config, { to }: { to: string | undefined }): Promise<number> {
  const address = requireAddress(to, '--to')
  return withServices(config, {}, async ({ db, databaseUrl, openArchives, openStore }) => {
    await assertKnown(db)
    // Opened for reading only, so that a wrong folder does not become a store. Without versions there may be none yet.
    const blobs = await openArchives({ isWritten: (await countLiveArchives(db)) === 0 })
    await assertHoldsArchives(db, blobs)
    const target = await openStore(address, '--to')
    await assertSeparateStore(blobs, target)
    const backups = await openStore(address, '--to', { kind: backupKind })
    await removeUnfinished(backups)
    const takenAt = new Date()
    const name = nameOfBackup(takenAt)
    print(`Backing up to ${formatAddress(address)} as ${name}`)

    return withoutSweeping(databaseUrl, async (assertLockHeld) => {
      const dump = await withClient(databaseUrl, (client) => dumpDatabase(client, backups, name))
      const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
      print(`  dumped ${countOf(dump.tables.length, 'table')} (${countOf(rows, 'row')})`)
      // Archives never change, so they can be copied after the snapshot that names them.
      const uncopied = await copyArchives(blobs, target, dump.archives, { isTargetExclusive: true })
      for (const { archive, outcome } of uncopied) {
        print(`${outcome.padEnd(11)} ${archive.key} (${formatBytes(archive.bytes)})`)
      }
      const missing = uncopied.map(({ archive }) => archive.key)
      if (isMostlyMissing(missing.length, dump.archives.length)) {
        throw new StartupError(
          'Could not copy most of the archives, so this backup is incomplete: run plinth-admin verify.',
        )
      }
      await assertLockHeld()
      await storeManifest(backups, name, {
        format: 1,
        takenAt: takenAt.toISOString(),
        migrations: dump.migrations,
        tables: dump.tables,
        sequences: dump.sequences,
        archives: { ...dump.archivesFile, count: dump.archives.length, missing },
      })
      if (missing.length === 0) {
        // A database of an earlier version has no such table.
        if (dump.tables.some(({ table }) => table === 'duties')) await recordAsDone(db, 'backup')
        print(`Backed up: ${name}`)
        return 0
      }
      print(
        `Backed up as ${name}, but without ${countOf(missing.length, 'archive')}: run plinth-admin verify.`,
      )
      return 1
    })
  })
}

async function assertSeparateStore(blobs: BlobStore, target: BlobStore): Promise<void> {
  if (await isSameStore(blobs, target)) {
    throw new StartupError(
      'A backup beside the archives would be lost together with them: name another store.',
    )
  }
  if ((await target.owner()) !== undefined) {
    throw new StartupError('That is the store of a portal, which would remove the backup: name another one.')
  }
}

async function storeManifest(backups: BlobStore, name: string, manifest: Manifest): Promise<void> {
  const draft = await backups.draft()
  await writeFile(draft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
  await backups.commit(draft, `${name}/${manifestFile}`)
}

/** Removes backups that were interrupted before their manifest was written. */
async function removeUnfinished(backups: BlobStore): Promise<void> {
  const finished = new Set<string>()
  const old = new Map<string, string>()
  for await (const { key, writtenAt } of backups.list()) {
    const [name = '', file] = key.split('/')
    if (file === manifestFile) finished.add(name)
    else if (Date.now() - writtenAt.getTime() > day) old.set(key, name)
  }
  for (const [key, name] of old) if (!finished.has(name)) await backups.delete(key)
  const before = new Date(Date.now() - day)
  await backups.tidy(before)
  await backups.abortUnfinished(before)
}
