import { PublishedStorybook } from '@plinth/contract/versions.ts'
import type { Logger } from 'pino'

import { ingestArchive, warmUpThreads } from '../../archive/ingest-archive.ts'
import { defaultArchiveLimits } from '../../archive/limits.ts'
import { ArchiveRefusal } from '../../archive/refusal.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { system } from '../../http/actor.ts'
import type { Caller } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { traced } from '../../operations/tracing/trace.ts'
import type { Config } from '../../settings/config.ts'
import type { RunInSlot } from '../../shared/fair-slots.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { reached } from '../../shared/publish-steps.ts'
import { record } from '../audit/store.ts'
import { markBaselinesOutdated } from '../contents/comparison-store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import { accountStorageFull } from '../storage/account-storage-full.ts'
import { lockStorage } from '../storage/store.ts'
import type { UploadRoom } from '../storage/upload-room.ts'
import { formOverhead } from '../storage/upload-room.ts'
import type { Room } from '../storage/upload-room.ts'
import { followDefaultBranch } from '../storybooks/main-branch-store.ts'
import { presentStorybook } from '../storybooks/present.ts'
import { findStorybook } from '../storybooks/store.ts'
import { requireSubscription } from '../subscriptions/require-subscription.ts'
import { announceEvent } from '../webhooks/outbox-store.ts'
import { findPublishAnswer, insertPublishAnswer, insertVersion } from './publish-store.ts'
import { receiveUpload, uploadTooLarge } from './receive-upload.ts'
import type { ReceivedUpload, UploadRequest } from './receive-upload.ts'
import { requireRoom } from './require-room.ts'
import { findReleasedVersion, lockStorybook } from './store.ts'

export interface Publisher {
  accountId: number
  caller: Caller
  actor: Actor
  storybookPublicId: string
  idempotencyKey: string | undefined
}

/** How an upload shares the instance with others. */
export interface Publishing {
  signal: AbortSignal
  /** For the work after all bytes have been received. */
  runInSlot: RunInSlot
}

type PublishServices = {
  db: Database
  blobs: Archives
  config: Config
  log: Logger
  metrics: Metrics
  uploadRoom: UploadRoom
  contents: ContentsReader
}

/**
 * The order makes publishing crash-safe: receive and verify the bytes, store them durably under their final name, record
 * them in one transaction, answer. If the process dies before the transaction, the archive is unreferenced and swept.
 */
export async function publishVersion(
  services: PublishServices,
  publisher: Publisher,
  request: UploadRequest,
  { signal, runInSlot }: Publishing,
): Promise<PublishedStorybook> {
  const { blobs, config, db, uploadRoom } = services
  const { accountId, storybookPublicId } = publisher
  const storybook = await findStorybook(db, accountId, storybookPublicId)
  if (!storybook) throw new Problem('not_found')
  const earlier = await findEarlierAnswer(db, publisher, storybook.id)
  if (earlier) {
    request.resume()
    return earlier
  }

  await requireSubscription(db, accountId)
  const announced = announcedLength(request)
  const { uploadBytes } = config.limits
  if ((announced ?? 0) > uploadBytes + formOverhead) throw uploadTooLarge(uploadBytes)
  await requireRoom(blobs, announced ?? 0, config.limits.diskReserve)

  return uploadRoom.during(accountId, announced, (room) =>
    publishUpload(services, publisher, request, room, { signal, runInSlot }),
  )
}

/** What was answered to an upload with the same key. During an upgrade, the release before may have answered it with less. */
async function findEarlierAnswer(
  db: Database,
  { accountId, storybookPublicId, idempotencyKey }: Publisher,
  storybookId: number,
): Promise<PublishedStorybook | undefined> {
  const answer = await findPublishAnswer(db, storybookId, idempotencyKey)
  if (!answer || PublishedStorybook.safeParse(answer).success) return answer
  const storybook = await findStorybook(db, accountId, storybookPublicId)
  return storybook && { ...presentStorybook(storybook), versionPublicId: answer.versionPublicId }
}

