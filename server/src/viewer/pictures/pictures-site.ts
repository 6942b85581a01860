import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

import type { Archives } from '../../blobs/open-blobs.ts'
import { clientAddress, clientNetwork } from '../../http/client-address.ts'
import { openRateLimiter } from '../../http/rate-limits/rate-limiter.ts'
import { fairSlots } from '../../shared/fair-slots.ts'
import { sessionCookie, sessionFinder } from '../cookies.ts'
import { problemIfBusy } from '../downloads.ts'
import { errorReply } from '../error-reply.ts'
import { answerTicket, sessionSeconds } from '../exchange-ticket.ts'
import { sendReply } from '../file-reply.ts'
import type { Reply } from '../file-reply.ts'
import type { FileRequest } from '../file-request.ts'
import { useTicket } from '../store.ts'
import { picturesLabel, picturesPath, sharedHost } from '../viewer-addresses.ts'
import {
  noSessionPage,
  notFoundPage,
  pageReplies,
  readOnlyPage,
  tooManyRequestsPage,
  viewerHeaders,
} from '../viewer-pages.ts'
import { bytesOf, pathOf } from '../viewer-site.ts'
import type { ViewerServices } from '../viewer-site.ts'
import { watchRequests } from '../watch-requests.ts'
import { openMemberCache } from './member-cache.ts'
import { readPicture } from './read-picture.ts'
import { findPicture } from './store.ts'

/** Where a ticket is exchanged for the session of an account's pictures. */
export const picturesSessionPath = `${picturesPath}/session`

export const isForPictures = (version: string, { url }: FileRequest): boolean =>
  version === picturesLabel || (version === sharedHost && (url ?? '').startsWith(`${picturesPath}/`))

/** Pictures of stories: files of accounts, on a host of their own, for their members. */
export interface PicturesSite {
  answer(request: IncomingMessage, response: ServerResponse): void
}

/** What is larger is not left to the buffers of connections. */
const largeBytes = 64 * 1024
const largePictures = { total: 40, perAccount: 10, waitingPerAccount: 300, waitMs: 20_000 }

/** A browser has one for each account. */
const cookieName = (account: string) => `__Host-plinth-pictures-${account}`

export function picturesSite(services: ViewerServices & { blobs: Archives }): PicturesSite {
  const { config, db, blobs, log, viewer, revocations, metrics } = services
  const { signer } = viewer
  const members = openMemberCache({ db, signer, revocations, counters: metrics.cache('members of pictures') })
  const { pageReply, retryReply } = pageReplies(config, viewerHeaders(config).page)
  const addressOf = clientAddress(config)
  const limitFiles = openRateLimiter({ perMinute: config.rates.perAddressFiles })
  const sessionIn = sessionFinder(config.viewerUrl)
  const large = fairSlots(largePictures)
  const headers = {
    ...viewerHeaders(config).file,
    'content-security-policy': "sandbox; default-src 'none'",
    // The portal's pages show them, and may be of another site. Only those have the cookie.
    'cross-origin-resource-policy': 'cross-origin',
  }

  async function replyTo(
    _logName: string,
    { method, url, headers: sent }: IncomingMessage,
    response: ServerResponse,
  ): Promise<Reply> {
    try {
      if (method !== 'GET' && method !== 'HEAD') return pageReply(405, readOnlyPage)
      const [account = '', sha256 = '', ...rest] = pathOf(url)
        .slice(picturesPath.length + 1)
        .split('/')
      const isAddress = /^[\w-]{1,64}$/.test(account) && /^[0-9a-f]{64}$/.test(sha256) && rest.length === 0
      if (!isAddress) return pageReply(404, notFoundPage)
      const session = await members.find(sessionIn(sent.cookie, cookieName(account)))
      if (session?.account !== account) return pageReply(401, noSessionPage)
      const picture = await findPicture(db, session.accountId, sha256)
      if (!picture) return pageReply(404, notFoundPage)
      const length = { 'content-type': picture.mediaType, 'content-length': String(picture.bytes) }
      if (method === 'HEAD') return { status: 200, headers: { ...headers, ...length }, body: undefined }
      if (picture.bytes > largeBytes) await holdSlot(session.accountId, response)
      const body = await readPicture({ db, blobs }, picture)
      return body ? { status: 200, headers: { ...headers, ...length }, body } : pageReply(404, notFoundPage)
    } catch (error) {
      return errorReply({ log, pageReply, retryReply }, picturesLabel, error)
    }
  }

  /** Until the picture has been sent: it is in memory for so long. */
  async function holdSlot(accountId: number, response: ServerResponse): Promise<void> {
    const release = await large.acquire(accountId).catch((error: unknown) => {
      throw problemIfBusy(error)
    })
    if (response.destroyed) release()
    else response.once('close', release)
  }

  async function cookieFor(request: IncomingMessage, ticket: string): Promise<string | undefined> {
    const payload = signer.verify(ticket, 'picturesTicket')
    if (!payload || !(await useTicket(db, payload.id, payload.expires))) return undefined
    const { account, accountId, userId } = payload
    const expires = Math.floor(Date.now() / 1000) + sessionSeconds
    const value = signer.sign({ use: 'picturesSession', account, accountId, userId, expires })
    return sessionCookie(config.viewerUrl, request, {
      name: cookieName(account),
      value,
      seconds: sessionSeconds,
    })
  }

  async function exchange(_logName: string, request: IncomingMessage, response: ServerResponse) {
    await answerTicket(config.publicUrl.origin, request, response, (ticket) => cookieFor(request, ticket))
    return response.statusCode
  }

  function limitRate({ headers: sent, socket }: IncomingMessage): Reply | undefined {
    const forwarded = sent['x-forwarded-for']?.toString()
    const retryAfter = limitFiles(clientNetwork(addressOf(socket.remoteAddress, forwarded)))
    return retryAfter === undefined ? undefined : retryReply(429, tooManyRequestsPage, retryAfter)
  }

  const watch = watchRequests(services)
  const watchedReply = watch('file', replyTo, ({ status }) => status)
  const watchedExchange = watch('session', exchange, (status) => status)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const tooMany = limitRate(request)
    if (!tooMany && pathOf(request.url) === picturesSessionPath) {
      const status = await watchedExchange(picturesLabel, request, response)
      return metrics.viewerAnswered('session', status, 0, performance.now() - startedAt)
    }
    const reply = tooMany ?? (await watchedReply(picturesLabel, request, response))
    metrics.viewerAnswered('file', reply.status, bytesOf(reply), performance.now() - startedAt)
    await sendReply(response, reply)
  }

  return {
    answer: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        const reply = errorReply({ log, pageReply, retryReply }, picturesLabel, error)
        if (response.headersSent) response.destroy()
        else sendReply(response, reply).catch(() => response.destroy())
      })
    },
  }
}
