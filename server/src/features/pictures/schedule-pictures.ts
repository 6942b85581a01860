import type { Obstacle } from '@plinth/contract/pictures.ts'
import type { Logger } from 'pino'

import { queryThreads } from '../../contents/contents-pool.ts'
import type { PicturePlan, PlannedStory } from '../../contents/plan-pictures.ts'
import type { Database } from '../../database/connect.ts'
import { findContents } from '../contents/store.ts'
import { deleteFailedJob } from './comparisons-store.ts'
import { insertJob } from './jobs-store.ts'
import { copyThumbnails } from './results-store.ts'
import type { VersionToPicture } from './schedule-store.ts'

interface ScheduleServices {
  db: Database
  log: Logger
}

/**
 * Decides which pictures of a version are taken: thumbnails of stories that are new or may look different, and pictures to
 * compare of those that the version before has too. Done again, it adds what is missing.
 */
export async function schedulePictures(
  { db, log }: ScheduleServices,
  { accountId, versionId, previousId }: VersionToPicture,
  signal: AbortSignal,
): Promise<void> {
  const after = await findContents(db, versionId)
  const before = previousId === null ? undefined : await findContents(db, previousId)
  const planned = after ? await plan({ log, accountId, versionId }, before, after, signal) : noStories
  const known = planned?.stories ?? []
  const same = known.flatMap((story, place) => (story.isSame ? [{ ...wanted(story), place }] : []))
  const copied = previousId === null ? 0 : await copyThumbnails(db, previousId, versionId, same)
  // Also if nothing is to be compared: then it is known that nothing looks different.
  if (previousId !== null && before && after)
    await insertJob(db, { versionId, beforeVersionId: previousId, ...comparisonOf(planned) })
  // Those that were copied are not taken; a job that has nothing to do says that the version has been looked at.
  const isDone = planned && copied === known.length
  await insertJob(db, {
    versionId,
    beforeVersionId: null,
    ...jobOf(planned?.stories),
    ...(isDone && { state: 'done' }),
  })
}

const noStories: PicturePlan = { stories: [], compared: [], leftOut: 0 }

interface ComparisonToPlan {
  accountId: number
  versionId: number
  previousId: number
  /** A job that could not be planned, to be replaced. */
  failedId: number | undefined
  requestedBy: string
  /** Without one, only that there is nothing to compare is worth knowing: nobody would ever take a job. */
  hasCamera: boolean
}

/** For two versions that somebody compares: what may look different. Says why nothing was planned; null if something was. */
export async function planComparison(
  { db, log }: ScheduleServices,
  { accountId, versionId, previousId, failedId, requestedBy, hasCamera }: ComparisonToPlan,
  signal: AbortSignal,
): Promise<Obstacle | null> {
  const [before, after] = [await findContents(db, previousId), await findContents(db, versionId)]
  if (!before || !after) return 'notRead'
  const job = comparisonOf(await plan({ log, accountId, versionId }, before, after, signal))
  if (job.state !== 'done' && !hasCamera) return 'noCamera'
  await db.transaction().execute(async (trx) => {
    if (failedId !== undefined) await deleteFailedJob(trx, failedId)
    await insertJob(trx, { versionId, beforeVersionId: previousId, requestedBy, ...job })
  })
  return null
}

/** Undefined stands for what could not be found out. */
function jobOf(stories: PlannedStory[] | undefined) {
  if (!stories) return { stories: [], state: 'failed' } as const
  return { stories: stories.map(wanted), state: stories.length === 0 ? 'done' : 'waiting' } as const
}

const comparisonOf = (planned: PicturePlan | undefined) => ({
  ...jobOf(planned?.compared),
  leftOut: planned ? planned.leftOut : null,
})

const wanted = ({ id, idBefore, title, name }: PlannedStory) => ({
  id,
  idBefore: idBefore ?? id,
  title,
  name,
})

async function plan(
  { log, accountId, versionId }: { log: Logger; accountId: number; versionId: number },
  before: Buffer | undefined,
  after: Buffer,
  signal: AbortSignal,
): Promise<PicturePlan | undefined> {
  const outcome = await queryThreads.run(accountId, { kind: 'plan pictures', before, after }, signal)
  signal.throwIfAborted()
  if (outcome.kind === 'picture plan') return outcome.plan
  log.warn({ versionId, reason: outcome }, 'the pictures of a version could not be planned')
  return undefined
}
