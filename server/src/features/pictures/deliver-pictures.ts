import { writeFile } from 'node:fs/promises'

import type { ComparedStory, deliverPictures, JobEnd, Picture, Taken } from '@plinth/contract/camera.ts'
import type { Input } from '@plinth/contract/endpoint.ts'

import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { lockStorage } from '../storage/store.ts'
import { checkPicture } from './check-picture.ts'
import type { AskedPicture, CheckedPicture } from './check-picture.ts'
import { addToCounts } from './counts-store.ts'
import { endAttempt, extendLease, findLastEndOfOthers } from './jobs-store.ts'
import type { TakenJob } from './jobs-store.ts'
import { findPictureIds, insertPictures } from './pictures-store.ts'
import type { StoredPicture } from './pictures-store.ts'
import { listRemaining, saveComparisons, saveThumbnails } from './results-store.ts'
import type { SavedComparison } from './results-store.ts'

type Delivery = Input<typeof deliverPictures>['body']
type Result = Delivery['results'][number]

/** Ends that are the build's fault. */
const limits: ReadonlySet<JobEnd> = new Set(['memory', 'processes', 'disk', 'time', 'messages'])

interface DeliveryServices {
  db: Database
  pictures: BlobStore
  /** Of accounts without one of their own. */
  storageLimitBytes: number
}

/**
 * Stores what a camera delivers: first the bytes, durably, then what they show, in one transaction. A delivery that comes twice
 * changes no picture. If it does not fit into the account's storage, the job ends, and the camera learns that it is gone.
 */
export async function storeDelivery(
  services: DeliveryServices,
  job: TakenJob,
  delivery: Delivery,
): Promise<void> {
  try {
    await store(services, job, delivery)
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error
    await endAttempt(services.db, job, 'storage', false)
    throw new Problem('not_found')
  }
}

/** The account's storage is full. */
class DoesNotFit extends Error {
  override name = 'DoesNotFit'
}

async function store(
  { db, pictures: blobs, storageLimitBytes }: DeliveryServices,
  job: TakenJob,
  { results, end }: Delivery,
): Promise<void> {
  assertWanted(job, results)
  const checked = new Map<Picture, CheckedPicture>()
  for (const [picture, asked] of results.flatMap(picturesIn)) checked.set(picture, check(picture, asked))
  const stored = await storeNew(db, blobs, job, [...checked.values()])
  await db.transaction().execute(async (trx) => {
    if (!(await extendLease(trx, job, results.length > 0))) throw new Problem('not_found')
    await assertFits(trx, job, stored, storageLimitBytes)
    await insertPictures(trx, job.storybookId, stored)
    const hashes = [
      ...[...checked.values()].map(({ sha256 }) => sha256),
      ...results.flatMap((result) => (result.kind === 'compared' ? hashesIn(result) : [])),
    ]
    const ids = await findPictureIds(trx, job.storybookId, hashes)
    const idOf = (picture: Picture) => {
      const id = ids.get(checked.get(picture)?.sha256 ?? '')
      // It was there before and is not any more: the camera delivers again.
      if (id === undefined) throw new Problem('unavailable')
      return id
    }
    await saveThumbnails(
      trx,
      job.versionId,
      results.flatMap((result) =>
        result.kind === 'thumbnail'
          ? [
              {
                story: result.story,
                place: job.stories.findIndex(({ id }) => id === result.story),
                singleId: result.pictures && idOf(result.pictures.single),
                doubleId: result.pictures && idOf(result.pictures.double),
              },
            ]
          : [],
      ),
    )
    await saveComparisons(
      trx,
      job,
      results.flatMap((result) => (result.kind === 'compared' ? [savedComparison(result, ids, idOf)] : [])),
    )
    await addToCounts(trx, job.accountId, {
      pictures: stored.length,
      limitsExceeded: end !== null && (await isBuildsFault(trx, job, end)) ? 1 : 0,
    })
    if (end !== null)
      await endAttempt(trx, job, end, end === 'done' && (await listRemaining(trx, job)).length === 0)
  })
}

