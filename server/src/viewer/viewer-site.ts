import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { clientAddress, clientNetwork } from '../http/client-address.ts'
import { openRateLimiter } from '../http/rate-limits/rate-limiter.ts'
import type { Revocations } from '../identity/revocations.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Tracer } from '../operations/tracing/trace.ts'
import type { Config } from '../settings/config.ts'
import { whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { sessionFinder } from './cookies.ts'
import { errorReply } from './error-reply.ts'
import {
  answerSessionCheck,
  exchangeTicket,
  holderKinds,
  openWithTicket,
  sessionCookieName,
} from './exchange-ticket.ts'
import type { HolderKind } from './exchange-ticket.ts'
import { fileReply, sendReply } from './file-reply.ts'
import type { Reply } from './file-reply.ts'
import type { FileRequest } from './file-request.ts'
import { openSessionCache } from './session-cache.ts'
import { sharedHost } from './viewer-addresses.ts'
import {
  noSessionPage,
  notFoundPage,
  pageReplies,
  readOnlyPage,
  tooManyRequestsPage,
  viewerHeaders,
} from './viewer-pages.ts'
import type { Viewer } from './viewer.ts'
import { watchRequests } from './watch-requests.ts'

export interface ViewerServices {
  config: Config
  db: Database
  log: Logger
  viewer: Viewer
  revocations: Revocations
  metrics: Metrics
  tracer: Tracer | undefined
}

/**
 * Reading the clock is as expensive as the rest of the metrics. Of the replies made synchronously, within microseconds,
 * one in 16 is timed, and its time counts for the next ones too. Asynchronous replies are always timed.
 */
const timedOneIn = 16

const filesPath = '/api/v1/StorybookFiles/'
export const ticketPath = '/.plinth/session'
export const openPath = '/.plinth/open'

/** Everything that viewer hosts answer: the session of a version, and its files. They have no portal calls. */
export interface ViewerSite {
  /** `hostVersion` is the version of the viewer host, or `sharedHost`. */
  answer(hostVersion: string, request: IncomingMessage, response: ServerResponse): void
  /** The reply to a request for a file; undefined for other requests. */
  replyTo(hostVersion: string, request: FileRequest, socket: Socket): MaybePromise<Reply> | undefined
}

export function viewerSite(services: ViewerServices): ViewerSite {
  const { config, db, log, viewer, revocations, metrics } = services
  const { signer } = viewer
  const counters = metrics.cache('access checks')
  const sessions = openSessionCache({ db, signer, revocations, counters })
  const tickets = { db, signer, publicUrl: config.publicUrl, viewerUrl: config.viewerUrl }
  const headers = viewerHeaders(config)
  const sessionsIn = sessionsFoundBy(sessionFinder(config.viewerUrl))
  const { pageReply, retryReply } = pageReplies(config, headers.page)
  const addressOf = clientAddress(config)
  const limitAddress = openRateLimiter({ perMinute: config.rates.perAddressFiles })

  function answerFile(
    hostVersion: string,
    path: string,
    request: FileRequest,
    socket: Socket,
  ): MaybePromise<Reply> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return pageReply(405, readOnlyPage)
    const file = parsePath(hostVersion, path)
    if (!file) return pageReply(404, notFoundPage)
    const sessionOf = sessionsIn(request, hostVersion, file.version)
    return whenReady(findVersion(sessionOf), (version) => {
      if (version === undefined) {
        const isKnown = holderKinds.some(
          (holder) => signer.verify(sessionOf(holder) ?? '', 'session') !== undefined,
        )
        return isKnown ? pageReply(404, notFoundPage) : pageReply(401, noSessionPage)
      }
      if (version.publicId !== file.version) return pageReply(401, noSessionPage)
      if (file.storybook !== undefined && file.storybook !== version.storybookPublicId) {
        return pageReply(404, notFoundPage)
      }
      return whenReady(viewer.archives.open(version), (archive) =>
        whenReady(archive?.find(file.path, 'shown'), (stored) => {
          if (!archive || !stored) return pageReply(404, notFoundPage)
          const isPage = /\.html?$/i.test(stored.entry.path)
          return fileReply(archive, stored, request, isPage ? headers.page : headers.file, socket)
        }),
      )
    })
  }

  /** A browser may have both sessions: whoever is no longer a member may still be a guest. */
  const findVersion = (sessionOf: SessionOf) =>
    whenReady(
      sessions.versionOf(sessionOf('member')),
      (version) => version ?? sessions.versionOf(sessionOf('guest')),
    )

  const replyToError = (hostVersion: string, error: unknown) =>
    errorReply({ log, pageReply, retryReply }, hostVersion, error)

  function fileOrErrorPage(
    hostVersion: string,
    request: FileRequest,
    path: string,
    socket: Socket,
  ): MaybePromise<Reply> {
    try {
      const reply = answerFile(hostVersion, path, request, socket)
      return reply instanceof Promise
        ? reply.catch((error: unknown) => replyToError(hostVersion, error))
        : reply
    } catch (error) {
      return replyToError(hostVersion, error)
    }
  }

  function count(reply: Reply, milliseconds: number): Reply {
    metrics.viewerAnswered('file', reply.status, bytesOf(reply), milliseconds)
    return reply
  }

  const watch = watchRequests(services)
  const replyToFile = watch('file', fileOrErrorPage, ({ status }) => status)
  const answerSession = watch('session', exchange, (status) => status)

  let answers = 0
  let syncMilliseconds = 0

  function replyTo(
    hostVersion: string,
    request: FileRequest,
    socket: Socket,
  ): MaybePromise<Reply> | undefined {
    const path = pathOf(request.url)
    if (path === ticketPath || path === openPath) return undefined
    const tooMany = limitRate(request, socket)
    if (tooMany) return count(tooMany, 0)
    answers = (answers + 1) % timedOneIn
    const startedAt = answers === 0 ? performance.now() : undefined
    const reply = replyToFile(hostVersion, request, path, socket)
    if (reply instanceof Promise) {
      const waitingSince = performance.now()
      return reply.then((ready) => count(ready, performance.now() - waitingSince))
    }
    if (startedAt !== undefined) syncMilliseconds = performance.now() - startedAt
    return count(reply, syncMilliseconds)
  }

  function limitRate({ headers: sent }: FileRequest, { remoteAddress }: Socket): Reply | undefined {
    const retryAfter = limitAddress(clientNetwork(addressOf(remoteAddress, sent['x-forwarded-for'])))
    return retryAfter === undefined ? undefined : retryReply(429, tooManyRequestsPage, retryAfter)
  }

  /** Returns the status that was sent. */
  async function exchange(hostVersion: string, request: IncomingMessage, response: ServerResponse) {
    const isTicket = pathOf(request.url) === ticketPath
    if (isTicket && request.method === 'GET') return checkSession(hostVersion, request, response)
    const useTicket = isTicket ? exchangeTicket : openWithTicket
    await useTicket(tickets, hostVersion, request, response).catch((error: unknown) =>
      sendError(hostVersion, error, response),
    )
    return response.statusCode
  }

  async function checkSession(hostVersion: string, request: IncomingMessage, response: ServerResponse) {
    const { searchParams } = new URL(request.url ?? '', 'http://viewer')
    const version = hostVersion === sharedHost ? (searchParams.get('version') ?? '') : hostVersion
    const found = await findVersion(sessionsIn(request, hostVersion, version))
    answerSessionCheck(config.publicUrl.origin, request, response, found?.publicId === version)
    return response.statusCode
  }

  function sendError(hostVersion: string, error: unknown, response: ServerResponse): void {
    const reply = replyToError(hostVersion, error)
    if (response.headersSent) response.destroy()
    else sendReply(response, reply).catch(() => response.destroy())
  }

  async function answer(hostVersion: string, request: IncomingMessage, response: ServerResponse) {
    const startedAt = performance.now()
    const reply = replyTo(hostVersion, request, request.socket) ?? limitRate(request, request.socket)
    if (reply) return sendReply(response, await reply)
    const status = await answerSession(hostVersion, request, response)
    metrics.viewerAnswered('session', status, 0, performance.now() - startedAt)
  }

  return {
    replyTo,
    answer: (hostVersion, request, response) => {
      answer(hostVersion, request, response).catch((error: unknown) =>
        sendError(hostVersion, error, response),
      )
    },
  }
}