function announcedLength({ headers }: UploadRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

async function publishUpload(
  services: PublishServices,
  publisher: Publisher,
  request: UploadRequest,
  room: Room,
  { signal, runInSlot }: Publishing,
): Promise<PublishedStorybook> {
  const { blobs } = services
  reached('upload admitted')
  // The verifying threads start while the bytes are still being received.
  warmUpThreads()
  const draft = await blobs.draft()
  try {
    const upload = await traced('receive the upload', () => receiveInto(room, request, draft, signal))
    reached('upload received')
    room.keep(upload.zipBytes)
    services.metrics.uploadedBytes.value += upload.zipBytes
    return await runInSlot(() => publishDraft(services, publisher, { draft, upload }, signal))
  } finally {
    await blobs.discard(draft)
    reached('draft discarded')
  }
}

async function receiveInto(room: Room, request: UploadRequest, draft: string, signal: AbortSignal) {
  try {
    return await receiveUpload(request, draft, room.bytes, signal)
  } catch (error) {
    // Larger than the account's remaining space, not than the limit per upload.
    const isTooLarge = error instanceof Problem && error.code === 'upload_too_large'
    throw isTooLarge && room.refusal ? room.refusal : error
  }
}

async function publishDraft(
  services: PublishServices,
  publisher: Publisher,
  { draft, upload }: { draft: string; upload: ReceivedUpload },
  signal: AbortSignal,
): Promise<PublishedStorybook> {
  const { blobs, config, log } = services
  reached('slot taken')
  const archive = await traced('verify the archive', () => ingestDraft(draft, config, signal))
  reached('archive verified')
  signal.throwIfAborted()
  const publicId = newPublicId()
  if (archive.failure !== undefined) {
    log.warn({ version: publicId, reason: archive.failure }, 'could not read the details of a build')
  }
  await traced('store the archive', () => blobs.commit(draft, publicId, signal))
  reached('archive stored')
  const version = { publicId, ...upload, ...archive }
  const answer = await traced('record the version', () => recordVersion(services, publisher, version))
  reached('version committed')
  // Here the archive is certainly unreferenced. After a thrown error it may be recorded, so it is left to the sweep.
  if (answer instanceof Problem || answer.versionPublicId !== publicId) await blobs.delete(publicId)
  else services.contents.readSoon(publisher.accountId, publicId)
  if (answer instanceof Problem) throw answer
  return answer
}

async function ingestDraft(path: string, { limits }: PublishServices['config'], signal: AbortSignal) {
  try {
    return await ingestArchive(
      path,
      { ...defaultArchiveLimits, zipBytes: limits.uploadBytes, files: limits.uploadFiles },
      signal,
    )
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw new Problem(error.code, { detail: error.detail, cause: error })
    throw error
  }
}

type NewVersion = { publicId: string } & ReceivedUpload & Awaited<ReturnType<typeof ingestDraft>>

/** The answer for this version, or for an earlier one with the same key; a problem if it can no longer be recorded. */
async function recordVersion(
  { db, config }: PublishServices,
  publisher: Publisher,
  version: NewVersion,
): Promise<PublishedStorybook | Problem> {
  const { accountId, caller, actor, storybookPublicId, idempotencyKey } = publisher
  return db.transaction().execute(async (trx) => {
    const storage = await lockStorage(trx, accountId, config.limits.accountStorageBytes)
    reached('storage locked')
    // Recorded one after the other, so that the last upload to be acknowledged is the newest version.
    const storybook = await lockStorybook(trx, accountId, storybookPublicId)
    reached('storybook locked')
    if (!storybook || !storage) return new Problem('not_found')
    const earlier = await findEarlierAnswer(trx, publisher, storybook.id)
    if (earlier) return earlier
    if (storage.usedBytes + version.zipBytes > storage.limitBytes) return accountStorageFull(storage)
    const { Release } = version.fields
    const released = Release ? await findReleasedVersion(trx, storybook.id, Release) : undefined
    if (released !== undefined) return new Problem('release_taken')
    await insertVersion(trx, storybook.id, caller, version)
    reached('version inserted')
    await chooseMainBranch(trx, publisher, storybook, version)
    const subject = `${storybook.title}, version ${version.publicId}`
    await record(trx, actor, {
      action: 'version.published',
      subject,
      accountId,
      about: { version: version.publicId },
    })
    reached('change recorded')
    if (Release) {
      const about = { version: version.publicId, release: Release }
      await announceEvent(trx, actor, { type: 'release.named', accountId, about })
    }
    const updated = await findStorybook(trx, accountId, storybookPublicId)
    if (!updated) throw new Error('the storybook disappeared while it was locked')
    const answer = { ...presentStorybook(updated), versionPublicId: version.publicId }
    if (idempotencyKey) await insertPublishAnswer(trx, storybook.id, idempotencyKey, answer)
    reached('answer recorded')
    return answer
  })
}

/** Of a storybook without one, that nobody has chosen for. Versions of other branches are then compared with that one. */
async function chooseMainBranch(
  trx: Database,
  { accountId, storybookPublicId }: Publisher,
  storybook: { id: number; title: string; main_branch: string | null },
  { publicId, fields: { Branch, DefaultBranch: defaultBranch } }: NewVersion,
): Promise<void> {
  if (storybook.main_branch !== null || !Branch) return
  const mainBranch = await followDefaultBranch(trx, storybook.id, { publicId, defaultBranch })
  if (mainBranch === undefined) return
  await markBaselinesOutdated(trx, storybook.id)
  await record(trx, system, {
    action: 'storybook.changed',
    subject: `${storybook.title}, main branch ${mainBranch}, the default branch of its repository`,
    accountId,
    about: { storybook: storybookPublicId },
  })
}
