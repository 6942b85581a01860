import { sql } from 'kysely'

import { isKey } from '../blobs/blob-store.ts'
import type { Services } from '../services.ts'
import { deleteForgotten, deleteVersionRows, existingBlobKeys, listDeletedVersions } from './sweep-store.ts'

type SweepServices = Pick<Services, 'db' | 'blobs' | 'log'>

const hour = 60 * 60 * 1000
const lockKey = 7_015_462

/** Deleted bytes stay this long, in case somebody asks for them back. */
const graceForDeleted = 24 * hour
/** A blob without a row may belong to an upload that is being recorded just now. */
const graceForUnrecorded = 24 * hour
/** Longer than any upload is silent. */
const graceForDrafts = 2 * hour

/** Sweeps at once and then every hour, on one instance at a time, until stopped. */
export function sweepRegularly(services: SweepServices): () => void {
  const run = () =>
    sweep(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'sweeping failed; it is tried again'),
    )
  void run()
  const timer = setInterval(run, hour)
  return () => clearInterval(timer)
}

/** Removes what nobody can reach any more: abandoned drafts, unrecorded blobs, deleted versions, spent tickets. */
export async function sweep(services: SweepServices, now = Date.now()): Promise<void> {
  const { db, log } = services
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      taken: boolean
    }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS taken`.execute(trx)
    if (!rows[0]?.taken) return
    const swept = {
      drafts: await services.blobs.discardAbandoned(new Date(now - graceForDrafts)),
      versions: await sweepDeleted(services, new Date(now - graceForDeleted)),
      unrecorded: await sweepUnrecorded(services, new Date(now - graceForUnrecorded)),
    }
    await deleteForgotten(db)
    if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept')
  })
}

/** Bytes first: a crash in between leaves a row that is swept again, never bytes that nobody knows. */
async function sweepDeleted({ db, blobs }: SweepServices, before: Date): Promise<number> {
  const versions = await listDeletedVersions(db, before)
  for (const { public_id: key } of versions) await blobs.delete(key)
  await deleteVersionRows(
    db,
    versions.map(({ id }) => id),
    before,
  )
  return versions.length
}

async function sweepUnrecorded({ db, blobs }: SweepServices, before: Date): Promise<number> {
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
    // What has no name of ours is not ours to remove.
    if (writtenAt < before && isKey(key)) batch.push(key)
    if (batch.length === 1000) await settle()
  }
  await settle()
  return swept
}
