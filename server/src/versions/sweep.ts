import { minuteLength } from '../rate-limits/rate-limits.ts'
import { deleteOldCallCounts } from '../rate-limits/store.ts'
import type { Services } from '../services.ts'
import { deleteForgotten, deleteVersionRows, existingBlobKeys, listDeletedVersions } from './sweep-store.ts'

type SweepServices = Pick<Services, 'db' | 'blobs' | 'log'>

const hour = 60 * 60 * 1000

/** Deleted bytes stay this long, in case somebody asks for them back. */
const graceForDeleted = 24 * hour
/** A blob without a row may belong to an upload that is being recorded just now. */
const graceForUnrecorded = 24 * hour
/** Longer than any upload is silent. */
const graceForDrafts = 2 * hour

/** Removes what nobody can reach any more: abandoned drafts, unrecorded blobs, deleted versions, spent tickets. */
export async function sweep(services: SweepServices, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const { db, log } = services
  const swept = {
    drafts: await services.blobs.discardAbandoned(new Date(now - graceForDrafts)),
    versions: await sweepDeleted(services, new Date(now - graceForDeleted), signal),
    unrecorded: await sweepUnrecorded(services, new Date(now - graceForUnrecorded), signal),
  }
  await deleteForgotten(db)
  await deleteOldCallCounts(db, Math.floor(now / minuteLength) - 5)
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept')
}

/** Bytes first: a crash in between leaves a row that is swept again, never bytes that nobody knows. */
async function sweepDeleted(
  { db, blobs }: SweepServices,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const versions = await listDeletedVersions(db, before)
  for (const { public_id: key } of versions) {
    signal?.throwIfAborted()
    await blobs.delete(key)
  }
  await deleteVersionRows(
    db,
    versions.map(({ id }) => id),
    before,
  )
  return versions.length
}

async function sweepUnrecorded(
  { db, blobs }: SweepServices,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  let swept = 0
  let batch: string[] = []
  const settle = async () => {
    const known = await existingBlobKeys(db, batch)
    for (const key of batch.filter((candidate) => !known.has(candidate))) {
      await blobs.delete(key)
      swept += 1
    }
    batch = []
  }
  for await (const { key, writtenAt } of blobs.list()) {
    signal?.throwIfAborted()
    if (writtenAt < before) batch.push(key)
    if (batch.length === 1000) await settle()
  }
  await settle()
  return swept
}
