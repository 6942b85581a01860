import { trashDays } from '@plinth/contract/trash-days.ts'
import type { Logger } from 'pino'

import { isKey } from '../../blobs/blob-store.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { steadyNow } from '../../shared/steady-now.ts'
import { existingPackKeys } from '../packs/store.ts'
import { forgetOldCameras } from '../pictures/cameras-store.ts'
import { forgetOldCounts } from '../pictures/counts-store.ts'
import { deleteUnusedPictures, existingPictureKeys } from '../pictures/pictures-store.ts'
import { sumStorage } from '../storage/store.ts'
import { purgeDeletedBefore } from '../trash/purge-store.ts'
import { claimStores } from './claim-stores.ts'
import {
  countVersionsToSweep,
  databaseNow,
  deleteOldPublishAnswers,
  deleteVersionRows,
  existingBlobKeys,
  hasHadVersions,
  listPurgedVersions,
  takeSweepLock,
} from './sweep-store.ts'

type SweepServices = { db: Database; blobs: Archives; log: Logger }

const hour = 60 * 60 * 1000

/** Deleted versions and storybooks can be restored for this long. */
const graceForDeleted = trashDays * 24 * hour
/** A blob without a row may belong to an upload that is being recorded right now. */
export const graceForUnrecorded = 24 * hour
/** Longer than any upload pauses. */
const graceForDrafts = 2 * hour

export interface Swept {
  uploads: number
  versions: number
  unrecorded: number
  /** Packs that belong to no version. */
  packs: number
  /** Pictures that no version shows. */
  pictures: number
  /** What the store refused to delete; retried by the next sweep. */
  undeletable: number
}

interface SweepOptions {
  now?: number
  /** Only counts what would be removed. */
  isDryRun?: boolean
  /** Waits for a running sweep or backup instead of returning undefined. */
  waitsForLock?: boolean
  signal?: AbortSignal | undefined
}

/** Removes abandoned drafts from this machine's disk. Each instance does this for itself. */
export async function tidyDisk({ blobs, log }: { blobs: Archives; log: Logger }): Promise<number> {
  const drafts = await blobs.tidy(new Date(steadyNow() - graceForDrafts))
  if (drafts > 0) log.info({ drafts }, 'removed abandoned drafts')
  return drafts
}

/** Removes what is no longer referenced: broken uploads, unrecorded blobs, deleted versions. */
export async function sweep(
  services: SweepServices,
  { now: given, isDryRun = false, waitsForLock = false, signal }: SweepOptions = {},
): Promise<Swept | undefined> {
  const { db, log } = services
  const { packs } = services.blobs
  const failures = new Map<string, unknown>()
  const run = { isDryRun, signal, failures }
  return db.transaction().execute(async (trx) => {
    if (!(await takeSweepLock(trx, waitsForLock))) return undefined
    // The slower of the two clocks counts, because it deletes less.
    const now = given ?? Math.min(steadyNow(), await databaseNow(trx))
    const before = new Date(now - graceForUnrecorded)
    await claimStores(db, services.blobs.stores)
    const swept = {
      uploads: isDryRun ? 0 : await abortUnfinished(services.blobs, new Date(now - graceForDrafts)),
      versions: await sweepDeleted(services, new Date(now - graceForDeleted), run),
      unrecorded: await sweepUnrecorded(services, services.blobs, existingBlobKeys, before, run),
      packs: packs ? await sweepUnrecorded(services, packs, existingPackKeys, before, run) : 0,
      pictures: await sweepPictures(services, before, run),
      undeletable: failures.size,
    }
    if (isDryRun) return swept
    if (failures.size > 0) {
      const [err] = failures.values()
      const keys = [...failures.keys()].slice(0, 100)
      log.error(
        { err, keys, count: failures.size },
        'some archives could not be removed; they will be retried',
      )
    }
    await sumStorage(db)
    await deleteOldPublishAnswers(db)
    if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept')
    return swept
  })
}

/** After versions: theirs are unused then. */
async function sweepPictures(services: SweepServices, before: Date, run: SweepRun): Promise<number> {
  const { pictures } = services.blobs
  if (!run.isDryRun) {
    await deleteUnusedPictures(services.db)
    await forgetOldCounts(services.db)
    await forgetOldCameras(services.db)
  }
  return pictures ? sweepUnrecorded(services, pictures, existingPictureKeys, before, run) : 0
}

async function abortUnfinished(blobs: Archives, before: Date): Promise<number> {
  let aborted = 0
  for (const store of [blobs, blobs.packs, blobs.pictures])
    aborted += (await store?.abortUnfinished(before)) ?? 0
  return aborted
}

interface SweepRun extends Required<Pick<SweepOptions, 'isDryRun' | 'signal'>> {
  failures: Map<string, unknown>
}

/** An archive that cannot be deleted, for lack of permission or under a legal hold, is skipped; an outage ends the sweep. */
async function remove(blobs: BlobStore, key: string, failures: SweepRun['failures']): Promise<boolean> {
  try {
    await blobs.delete(key)
    return true
  } catch (error) {
    await blobs.probe()
    failures.set(key, error)
    return false
  }
}

/**
 * Marks what is due first, so that it can no longer be restored. Then deletes the bytes before the rows: a crash in between
 * leaves a row that is swept again, never unreferenced bytes.
 */
async function sweepDeleted(
  { db, blobs }: SweepServices,
  before: Date,
  { isDryRun, signal, failures }: SweepRun,
): Promise<number> {
  if (isDryRun) return countVersionsToSweep(db, before)
  await purgeDeletedBefore(db, before)
  let swept = 0
  let last: number | undefined = 0
  while (last !== undefined) {
    const versions = await listPurgedVersions(db, last)
    const removed: number[] = []
    for (const { id, public_id: key, pack_key: packKey } of versions) {
      signal?.throwIfAborted()
      if (blobs.packs && packKey !== null && !(await remove(blobs.packs, packKey, failures))) continue
      if (await remove(blobs, key, failures)) removed.push(id)
    }
    await deleteVersionRows(db, removed)
    swept += removed.length
    last = versions.at(-1)?.id
  }
  return swept
}

async function sweepUnrecorded(
  { db, log }: SweepServices,
  blobs: BlobStore,
  existingKeys: (db: Database, keys: string[]) => Promise<Set<string>>,
  before: Date,
  { isDryRun, signal, failures }: SweepRun,
): Promise<number> {
  const hasRecords = await hasHadVersions(db)
  const swept = new Set<string>()
  let batch: string[] = []
  const sweepBatch = async () => {
    const known = await existingKeys(db, batch)
    for (const key of batch.filter((candidate) => !known.has(candidate))) {
      if (isDryRun || (await remove(blobs, key, failures))) swept.add(key)
    }
    batch = []
  }
  for await (const { key, writtenAt } of blobs.list()) {
    signal?.throwIfAborted()
    // Files that Plinth did not name are not Plinth's to remove.
    if (writtenAt >= before || !isKey(key)) continue
    if (!hasRecords) {
      log.error('the store has archives but the database has never recorded a version; nothing is swept')
      return 0
    }
    batch.push(key)
    if (batch.length === 1000) await sweepBatch()
  }
  await sweepBatch()
  return swept.size
}
