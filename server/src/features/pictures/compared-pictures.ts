import type { Obstacle, PictureComparison } from '@plinth/contract/pictures.ts'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { findCompared } from '../contents/find-versions-to-compare.ts'
import { findStorybook } from '../storybooks/store.ts'
import { findCameraState } from './cameras-store.ts'
import {
  countRequestedJobs,
  countWaitingJobs,
  findComparisonJob,
  listComparedStories,
  retryJob,
} from './comparisons-store.ts'
import type { ComparisonJobRow } from './comparisons-store.ts'
import { findObstacle } from './find-obstacle.ts'
import { presentComparison } from './present.ts'
import { planComparison } from './schedule-pictures.ts'

/** Versions to compare, as people name them. */
export interface ComparedNames {
  accountId: number
  /** The person who asks; null for an API key. */
  readerId: number | null
  storybook: string
  from?: string | undefined
  to?: string | undefined
}

/** More than this are not asked for at once by one account. */
const maxWaitingJobs = 100
/** Nor by one person or API key, which would leave nothing for others. */
const maxWaitingOfPerson = 20
const maxRequestsADay = 100

/** The two versions; by default the newest, and its baseline. Throws if one of them does not exist. */
export async function findComparedVersions(
  db: Database,
  { accountId, storybook: id, ...names }: ComparedNames,
) {
  const storybook = await findStorybook(db, accountId, id)
  if (!storybook) throw new Problem('not_found')
  return { storybook, ...(await findCompared(db, storybook, names)) }
}

interface PictureServices {
  db: Database
  log: Logger
  config: Config
}

export async function getComparedPictures(
  { db, config }: Pick<PictureServices, 'db' | 'config'>,
  names: ComparedNames,
): Promise<PictureComparison> {
  const { storybook, before, after } = await findComparedVersions(db, names)
  const job = await findComparisonJob(db, before.id, after.id)
  const rows = job
    ? await listComparedStories(db, job.id, { storybookId: storybook.id, branch: after.branch })
    : []
  return presentComparison(job, rows, {
    hasCamera: (await findCameraState(db)) === 'running',
    obstacle: job?.state === 'done' ? null : await findObstacle(db, names.accountId, config),
    requiresReview: storybook.requires_review,
    readerId: names.readerId,
  })
}

/** Has pictures taken, unless they were or are being taken already. What failed is tried again. */
export async function requestComparedPictures(
  services: PictureServices,
  names: ComparedNames,
  requestedBy: string,
  signal: AbortSignal,
): Promise<PictureComparison> {
  const { db } = services
  const { before, after } = await findComparedVersions(db, names)
  const job = await findComparisonJob(db, before.id, after.id)
  const reason =
    !job || job.mayRetry ? await request(services, names, { before, after, job, requestedBy }, signal) : null
  const found = await getComparedPictures(services, names)
  return reason === null ? found : { ...found, obstacle: reason }
}

interface RequestedComparison {
  before: { id: number }
  after: { id: number }
  /** The one that failed, if there was one. */
  job: ComparisonJobRow | undefined
  requestedBy: string
}

/** Why no pictures will be taken; null if they will. Nothing is changed before it is known that they can be. */
async function request(
  services: PictureServices,
  { accountId }: ComparedNames,
  { before, after, job, requestedBy }: RequestedComparison,
  signal: AbortSignal,
): Promise<Obstacle | null> {
  if ((await countWaitingJobs(services.db, accountId)) >= maxWaitingJobs) return 'manyWaiting'
  const { waiting, today } = await countRequestedJobs(services.db, accountId, requestedBy)
  if (waiting >= maxWaitingOfPerson || today >= maxRequestsADay)
    throw new Problem('too_many_picture_requests')
  if (job && job.stories.length > 0) {
    await retryJob(services.db, job.id)
    return null
  }
  const hasCamera = (await findCameraState(services.db)) !== 'none'
  const ids = { accountId, versionId: after.id, previousId: before.id, failedId: job?.id }
  return planComparison(services, { ...ids, requestedBy, hasCamera }, signal)
}
