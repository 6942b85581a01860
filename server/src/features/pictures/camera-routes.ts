import * as contract from '@plinth/contract/camera.ts'
import type { CameraJob } from '@plinth/contract/camera.ts'
import type { FastifyInstance } from 'fastify'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { fileReply, sendReply } from '../../viewer/file-reply.ts'
import { readPicture } from '../../viewer/pictures/read-picture.ts'
import { findPicture } from '../../viewer/pictures/store.ts'
import { findVersionForReader } from '../../viewer/store.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { recordCamera } from './cameras-store.ts'
import { storeDelivery } from './deliver-pictures.ts'
import { findJob, findVersionsOfJob, takeJob } from './jobs-store.ts'
import type { TakenJob } from './jobs-store.ts'
import { listKnownPictures, listRemaining } from './results-store.ts'

interface CameraServices {
  db: Database
  blobs: Archives
  viewer: Viewer
  config: Config
  metrics: Metrics
}

/** So that a job is over within minutes, and other accounts get their turn. */
const storiesAtOnce = { thumbnails: 60, comparison: 15 }

/** The camera's calls. They are the only access it has. */
export function cameraRoutes(app: FastifyInstance, services: CameraServices) {
  const { db, blobs, viewer, config, metrics } = services
  const { accountStorageBytes: storageLimitBytes } = config.limits

  /** One that was taken over, or whose version is gone, does not exist any more. */
  const findOwn = async (attemptId: string): Promise<TakenJob> => {
    const job = await findJob(db, attemptId)
    if (!job) throw new Problem('not_found')
    return job
  }

  route(app, contract.takeCameraJob, async ({ body: { environment } }) => {
    const { picturesPerDay } = config.camera
    if (picturesPerDay === 0) return null
    await recordCamera(db, environment)
    const taken = await takeJob(db, { environment, picturesPerDay, storageLimitBytes })
    return taken ? describeJob(db, taken, environment) : null
  })

  route(app, contract.getCameraFile, async ({ params, request }, reply) => {
    const job = await findVersionsOfJob(db, params.job)
    if (!job) throw new Problem('not_found')
    const publicId = job[params.side]
    const version =
      publicId === null ? undefined : await findVersionForReader(db, { accountId: job.accountId }, publicId)
    const archive = version && (await viewer.archives.open(version))
    const file = await archive?.find(params['*'], 'uploaded')
    if (!archive || !file) {
      // Unlike a job that is gone.
      reply.header('plinth-no-file', 'true')
      throw new Problem('not_found')
    }
    const answer = await fileReply(archive, file, request.raw, fileHeaders, request.raw.socket)
    reply.hijack()
    await sendReply(reply.raw, answer)
  })

  route(app, contract.getKnownPicture, async ({ params }, reply) => {
    const job = await findOwn(params.job)
    const picture = await findPicture(db, job.accountId, params.sha256)
    const bytes = picture && (await readPicture({ db, blobs }, picture))
    if (!bytes) throw new Problem('not_found')
    void reply.headers(fileHeaders).type(picture.mediaType).send(bytes)
  })

  route(app, contract.deliverPictures, async ({ params, body }) => {
    const job = await findOwn(params.job)
    if (!blobs.pictures) throw new Problem('unavailable')
    if (job.environment !== null) await recordCamera(db, job.environment)
    await storeDelivery({ db, pictures: blobs.pictures, storageLimitBytes }, job, body)
    if (body.end !== null) metrics.cameraJobEnded(job.kind, body.end)
  })
}

/** Uploaded files must never run on the portal's own origin. */
const fileHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

async function describeJob(db: Database, job: TakenJob, environment: string): Promise<CameraJob> {
  const id = job.attemptId ?? ''
  const remaining = (await listRemaining(db, job)).slice(0, storiesAtOnce[job.kind])
  if (job.beforeVersionId === null)
    return { kind: 'thumbnails', id, stories: remaining.map((story) => story.id) }
  const known = await listKnownPictures(
    db,
    job.beforeVersionId,
    environment,
    remaining.map(({ idBefore }) => idBefore),
  )
  return {
    kind: 'comparison',
    id,
    stories: remaining.map(({ id, idBefore, delivered }) => ({
      id,
      idBefore,
      before: known.get(idBefore) ?? [],
      delivered,
    })),
  }
}
