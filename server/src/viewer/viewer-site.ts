import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { clientAddress } from '../http/client-address.ts'
import { Problem } from '../http/problems.ts'
import { openRateLimiter } from '../http/rate-limits/rate-limiter.ts'
import type { Revocations } from '../identity/revocations.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Tracer } from '../operations/tracing/trace.ts'
import type { Config } from '../settings/config.ts'
import { whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { exchangeTicket, openWithTicket, sessionCookieName } from './exchange-ticket.ts'
import { fileReply, sendReply } from './file-reply.ts'
import type { Reply } from './file-reply.ts'
import type { FileRequest } from './file-request.ts'
import { openSessionCache } from './session-cache.ts'
import { sharedHost } from './viewer-addresses.ts'
import * as pages from './viewer-pages.ts'
import { pageReplies, viewerHeaders } from './viewer-pages.ts'
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
 * Reading the clock costs as much as all the rest of counting. Of what is answered from memory, within microseconds, one
 * in so many is timed, and the others count as if they had taken as long; what is waited for is always timed.
 */
const timedOneIn = 16

/** For the metrics alone: nobody is there to see it, and it is no fault of ours. */
const clientLeft = 499

const filesPath = '/api/v1/StorybookFiles/'
export const ticketPath = '/.plinth/session'
export const openPath = '/.plinth/open'

/** Everything the viewer hosts answer: the session of a version, and its files. No portal call exists here. */
export interface ViewerSite {
  answer(host: string, request: IncomingMessage, response: ServerResponse): void
  /** The reply to a request for a file on this connection; undefined where the request is for something else. */
  replyTo(host: string, request: FileRequest, socket: Socket): MaybePromise<Reply> | undefined
}

export function viewerSite(services: ViewerServices): ViewerSite {
  const { config, db, log, viewer, revocations, metrics } = services
  const { signer } = viewer
  const counters = metrics.cache('access checks')
  const sessions = openSessionCache({ db, signer, revocations, counters })
  const tickets = { db, signer, portalOrigin: config.publicUrl.origin }
  const headers = viewerHeaders(config)
  const { pageReply, laterReply } = pageReplies(config, headers.page)
  const addressOf = clientAddress(config)
  const limitAddress = openRateLimiter({ perMinute: config.rates.perAddressFiles })

  function fileOrPage(host: string, path: string, request: FileRequest, socket: Socket): MaybePromise<Reply> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return pageReply(405, pages.method)
    const asked = fileOf(host, path)
    if (!asked) return pageReply(404, pages.missing)
    const cookie = cookieOf(request.headers.cookie, sessionCookieName(host, asked.version))
    return whenReady(sessions.versionOf(cookie), (version) => {
      if (version === undefined) {
        const isKnown = cookie !== undefined && signer.verify(cookie, 'session') !== undefined
        return isKnown ? pageReply(404, pages.missing) : pageReply(401, pages.closed)
      }
      if (version.publicId !== asked.version) return pageReply(401, pages.closed)
      if (asked.storybook !== undefined && asked.storybook !== version.storybookPublicId) {
        return pageReply(404, pages.missing)
      }
      return whenReady(viewer.archives.open(version), (archive) =>
        whenReady(archive?.find(asked.path, 'shown'), (file) => {
          if (!archive || !file) return pageReply(404, pages.missing)
          const isPage = /\.html?$/i.test(file.entry.path)
          return fileReply(archive, file, request, isPage ? headers.page : headers.file, socket)
        }),
      )
    })
  }

  function broken(host: string, error: unknown): Reply {
    if (isBusy(error)) return laterReply(error.status, pages.busy, error.retryAfter)
    if ((error as Error).name === 'AbortError') {
      log.debug({ host }, 'a client left while it waited for a file')
      return pageReply(clientLeft, pages.broken)
    }
    const reqId = randomUUID()
    log.error({ err: error, host, reqId }, 'a file could not be served')
    const reply = laterReply(503, pages.broken)
    return { ...reply, headers: { ...reply.headers, 'x-request-id': reqId } }
  }

  function fileOrProblem(
    host: string,
    request: FileRequest,
    path: string,
    socket: Socket,
  ): MaybePromise<Reply> {
    try {
      const reply = fileOrPage(host, path, request, socket)
      return reply instanceof Promise ? reply.catch((error: unknown) => broken(host, error)) : reply
    } catch (error) {
      return broken(host, error)
    }
  }

  function counted(reply: Reply, milliseconds: number): Reply {
    metrics.viewerAnswered('file', reply.status, bytesOf(reply), milliseconds)
    return reply
  }

  const watch = watchRequests(services)
  const watchedFile = watch('file', fileOrProblem, ({ status }) => status)
  const watchedSession = watch('session', exchange, (status) => status)

  let answers = 0
  let atOnceMilliseconds = 0

  function replyTo(host: string, request: FileRequest, socket: Socket): MaybePromise<Reply> | undefined {
    const path = pathOf(request.url)
    if (path === ticketPath || path === openPath) return undefined
    const tooMany = refuseFlood(request, socket)
    if (tooMany) return counted(tooMany, 0)
    answers = (answers + 1) % timedOneIn
    const startedAt = answers === 0 ? performance.now() : undefined
    const reply = watchedFile(host, request, path, socket)
    if (reply instanceof Promise) {
      const waitingSince = performance.now()
      return reply.then((known) => counted(known, performance.now() - waitingSince))
    }
    if (startedAt !== undefined) atOnceMilliseconds = performance.now() - startedAt
    return counted(reply, atOnceMilliseconds)
  }

  function refuseFlood({ headers: sent }: FileRequest, { remoteAddress }: Socket): Reply | undefined {
    const retryAfter = limitAddress(addressOf(remoteAddress, sent['x-forwarded-for']))
    return retryAfter === undefined ? undefined : laterReply(429, pages.many, retryAfter)
  }

  /** Answers with the status that was sent. */
  async function exchange(host: string, request: IncomingMessage, response: ServerResponse) {
    const useTicket = pathOf(request.url) === ticketPath ? exchangeTicket : openWithTicket
    await useTicket(tickets, host, request, response).catch((error: unknown) => giveUp(host, error, response))
    return response.statusCode
  }

  function giveUp(host: string, error: unknown, response: ServerResponse): void {
    const reply = broken(host, error)
    if (response.headersSent) response.destroy()
    else sendReply(response, reply).catch(() => response.destroy())
  }

  async function answer(host: string, request: IncomingMessage, response: ServerResponse) {
    const startedAt = performance.now()
    const reply = replyTo(host, request, request.socket) ?? refuseFlood(request, request.socket)
    if (reply) return sendReply(response, await reply)
    const status = await watchedSession(host, request, response)
    metrics.viewerAnswered('session', status, 0, performance.now() - startedAt)
  }

  return {
    replyTo,
    answer: (host, request, response) => {
      answer(host, request, response).catch((error: unknown) => giveUp(host, error, response))
    },
  }
}