async function assertFits(
  trx: Database,
  { accountId }: TakenJob,
  pictures: readonly StoredPicture[],
  storageLimitBytes: number,
): Promise<void> {
  if (pictures.length === 0) return
  const storage = await lockStorage(trx, accountId, storageLimitBytes)
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0)
  if (storage && storage.usedBytes + bytes > storage.limitBytes) throw new DoesNotFit()
}

/**
 * Exceeding a limit is always the build's fault. A crash is not if other accounts' builds crash in this camera too: then the
 * browser does not work. Where there are no others, a build whose next attempt crashes as well is to blame.
 */
async function isBuildsFault(trx: Database, job: TakenJob, end: JobEnd): Promise<boolean> {
  if (end !== 'crashed') return limits.has(end)
  const ofOthers = await findLastEndOfOthers(trx, job.environment ?? '', job.accountId)
  return ofOthers === undefined ? job.lastEndedAs === 'crashed' : ofOthers !== 'crashed'
}

/** A camera that was taken over by a build cannot write about stories that nobody asked for. */
function assertWanted({ kind, stories }: TakenJob, results: readonly Result[]): void {
  const wanted = new Set(stories.map(({ id }) => id))
  const expected = kind === 'thumbnails' ? 'thumbnail' : 'compared'
  if (results.every((result) => result.kind === expected && wanted.has(result.story))) return
  throw new Problem('invalid_input', { errors: [{ field: 'results', message: 'Not of this job' }] })
}

function check(picture: Picture, asked: AskedPicture): CheckedPicture {
  const checked = checkPicture(picture, asked)
  if (!checked)
    throw new Problem('invalid_input', { errors: [{ field: 'results', message: 'Not such a picture' }] })
  return checked
}

function picturesIn(result: Result): [Picture, AskedPicture][] {
  if (result.kind === 'thumbnail') {
    if (!result.pictures) return []
    const { single, double } = result.pictures
    return [
      [single, 'single'],
      [double, 'double'],
    ]
  }
  const { before, after, difference } = result
  return [
    ...('picture' in before ? [before.picture] : []),
    ...('picture' in after ? [after.picture] : []),
    ...(difference ? [difference.picture] : []),
  ].map((picture) => [picture, 'compared'])
}

const hashesIn = ({ before, after }: ComparedStory) =>
  [before, after].flatMap((taken) => ('sha256' in taken ? [taken.sha256] : []))

const none = (taken: Taken) => ('none' in taken ? taken.none : null)

function savedComparison(
  result: ComparedStory,
  ids: ReadonlyMap<string, number>,
  idOf: (picture: Picture) => number,
): SavedComparison {
  const id = (taken: Taken) => {
    if ('picture' in taken) return idOf(taken.picture)
    if (!('sha256' in taken)) return null
    const known = ids.get(taken.sha256)
    if (known === undefined) throw new Problem('unavailable')
    return known
  }
  return {
    result,
    beforeId: id(result.before),
    afterId: id(result.after),
    beforeNone: none(result.before),
    afterNone: none(result.after),
    differenceId: result.difference && idOf(result.difference.picture),
  }
}

/** The bytes of pictures that the storybook does not have yet. */
async function storeNew(
  db: Database,
  blobs: BlobStore,
  { storybookId }: TakenJob,
  pictures: readonly CheckedPicture[],
): Promise<StoredPicture[]> {
  const byHash = new Map(pictures.map((picture) => [picture.sha256, picture]))
  const known = await findPictureIds(db, storybookId, [...byHash.keys()])
  const stored: StoredPicture[] = []
  for (const { sha256, bytes, mediaType, width, height } of byHash.values()) {
    if (known.has(sha256)) continue
    const key = newPublicId()
    const draft = await blobs.draft()
    try {
      await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })
      await blobs.commit(draft, key)
    } finally {
      await blobs.discard(draft)
    }
    stored.push({ sha256: Buffer.from(sha256, 'hex'), mediaType, width, height, bytes: bytes.length, key })
  }
  return stored
}
