import { writeFile } from 'node:fs/promises'

import { formatBytes, sayCount } from '../archive/refusal.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { recordAsDone } from '../database/duties-store.ts'
import { formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { assertKnown, requireAddress, withServices } from './admin-services.ts'
import { countArchivesAfter } from './archives-store.ts'
import { areOneStore } from './are-one-store.ts'
import { assertHoldsArchives, isMostlyMissing } from './assert-holds-archives.ts'
import { backupKind, manifestFile, nameOfBackup } from './backup-format.ts'
import type { Manifest } from './backup-format.ts'
import { copyArchives } from './copy-archives.ts'
import { withClient, withoutSweeping } from './database-client.ts'
import { dumpDatabase } from './dump-database.ts'
import { say } from './say.ts'

const day = 24 * 60 * 60 * 1000

export async function backup(config: Config, { to }: { to: string | undefined }): Promise<number> {
  const address = requireAddress(to, '--to')
  return withServices(config, {}, async ({ db, databaseUrl, openArchives, openStore }) => {
    await assertKnown(db)
    // Only read, so that no folder becomes a store by it; a portal that has published nothing may have none yet.
    const blobs = await openArchives({ isWritten: (await countArchivesAfter(db, 0, undefined)) === 0 })
    await assertHoldsArchives(db, blobs)
    const target = await openStore(address, '--to')
    await assertApart(blobs, target)
    const backups = await openStore(address, '--to', { kind: backupKind })
    await removeUnfinished(backups)
    const takenAt = new Date()
    const name = nameOfBackup(takenAt)
    say(`Backing up to ${formatAddress(address)} as ${name}`)

    return withoutSweeping(databaseUrl, async (assertHeld) => {
      const dump = await withClient(databaseUrl, (client) => dumpDatabase(client, backups, name))
      const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
      say(`  dumped ${sayCount(dump.tables.length)} tables (${sayCount(rows)} rows)`)
      // Archives never change, so those the snapshot names can be copied after it.
      const uncopied = await copyArchives(blobs, target, dump.archives, { isTargetOurs: true })
      for (const { archive, outcome } of uncopied) {
        say(`${outcome.padEnd(11)} ${archive.key} (${formatBytes(archive.bytes)})`)
      }
      const missing = uncopied.map(({ archive }) => archive.key)
      if (isMostlyMissing(missing.length, dump.archives.length)) {
        throw new StartupError(
          'Most archives could not be copied, so this is no backup: run plinth-admin verify.',
        )
      }
      await assertHeld()
      await storeManifest(backups, name, {
        format: 1,
        takenAt: takenAt.toISOString(),
        migrations: dump.migrations,
        tables: dump.tables,
        sequences: dump.sequences,
        archives: { ...dump.archivesFile, count: dump.archives.length, missing },
      })
      if (missing.length === 0) {
        // A database of an earlier version has no place to record it in.
        if (dump.tables.some(({ table }) => table === 'duties')) await recordAsDone(db, 'backup')
        say(`Backed up: ${name}`)
        return 0
      }
      say(`Backed up as ${name}, but without ${sayCount(missing.length)} archives: run plinth-admin verify.`)
      return 1
    })
  })
}

async function assertApart(blobs: BlobStore, target: BlobStore): Promise<void> {
  if (await areOneStore(blobs, target)) {
    throw new StartupError(
      'A backup beside the archives themselves would be lost with them: name another store.',
    )
  }
  if ((await target.owner()) !== undefined) {
    throw new StartupError(
      'That is the store of a portal, which would sweep what a backup puts there: name another one.',
    )
  }
}

async function storeManifest(backups: BlobStore, name: string, manifest: Manifest): Promise<void> {
  const draft = await backups.draft()
  await writeFile(draft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
  await backups.commit(draft, `${name}/${manifestFile}`)
}

/** Dumps of backups that never came to their manifest. */
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
