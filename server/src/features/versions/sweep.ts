import type { Logger } from 'pino'

import { isKey } from '../../blobs/blob-store.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { addUpStorage } from '../storage/store.ts'
import { claimStores } from './claim-stores.ts'
import {
  countDeletedVersions,
  deleteOldPublishAnswers,
  deleteVersionRows,
  existingBlobKeys,
  hasHadVersions,
  listDeletedVersions,
  takeSweepLock,
} from './sweep-store.ts'

type SweepServices = { db: Database; blobs: Archives; log: Logger }

const hour = 60 * 60 * 1000

/** Deleted bytes stay this long, in case somebody asks for them back. */
const graceForDeleted = 24 * hour
/** A blob without a row may belong to an upload that is being recorded just now. */
export const graceForUnrecorded = 24 * hour
/** Longer than any upload is silent. */
const graceForDrafts = 2 * hour

export interface Swept {
  uploads: number
  versions: number
  unrecorded: number
  /** What a store does not let go of: tried again the next time. */
  held: number
}

interface SweepOptions {
  now?: number
  /** Only counts what it would remove. */
  isRehearsal?: boolean
  /** Waits for a sweep or a backup that is under way, instead of leaving it to a later round. */
  isPatient?: boolean
  signal?: AbortSignal | undefined
}

/** Removes from this machine's disk what is of no use any more. Each instance does so for itself. */
export async function tidyDisk({ blobs, log }: { blobs: Archives; log: Logger }): Promise<number> {
  const drafts = await blobs.tidy(new Date(Date.now() - graceForDrafts))
  if (drafts > 0) log.info({ drafts }, 'tidied up')
  return drafts
}

/** Removes what nobody can reach any more: broken uploads, unrecorded blobs, deleted versions. */
export async function sweep(
  services: SweepServices,
  { now = Date.now(), isRehearsal = false, isPatient = false, signal }: SweepOptions = {},
): Promise<Swept | undefined> {
  const { db, log } = services
  const held = new Map<string, unknown>()
  const how = { isRehearsal, signal, held }
  return db.transaction().execute(async (trx) => {
    if (!(await takeSweepLock(trx, isPatient))) return undefined
    await claimStores(db, services.blobs.stores)
    const swept = {
      uploads: isRehearsal ? 0 : await services.blobs.abortUnfinished(new Date(now - graceForDrafts)),
      versions: await sweepDeleted(services, new Date(now - graceForDeleted), how),
      unrecorded: await sweepUnrecorded(services, new Date(now - graceForUnrecorded), how),
      held: held.size,
    }
    if (isRehearsal) return swept
    if (held.size > 0) {
      const [err] = held.values()
      const keys = [...held.keys()].slice(0, 100)
      log.error({ err, keys, count: held.size }, 'some archives could not be removed; they are tried again')
    }
    await addUpStorage(db)
    await deleteOldPublishAnswers(db)
    if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept')
    return swept
  })
}

interface How extends Required<Pick<SweepOptions, 'isRehearsal' | 'signal'>> {
  held: Map<string, unknown>
}

/** One archive that is held back, by a missing right or a legal hold, keeps nothing else; a store that is away ends it. */
async function remove(blobs: BlobStore, key: string, held: How['held']): Promise<boolean> {
  try {
    await blobs.delete(key)
    return true
  } catch (error) {
    await blobs.probe()
    held.set(key, error)
    return false
  }
}

/** Bytes first: a crash in between leaves a row that is swept again, never bytes that nobody knows. */
async function sweepDeleted(
  { db, blobs }: SweepServices,
  before: Date,
  { isRehearsal, signal, held }: How,
): Promise<number> {
  if (isRehearsal) return countDeletedVersions(db, before)
  let swept = 0
  let last: number | undefined = 0
  while (last !== undefined) {
    const versions = await listDeletedVersions(db, before, last)
    const gone: number[] = []
    for (const { id, public_id: key } of versions) {
      signal?.throwIfAborted()
      if (await remove(blobs, key, held)) gone.push(id)
    }
    await deleteVersionRows(db, gone, before)
    swept += gone.length
    last = versions.at(-1)?.id
  }
  return swept
}

async function sweepUnrecorded(
  { db, blobs, log }: SweepServices,
  before: Date,
  { isRehearsal, signal, held }: How,
): Promise<number> {
  const isBlank = !(await hasHadVersions(db))
  const swept = new Set<string>()
  let batch: string[] = []
  const settle = async () => {
    const known = await existingBlobKeys(db, batch)
    for (const key of batch.filter((candidate) => !known.has(candidate))) {
      if (isRehearsal || (await remove(blobs, key, held))) swept.add(key)
    }
    batch = []
  }
  for await (const { key, writtenAt } of blobs.list()) {
    signal?.throwIfAborted()
    // What has no name of ours is not ours to remove.
    if (writtenAt >= before || !isKey(key)) continue
    if (isBlank) {
      log.error('there are archives and the database has never recorded a version: none is swept')
      return 0
    }
    batch.push(key)
    if (batch.length === 1000) await settle()
  }
  await settle()
  return swept.size
}
