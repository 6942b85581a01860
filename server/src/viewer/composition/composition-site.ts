import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

import { clientAddress, clientNetwork } from '../../http/client-address.ts'
import { openRateLimiter } from '../../http/rate-limits/rate-limiter.ts'
import { errorReply } from '../error-reply.ts'
import { answerTicket } from '../exchange-ticket.ts'
import { sendReply } from '../file-reply.ts'
import type { Reply } from '../file-reply.ts'
import { composeLabel } from '../viewer-addresses.ts'
import { pageReplies, readOnlyPage, tooManyRequestsPage, viewerHeaders } from '../viewer-pages.ts'
import { bytesOf, pathOf, ticketPath } from '../viewer-site.ts'
import type { ViewerServices } from '../viewer-site.ts'
import { watchRequests } from '../watch-requests.ts'
import { openComposeHost } from './compose-host.ts'
import { openCompositionCache } from './composition-cache.ts'
import { openLabelHost } from './label-host.ts'

/** Everything that the hosts for composition answer: the compose host, and one host for each version in a composition. */
export interface CompositionSite {
  answer(label: string, request: IncomingMessage, response: ServerResponse): void
}

export function compositionSite(services: ViewerServices): CompositionSite {
  const { config, db, log, viewer, revocations, metrics } = services
  const counters = metrics.cache('compositions')
  const compositions = openCompositionCache({ db, labels: viewer.labels, revocations, counters })
  const hostServices = { config, db, viewer, compositions }
  const labelHost = openLabelHost(hostServices)
  const composeHost = openComposeHost(hostServices)
  const { pageReply, retryReply } = pageReplies(config, viewerHeaders(config).page)
  const addressOf = clientAddress(config)
  const limitFiles = openRateLimiter({ perMinute: config.rates.perAddressFiles })
  /** The compose host asks the database for every answer, like the portal's calls. */
  const limitCalls = openRateLimiter({ perMinute: config.rates.perAddress })

  async function replyTo(logName: string, request: IncomingMessage, label: string): Promise<Reply> {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') return pageReply(405, readOnlyPage)
      return label === composeLabel
        ? await composeHost.replyTo(request, request.socket)
        : await labelHost(label, request, request.socket)
    } catch (error) {
      return errorReply({ log, pageReply, retryReply }, logName, error)
    }
  }

  async function exchange(_logName: string, request: IncomingMessage, response: ServerResponse) {
    await answerTicket(config.publicUrl.origin, request, response, (ticket) =>
      composeHost.cookieFor(request, ticket),
    )
    return response.statusCode
  }

  function limitRate(label: string, { headers, socket }: IncomingMessage): Reply | undefined {
    const forwarded = headers['x-forwarded-for']?.toString()
    const limit = label === composeLabel ? limitCalls : limitFiles
    const retryAfter = limit(clientNetwork(addressOf(socket.remoteAddress, forwarded)))
    return retryAfter === undefined ? undefined : retryReply(429, tooManyRequestsPage, retryAfter)
  }

  const watch = watchRequests(services)
  const watchedReply = watch('file', replyTo, ({ status }) => status)
  const watchedExchange = watch('session', exchange, (status) => status)

  async function answer(label: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const tooMany = limitRate(label, request)
    if (!tooMany && label === composeLabel && pathOf(request.url) === ticketPath) {
      const status = await watchedExchange(composeLabel, request, response)
      return metrics.viewerAnswered('session', status, 0, performance.now() - startedAt)
    }
    const reply = tooMany ?? (await watchedReply(logNameOf(label), request, label))
    metrics.viewerAnswered('file', reply.status, bytesOf(reply), performance.now() - startedAt)
    await sendReply(response, reply)
  }

  function sendError(label: string, error: unknown, response: ServerResponse): void {
    const reply = errorReply({ log, pageReply, retryReply }, logNameOf(label), error)
    if (response.headersSent) response.destroy()
    else sendReply(response, reply).catch(() => response.destroy())
  }

  return {
    answer: (label, request, response) => {
      answer(label, request, response).catch((error: unknown) => sendError(label, error, response))
    },
  }
}

/** Whoever knows a label may read a version, so labels are not logged. */
const logNameOf = (label: string) => (label === composeLabel ? label : 'composition')
