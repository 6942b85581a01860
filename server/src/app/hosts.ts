import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import { probePaths } from '@plinth/contract/health.ts'

import { answerOnSocket } from '../http/client-errors.ts'
import { closeOnlyIdleConnections } from '../http/idle-connections.ts'
import { pipeliningLimit } from '../http/pipelining.ts'
import { Problem } from '../http/problems.ts'
import { logServerErrors, requestBoundary, sendRawProblem } from '../http/request-boundary.ts'
import { dropSlowClients } from '../http/slow-clients.ts'
import type { Lifecycle } from '../operations/drain.ts'
import { observeConnections } from '../operations/metrics/observe-connections.ts'
import type { Config } from '../settings/config.ts'
import { loopbackNames } from '../settings/loopback.ts'
import { addFileLane } from '../viewer/file-lane/file-lane.ts'
import type { FileRequest } from '../viewer/file-request.ts'
import { viewerSite } from '../viewer/viewer-site.ts'
import type { ViewerServices } from '../viewer/viewer-site.ts'

/** An upload may take as long as its line is slow, but headers come at once and nobody stays silent for ever. */
const timeouts = { requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 }
const silence = 5 * 60_000

/** One listener for portal and viewers, told apart by the host name alone; other hosts get nothing. */
export function hostGate(
  services: ViewerServices & { lifecycle: Lifecycle },
): (app: RequestListener) => Server {
  const { config, lifecycle, log, viewer } = services
  const site = viewerSite(services)
  const ownHost = new URL(config.ownUrl).host
  const versionOf = (host: string) =>
    host === config.publicUrl.host ? undefined : viewer.addresses.versionOf(host)
  return (app) => {
    const mayBegin = pipeliningLimit()
    const answer: RequestListener = (request, response) => {
      if (!mayBegin(request, response)) return
      if (lifecycle.isDraining) response.shouldKeepAlive = false
      readTarget(request)
      const host = (config.isHostForwarded && forwardedHostOf(request)) || hostOf(request)
      if (host === config.publicUrl.host) return app(request, response)
      const version = versionOf(host)
      if (version !== undefined) return site.answer(version, request, response)
      if (isProbe(request)) return app(request, response)
      const isOurs = loopbackNames.has(host.replace(/:\d+$/, '')) || host === ownHost
      if (!isOurs) return sendRawProblem(new Problem('misdirected'), request, response)
      if (isPage(request)) return redirectToPortal(request, response, config)
      return app(request, response)
    }
    const server = createServer(timeouts, requestBoundary(log, answer))
    server.setTimeout(silence)
    // This is no proxy; and without a listener Node would close the connection without a word.
    server.on('connect', (_request, socket) => answerOnSocket(socket, 405))
    logServerErrors(log, server)
    closeOnlyIdleConnections(server)
    // The lane reads the host name from the Host header only.
    if (config.hasFileLane && !config.isHostForwarded) {
      addFileLane(server, log, (request, socket) => {
        // The lane keeps connections open; Node's server closes this one after its response.
        if (lifecycle.isDraining) return undefined
        const version = versionOf(hostOf(request))
        return version === undefined ? undefined : site.replyTo(version, request, socket)
      })
    }
    dropSlowClients(server, config.limits.clientRate, services)
    observeConnections(services.metrics.registry, server)
    return server
  }
}

/**
 * Leaves a path as the request's target. One that names a host of its own counts as that host (RFC 9112, 3.2.2);
 * whatever is neither has no meaning here.
 */
function readTarget(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const target = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!target) throw new Problem('bad_request', { detail: 'The target of the request is not a path.' })
  request.headers.host = target.host
  request.url = target.pathname + target.search
}

const hostOf = ({ headers }: FileRequest) => headers.host?.toLowerCase() ?? ''

/** Load balancers ask under an address or a name of their own making; the answer says nothing about anybody. */
const isProbe = ({ url }: IncomingMessage) => probePaths.has(url)

/** Undefined for what comes without a proxy, such as health checks. */
function forwardedHostOf({ headers }: IncomingMessage): string | undefined {
  const forwarded = headers['x-forwarded-host']
  return typeof forwarded === 'string' ? forwarded.toLowerCase() : undefined
}

/** Calls answer under every loopback name, so that curl needs no other; pages belong to one origin. */
function isPage({ method, url = '/' }: IncomingMessage): boolean {
  const isCall = /^\/(api|marketplace\/api|graph)\//.test(url)
  return (method === 'GET' || method === 'HEAD') && !isCall
}

function redirectToPortal(request: IncomingMessage, response: ServerResponse, { publicUrl }: Config) {
  // After an origin, a path stays a path, however many slashes it begins with.
  const { href } = new URL(publicUrl.origin + (request.url ?? '/'))
  response.writeHead(302, { location: href, 'cache-control': 'no-store' }).end()
}