const isBusy = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'too_many_downloads' || error.code === 'downloads_busy')

function bytesOf({ headers, body }: Reply): number {
  if (Buffer.isBuffer(body)) return body.length
  return body ? Number(headers['content-length']) : 0
}

function pathOf(url = '/'): string {
  const question = url.indexOf('?')
  return question === -1 ? url : url.slice(0, question)
}

interface AskedFile {
  version: string
  storybook?: string
  path: string
}

/** The file meant by a path: at the root of a version's own host, or below the files address on any. */
function fileOf(host: string, encodedPath: string): AskedFile | undefined {
  const path = decodePath(encodedPath)
  if (path === undefined) return undefined
  if (!path.startsWith(filesPath)) return host === sharedHost ? undefined : { version: host, path }
  const [storybook = '', version = '', ...rest] = path.slice(filesPath.length).split('/')
  if (host !== sharedHost && version !== host) return undefined
  return { version, storybook, path: rest.join('/') }
}

function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (let at = 0; at < header.length;) {
    const next = header.indexOf('; ', at)
    const end = next === -1 ? header.length : next
    const valueAt = at + name.length + 1
    if (header.startsWith(name, at) && header[valueAt - 1] === '=') return header.slice(valueAt, end)
    at = end + 2
  }
  return undefined
}