/** The session of a holder in a request. */
type SessionOf = (holder: HolderKind) => string | undefined

const sessionsFoundBy =
  (find: ReturnType<typeof sessionFinder>) =>
  ({ headers }: Pick<FileRequest, 'headers'>, hostVersion: string, version: string) =>
  (holder: HolderKind): ReturnType<SessionOf> =>
    find(headers.cookie, sessionCookieName(hostVersion, version, holder))

export function bytesOf({ headers, body }: Reply): number {
  if (Buffer.isBuffer(body)) return body.length
  return body ? Number(headers['content-length']) : 0
}

export function pathOf(url = '/'): string {
  const question = url.indexOf('?')
  return question === -1 ? url : url.slice(0, question)
}

interface RequestedFile {
  version: string
  storybook?: string
  path: string
}

/** The file of a path: at the root of a version's own host, or below `filesPath` on any viewer host. */
function parsePath(hostVersion: string, encodedPath: string): RequestedFile | undefined {
  const path = decodePath(encodedPath)
  if (path === undefined) return undefined
  if (!path.startsWith(filesPath))
    return hostVersion === sharedHost ? undefined : { version: hostVersion, path }
  const [storybook = '', version = '', ...rest] = path.slice(filesPath.length).split('/')
  if (hostVersion !== sharedHost && version !== hostVersion) return undefined
  return { version, storybook, path: rest.join('/') }
}

export function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
