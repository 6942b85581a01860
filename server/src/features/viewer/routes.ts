import * as contract from '@plinth/contract/viewer.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Database } from '../../database/connect.ts'
import type { VersionName } from '../../database/named-versions.ts'
import type { Callers } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { fileReply, sendReply } from '../../viewer/file-reply.ts'
import { findNamedVersionForReader, findVersionForReader, readerOf } from '../../viewer/store.ts'
import type { Reader, ViewableVersion } from '../../viewer/store.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { recordView } from '../storybooks/personal-store.ts'
import { isAmbiguousCommit } from '../versions/store.ts'
import { issueComposeTicket, issueTicket } from './issue-ticket.ts'

type FileCall = Callers['user-or-key'] & { request: FastifyRequest; endTurn: () => void }

/** The portal's side of viewing: the viewer host of a version, tickets for it, and its files for API clients. */
export function viewerRoutes(app: FastifyInstance, { db, viewer }: { db: Database; viewer: Viewer }) {
  const find = async (reader: Reader, storybook: string, version: string) => {
    const found = await findVersionForReader(db, reader, version)
    if (found?.storybookPublicId !== storybook) throw new Problem('not_found')
    return found
  }

  const findNamed = async (reader: Reader, storybook: string, name: VersionName) => {
    const found = await findNamedVersionForReader(db, reader, storybook, name)
    if (!found) throw new Problem('not_found')
    const isCommit = typeof name === 'object' && 'commit' in name
    if (isCommit && (await isAmbiguousCommit(db, storybook, name.commit)))
      throw new Problem('commit_ambiguous')
    return found
  }

  route(app, contract.getViewer, async ({ account, params }) => {
    const version = await find({ accountId: account.id }, params.storybook, params.version)
    return { viewerBaseUrl: viewer.addresses.baseUrlOf(version) }
  })

  route(app, contract.refreshViewerSession, async ({ user, account, params, query }) => {
    const reader = { accountId: account.id }
    const version =
      params.version === 'latest'
        ? await findNamed(reader, params.storybook, nameIn(query))
        : await find(reader, params.storybook, params.version)
    await recordView(db, user.id, version.id)
    const holder = { userId: user.id }
    const compose = (await composesOthers(version)) ? issueComposeTicket(viewer, version, holder) : undefined
    const ticket = issueTicket(viewer, version, holder)
    return { version: version.publicId, ...ticket, ...(compose && { compose }) }
  })

  /** Viewing such a build needs its pages right away, so they are prepared here. What fails will fail, and be logged, there. */
  const composesOthers = async (version: ViewableVersion) => {
    try {
      const archive = await viewer.archives.open(version)
      return archive !== undefined && (await archive.composes())
    } catch {
      return false
    }
  }

  const sendFile = async (
    version: ViewableVersion,
    path: string,
    { request, endTurn }: FileCall,
    reply: FastifyReply,
  ) => {
    // Reading archives and sending files has slots of its own.
    endTurn()
    const archive = await viewer.archives.open(version)
    const file = await archive?.find(path, 'uploaded')
    if (!archive || !file) throw new Problem('not_found')
    const answer = await fileReply(archive, file, request.raw, portalHeaders, request.raw.socket)
    reply.hijack()
    await sendReply(reply.raw, answer)
  }

  const getStorybookFile = async (
    call: FileCall & { params: { storybook: string; version: string; '*': string } },
    reply: FastifyReply,
  ) => {
    const { params } = call
    const reader = readerOf(call.caller)
    const version =
      params.version === 'latest'
        ? await findNamed(reader, params.storybook, 'latest')
        : await find(reader, params.storybook, params.version)
    await sendFile(version, params['*'], call, reply)
  }
  route(app, contract.getStorybookFile, getStorybookFile, { hasOwnSlots: true })

  const sendFileOf = async (
    call: FileCall,
    { storybook, '*': path }: { storybook: string; '*': string },
    name: Exclude<VersionName, 'latest'>,
    reply: FastifyReply,
  ) => {
    await sendFile(await findNamed(readerOf(call.caller), storybook, name), path, call, reply)
  }

  route(
    app,
    contract.getFileOfBranch,
    (call, reply) => sendFileOf(call, call.params, { branch: call.params.branch }, reply),
    { hasOwnSlots: true },
  )
  route(
    app,
    contract.getFileOfCommit,
    (call, reply) => sendFileOf(call, call.params, { commit: call.params.commit }, reply),
    { hasOwnSlots: true },
  )
  route(
    app,
    contract.getFileOfRelease,
    (call, reply) => sendFileOf(call, call.params, { release: call.params.release }, reply),
    { hasOwnSlots: true },
  )
}

interface NameQuery {
  branch?: string | undefined
  commit?: string | undefined
  release?: string | undefined
}

function nameIn({ branch, commit, release }: NameQuery): VersionName {
  if (branch !== undefined) return { branch }
  if (commit !== undefined) return { commit }
  return release === undefined ? 'latest' : { release }
}

/** Uploaded files must never run on the portal's own origin. */
const portalHeaders = {
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
}
