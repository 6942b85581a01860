import type { PictureComparison } from '@plinth/contract/pictures.ts'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { findPreviousVersion } from '../contents/comparison-store.ts'
import { findStorybook } from '../storybooks/store.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import {
  countRequestedJobs,
  countWaitingJobs,
  findComparisonJob,
  listComparedStories,
  retryJob,
} from './comparisons-store.ts'
import { hasCamera } from './jobs-store.ts'
import { presentComparison } from './present.ts'
import { planComparison } from './schedule-pictures.ts'

/** Versions to compare, as people name them. */
export interface ComparedNames {
  accountId: number
  storybook: string
  from?: string | undefined
  to?: string | undefined
}

/** More than this are not asked for at once by one account. */
const maxWaitingJobs = 100
/** Nor by one person or API key, which would leave nothing for others. */
const maxWaitingOfPerson = 20
const maxRequestsADay = 100

/** The two versions; by default the newest, and the one before it. Throws if one of them does not exist. */
export async function findCompared(db: Database, { accountId, storybook: id, from, to }: ComparedNames) {
  const storybook = await findStorybook(db, accountId, id)
  if (!storybook) throw new Problem('not_found')
  const find = async (publicId: string | null | undefined) => {
    const row = publicId ? await findVersionOfStorybook(db, storybook.id, publicId) : undefined
    if (!row) throw new Problem('not_found')
    return row
  }
  const after = await find(to ?? storybook.version_public_id)
  const before = await find(from ?? (await findPreviousVersion(db, after.id)))
  return { storybook, before, after }
}

export async function getComparedPictures(db: Database, names: ComparedNames): Promise<PictureComparison> {
  const { storybook, before, after } = await findCompared(db, names)
  const job = await findComparisonJob(db, before.id, after.id)
  const rows = job
    ? await listComparedStories(db, job.id, { storybookId: storybook.id, branch: after.branch })
    : []
  return presentComparison(job, rows, {
    hasCamera: await hasCamera(db),
    requiresReview: storybook.requires_review,
  })
}

/** Has pictures taken, unless they were or are being taken already. */
export async function requestComparedPictures(
  services: { db: Database; log: Logger },
  names: ComparedNames,
  requestedBy: string,
  signal: AbortSignal,
): Promise<PictureComparison> {
  const { db } = services
  const { before, after } = await findCompared(db, names)
  const job = await findComparisonJob(db, before.id, after.id)
  if (job) await retryJob(db, job)
  else if ((await countWaitingJobs(db, names.accountId)) < maxWaitingJobs) {
    const { waiting, today } = await countRequestedJobs(db, names.accountId, requestedBy)
    if (waiting >= maxWaitingOfPerson || today >= maxRequestsADay)
      throw new Problem('too_many_picture_requests')
    await planComparison(services, { versionId: after.id, previousId: before.id, requestedBy }, signal)
  }
  return getComparedPictures(db, names)
}
