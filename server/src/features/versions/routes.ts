import type { IncomingMessage, ServerResponse } from 'node:http'

import * as contract from '@plinth/contract/versions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Callers } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { tooSlow } from '../../http/slow-clients.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { reached } from '../../shared/publish-steps.ts'
import { record } from '../audit/store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import type { UploadRoom } from '../storage/upload-room.ts'
import { findStorybook } from '../storybooks/store.ts'
import { deleteVersions } from '../trash/store.ts'
import { announceEvent } from '../webhooks/outbox-store.ts'
import { findVersionNamed } from './find-version-named.ts'
import { presentBranch, presentVersion } from './present.ts'
import { publishVersion } from './publish-version.ts'
import {
  findNamedVersion,
  findReleasedVersion,
  findVersionOfStorybook,
  isAmbiguousCommit,
  listBranchesOfStorybook,
  listVersionsOfStorybook,
  lockStorybook,
  markVersion,
} from './store.ts'
import type { VersionRow } from './store.ts'
import { uploadSlots } from './upload-slots.ts'

export function versionRoutes(
  app: FastifyInstance,
  services: {
    db: Database
    blobs: Archives
    config: Config
    log: Logger
    revocations: Revocations
    metrics: Metrics
    uploadRoom: UploadRoom
    contents: ContentsReader
  },
) {
  const { db, config, revocations, metrics, contents } = services
  const runUpload = uploadSlots(config.limits, metrics)
  // The handler reads uploads itself, as a stream, once the caller has been checked.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

  const requireStorybook = async (accountId: number, publicId: string) => {
    const storybook = await findStorybook(db, accountId, publicId)
    if (!storybook) throw new Problem('not_found')
    return storybook
  }

  const getVersion = async (accountId: number, storybook: string, version: string) => {
    const { id } = await requireStorybook(accountId, storybook)
    return presentFound(await findVersionOfStorybook(db, id, version))
  }

  route(app, contract.listVersions, async ({ account, params, query }) => {
    const { id } = await requireStorybook(account.id, params.storybook)
    const rows = await listVersionsOfStorybook(db, id, query)
    return rows.map(presentVersion)
  })

  route(app, contract.listBranches, async ({ account, params, query }) => {
    const storybook = await requireStorybook(account.id, params.storybook)
    const rows = await listBranchesOfStorybook(db, storybook, query)
    return rows.map(presentBranch)
  })

  route(app, contract.getVersion, ({ account, params }) =>
    getVersion(account.id, params.storybook, params.version),
  )

  route(app, contract.getVersionOfBranch, async ({ account, params: { storybook, branch } }) => {
    const { id } = await requireStorybook(account.id, storybook)
    return presentFound(await findNamedVersion(db, id, { branch }))
  })

  route(app, contract.getVersionOfCommit, async ({ account, params: { storybook, commit } }) => {
    const { id } = await requireStorybook(account.id, storybook)
    if (await isAmbiguousCommit(db, storybook, commit)) throw new Problem('commit_ambiguous')
    return presentFound(await findNamedVersion(db, id, { commit }))
  })

  route(app, contract.getVersionOfRelease, async ({ account, params: { storybook, release } }) => {
    const { id } = await requireStorybook(account.id, storybook)
    return presentFound(await findNamedVersion(db, id, { release }))
  })

  route(app, contract.getVersionNamed, async ({ account, params: { storybook, version } }) =>
    presentFound(await findVersionNamed(db, await requireStorybook(account.id, storybook), version)),
  )

  route(app, contract.updateVersion, async ({ account, params, body, actor }) => {
    await db.transaction().execute(async (trx) => {
      const storybook = await lockStorybook(trx, account.id, params.storybook)
      if (!storybook) throw new Problem('not_found')
      const { release } = body
      const released = release ? await findReleasedVersion(trx, storybook.id, release) : undefined
      if (released !== undefined && released !== params.version) throw new Problem('release_taken')
      if (!(await markVersion(trx, storybook.id, params.version, body))) throw new Problem('not_found')
      const marks = describeMarks(body)
      if (marks.length === 0) return
      const subject = [`${storybook.title}, version ${params.version}`, ...marks].join(', ')
      await record(trx, actor, {
        action: 'version.changed',
        subject,
        accountId: account.id,
        about: { version: params.version },
      })
      if (release && released === undefined) {
        const about = { version: params.version, release }
        await announceEvent(trx, actor, { type: 'release.named', accountId: account.id, about })
      }
    })
    return getVersion(account.id, params.storybook, params.version)
  })

  const publish = async (
    {
      account,
      caller,
      actor,
      params,
      request,
      endTurn,
    }: Callers['member-or-key'] & {
      actor: Actor
      params: { storybook: string }
      request: FastifyRequest
      endTurn: () => void
    },
    reply: FastifyReply,
  ) => {
    const publisher = {
      accountId: account.id,
      caller,
      actor,
      storybookPublicId: params.storybook,
      idempotencyKey: idempotencyKeyOf(request),
    }
    endTurn()
    const stop = abortOnDisconnect(request.raw, reply.raw)
    try {
      return await runUpload(account.id, stop.signal, (runInSlot) =>
        publishVersion(services, publisher, request.raw, { signal: stop.signal, runInSlot }),
      )
    } finally {
      stop.dispose()
    }
  }
  route(app, contract.publishVersion, publish, { hasOwnSlots: true })
  route(app, contract.publishVersionShort, publish, { hasOwnSlots: true })

  route(app, contract.deleteVersion, async ({ account, params, actor }) => {
    const storybookId = await db.transaction().execute(async (trx) => {
      const storybook = await lockStorybook(trx, account.id, params.storybook)
      if (!storybook) throw new Problem('not_found')
      const deleted = await deleteVersions(trx, storybook.id, [params.version], { name: actor.name })
      if (deleted === 0) throw new Problem('not_found')
      // Refusing here undoes the deletion with the rest of the transaction.
      if (storybook.version_count <= 1) throw new Problem('last_version')
      const subject = `${storybook.title}, version ${params.version}`
      await record(trx, actor, {
        action: 'version.deleted',
        subject,
        accountId: account.id,
        about: { version: params.version },
      })
      return storybook.id
    })
    contents.refreshSoon(account.id, storybookId)
    await revocations.announce({ version: params.version })
  })
}

function presentFound(row: VersionRow | undefined) {
  if (!row) throw new Problem('not_found')
  return presentVersion(row)
}

function describeMarks({ release, isPinned }: z.infer<typeof contract.updateVersion.body>): string[] {
  const marks = []
  if (release !== undefined) marks.push(release === null ? 'no longer a release' : `release ${release}`)
  if (isPinned !== undefined) marks.push(isPinned ? 'pinned' : 'no longer pinned')
  return marks
}

/** The signal aborts when the client disconnects before it has been answered, or sends too slowly. */
function abortOnDisconnect(request: IncomingMessage, response: ServerResponse) {
  const stop = new AbortController()
  const onSlow = () => stop.abort(new Problem('upload_too_slow'))
  request.once(tooSlow, onSlow)
  response.once('close', () => {
    if (response.writableFinished) reached('upload answered')
    else stop.abort()
  })
  // The client may have left while its credentials were checked.
  if (response.destroyed) stop.abort()
  return { signal: stop.signal, dispose: () => void request.off(tooSlow, onSlow) }
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  const parsed = contract.IdempotencyKey.safeParse(key)
  if (parsed.success) return parsed.data
  throw new Problem('invalid_input', {
    detail: 'An Idempotency-Key must be 1 to 200 visible ASCII characters.',
  })
}
