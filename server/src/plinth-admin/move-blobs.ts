import { isKey } from '../blobs/blob-store.ts'
import { openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../database/connect.ts'
import { claimStores } from '../features/versions/claim-stores.ts'
import { findRecordedArchive } from '../features/versions/store.ts'
import { readBlobAddress, formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { sha256Of } from '../shared/hashing-stream.ts'
import { StartupError } from '../shared/startup-error.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { copyArchive, forEachConcurrently, sizesIn } from './copy-archive.ts'
import { isSameStore } from './is-same-store.ts'
import { countOf, print, showProgress } from './output.ts'
import { UsageError } from './usage-error.ts'

interface MoveOptions {
  from: string | undefined
  to: string | undefined
  deletesSource: boolean
}

export async function moveBlobs(config: Config, options: MoveOptions): Promise<number> {
  const fromAddress = options.from ? readBlobAddress(options.from) : config.blobsFrom
  const toAddress = options.to ? readBlobAddress(options.to) : config.blobs
  if (!fromAddress) throw new UsageError('Name the store to move from: --from, or PLINTH_BLOBS_FROM.')
  return withServices(config, {}, async ({ db, openStore }) => {
    await assertUpToDate(db)
    const from = await openStore(fromAddress, '--from', { isWritten: false })
    const to = await openStore(toAddress, '--to')
    if (await isSameStore(from, to)) throw new StartupError('Both stores are the same: nothing was moved.')
    await claimStores(db, [
      { store: to, address: toAddress, isWritten: true },
      { store: from, address: fromAddress, isWritten: false },
    ])
    print(`Moving archives from ${formatAddress(fromAddress)} to ${formatAddress(toAddress)}`)
    const bad = new Set<string>()
    // Repeated until nothing is missing: portals may still have published to the old store.
    let isMoving = true
    while (isMoving) isMoving = await copyMissing(db, from, to, bad)
    for (const key of bad) print(`not moved: ${key} is damaged`)
    if (options.deletesSource) await deleteMoved(db, from, to, bad)
    print(
      bad.size === 0
        ? 'All archives are in the new store.'
        : `${countOf(bad.size, 'archive')} could not be moved.`,
    )
    return bad.size === 0 ? 0 : 1
  })
}

/** Copies what the target lacks; false once it lacks nothing. */
async function copyMissing(db: Database, from: BlobStore, to: BlobStore, bad: Set<string>): Promise<boolean> {
  const there = await sizesIn(to)
  const here = await sizesIn(from)
  const missing = [...here].filter(([key, bytes]) => isKey(key) && there.get(key) !== bytes && !bad.has(key))
  if (missing.length === 0) return false
  const progress = showProgress('moved', missing.length)
  await forEachConcurrently(missing, async ([key, bytes]) => {
    const outcome = there.has(key)
      ? 'damaged'
      : await copyArchive(from, to, key, await findRecordedArchive(db, key))
    // An archive missing from the source was deleted meanwhile.
    if (outcome === 'damaged') bad.add(key)
    progress.add(bytes)
  })
  progress.end()
  return true
}

/** Removes from the source what was read back from the target, byte for byte. */
async function deleteMoved(db: Database, from: BlobStore, to: BlobStore, bad: Set<string>): Promise<void> {
  const keys = [...(await sizesIn(from))].filter(([key]) => isKey(key) && !bad.has(key))
  const progress = showProgress('compared and removed', keys.length)
  await forEachConcurrently(keys, async ([key, bytes]) => {
    const recorded = (await findRecordedArchive(db, key))?.sha256 ?? (await hashIn(from, key))
    const arrived = await hashIn(to, key)
    if (recorded && arrived?.equals(recorded)) await from.delete(key)
    else bad.add(key)
    progress.add(bytes)
  })
  progress.end()
}

async function hashIn(store: BlobStore, key: string): Promise<Buffer | undefined> {
  const blob = await openIfExists(store, key)
  if (!blob) return undefined
  try {
    return await sha256Of(blob.source.stream(0, blob.bytes))
  } finally {
    await blob.close()
  }
}
