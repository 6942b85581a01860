import type { PublishedStorybook } from '@plinth/contract/versions.ts'

import type { Caller } from '../access.ts'
import { defaultArchiveLimits } from '../archive/limits.ts'
import { ArchiveRefusal } from '../archive/refusal.ts'
import { takeIn, warmUpThreads } from '../archive/take-in.ts'
import type { Actor } from '../audit/actor.ts'
import { record } from '../audit/store.ts'
import { Problem } from '../problems.ts'
import { newPublicId } from '../public-id.ts'
import type { Services } from '../services.ts'
import { presentStorybook } from '../storybooks/present.ts'
import { findStorybook } from '../storybooks/store.ts'
import { requireSubscription } from '../subscriptions/require-subscription.ts'
import { traced } from '../tracing/trace.ts'
import { receiveUpload } from './receive-upload.ts'
import type { UploadRequest } from './receive-upload.ts'
import { findPublishAnswer, insertPublishAnswer, insertVersion, lockStorybook } from './store.ts'

export interface Publisher {
  accountId: number
  caller: Caller
  actor: Actor
  storybookPublicId: string
  idempotencyKey: string | undefined
}

type PublishServices = Pick<Services, 'db' | 'blobs' | 'config' | 'metrics'>

/**
 * The order is what makes it crash-safe: bytes on disk and verified, then durable under their name, then
 * one transaction, then the answer. Whatever a crash leaves behind before the transaction is nobody's, and swept.
 */
export async function publishVersion(
  services: PublishServices,
  publisher: Publisher,
  request: UploadRequest,
  signal: AbortSignal,
): Promise<PublishedStorybook> {
  const { db, blobs, config } = services
  const { accountId, storybookPublicId, idempotencyKey } = publisher
  const storybook = await findStorybook(db, accountId, storybookPublicId)
  if (!storybook) throw new Problem('not_found')
  const earlier = await findPublishAnswer(db, storybook.id, idempotencyKey)
  if (earlier) {
    request.resume()
    return earlier
  }

  await requireSubscription(db, accountId)

  // While the bytes arrive, the threads that will check them start.
  warmUpThreads()
  const draft = await blobs.draft()
  try {
    const upload = await traced('receive the upload', () =>
      receiveUpload(request, draft, config.limits.uploadBytes, signal),
    )
    services.metrics.uploadedBytes.value += upload.zipBytes
    const archive = await traced('verify the archive', () => takeInDraft(draft, config, signal))
    signal.throwIfAborted()
    const publicId = newPublicId()
    await traced('store the archive', () => blobs.commit(draft, publicId))
    const version = { publicId, ...upload, ...archive }
    const answer = await traced('record the version', () => recordVersion(services, publisher, version))
    // Nothing was recorded, for certain. After any other failure it may have been: then the sweep decides.
    if (answer?.versionPublicId !== publicId) await blobs.delete(publicId)
    if (!answer) throw new Problem('not_found')
    return answer
  } finally {
    await blobs.discard(draft)
  }
}

async function takeInDraft(path: string, { limits }: PublishServices['config'], signal: AbortSignal) {
  try {
    return await takeIn(
      path,
      { ...defaultArchiveLimits, zipBytes: limits.uploadBytes, files: limits.uploadFiles },
      signal,
    )
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw new Problem(error.code, { detail: error.detail, cause: error })
    throw error
  }
}

type NewVersion = { publicId: string } & Awaited<ReturnType<typeof receiveUpload>> &
  Awaited<ReturnType<typeof takeInDraft>>

/** The answer for this version, or for the one that was there first; undefined if the storybook is gone. */
async function recordVersion(
  { db }: PublishServices,
  { accountId, caller, actor, storybookPublicId, idempotencyKey }: Publisher,
  version: NewVersion,
): Promise<PublishedStorybook | undefined> {
  return db.transaction().execute(async (trx) => {
    // Uploads to one storybook are recorded one after the other, so that the newest is the last to be acknowledged.
    const storybook = await lockStorybook(trx, accountId, storybookPublicId)
    if (!storybook) return undefined
    const earlier = await findPublishAnswer(trx, storybook.id, idempotencyKey)
    if (earlier) return earlier
    await insertVersion(trx, storybook.id, caller, version)
    const subject = `${storybook.title}, version ${version.publicId}`
    await record(trx, actor, { action: 'version.published', subject, accountId })
    const updated = await findStorybook(trx, accountId, storybookPublicId)
    if (!updated) throw new Error('a storybook disappeared while it was locked')
    const answer = { ...presentStorybook(updated), versionPublicId: version.publicId }
    if (idempotencyKey) await insertPublishAnswer(trx, storybook.id, idempotencyKey, answer)
    return answer
  })
}
