import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import { probePaths } from '@plinth/contract/health.ts'

import type { Archives } from '../blobs/open-blobs.ts'
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
import { compositionSite } from '../viewer/composition/composition-site.ts'
import { isCompositionLabel } from '../viewer/composition/labels.ts'
import { addFileLane } from '../viewer/file-lane/file-lane.ts'
import type { FileRequest } from '../viewer/file-request.ts'
import { isForPictures, picturesSite } from '../viewer/pictures/pictures-site.ts'
import { viewerSite } from '../viewer/viewer-site.ts'
import type { ViewerServices } from '../viewer/viewer-site.ts'
import { needsLoopbackPage, sendLoopbackPage } from './loopback-page.ts'

/** An upload over a slow line may take long, but headers must arrive soon. */
const timeouts = { requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 }
const inactivityMs = 5 * 60_000

/** One server for the portal and the viewer hosts, chosen by host name only; other host names are refused. */
export function hostGate(
  services: ViewerServices & { blobs: Archives; lifecycle: Lifecycle },
): (app: RequestListener) => Server {
  const { config, lifecycle, log, viewer } = services
  const site = viewerSite(services)
  const compositions = compositionSite(services)
  const pictures = picturesSite(services)
  const ownHost = new URL(config.ownUrl).host
  const versionOf = (host: string) =>
    host === config.publicUrl.host ? undefined : viewer.addresses.versionOf(host)
  return (app) => {
    const mayStart = pipeliningLimit()
    const answer: RequestListener = (request, response) => {
      // The client has reset the connection: there is no address to count or record, and nobody to answer.
      if (request.socket.remoteAddress === undefined) return void request.socket.destroy()
      if (!mayStart(request, response)) return
      if (lifecycle.isDraining) response.shouldKeepAlive = false
      normaliseTarget(request)
      const host = (config.isHostForwarded && forwardedHostOf(request)) || hostOf(request)
      if (host === config.publicUrl.host) return app(request, response)
      const version = versionOf(host)
      if (version !== undefined) {
        if (isForPictures(version, request)) return pictures.answer(request, response)
        const answering = isCompositionLabel(version) ? compositions : site
        return answering.answer(version, request, response)
      }
      if (isProbe(request)) return app(request, response)
      const isOurs = loopbackNames.has(host.replace(/:\d+$/, '')) || host === ownHost
      if (!isOurs) return sendRawProblem(new Problem('misdirected'), request, response)
      if (!isPage(request)) return app(request, response)
      return needsLoopbackPage(request, config)
        ? sendLoopbackPage(config, response)
        : redirectToPortal(request, response, config)
    }
    const server = createServer(timeouts, requestBoundary(log, answer))
    server.setTimeout(inactivityMs)
    // Not a proxy. Without a listener Node would close the connection without a response.
    server.on('connect', (_request, socket) => answerOnSocket(socket, 405))
    logServerErrors(log, server)
    closeOnlyIdleConnections(server)
    // The lane reads the host name from the Host header only.
    if (config.hasFileLane && !config.isHostForwarded) {
      addFileLane(server, log, (request, socket) => {
        // The lane keeps connections open; Node's server closes this one after its response.
        if (lifecycle.isDraining) return undefined
        const version = versionOf(hostOf(request))
        if (version === undefined || isCompositionLabel(version)) return undefined
        if (isForPictures(version, request)) return undefined
        return site.replyTo(version, request, socket)
      })
    }
    dropSlowClients(server, config.limits.clientRate, services)
    observeConnections(services.metrics.registry, server)
    return server
  }
}

/**
 * Reduces the request's target to a path. The host of an absolute target replaces the Host header (RFC 9112, 3.2.2). Other
 * targets are refused.
 */
function normaliseTarget(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const target = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!target) throw new Problem('bad_request', { detail: 'The request target is not a path.' })
  request.headers.host = target.host
  request.url = target.pathname + target.search
}

const hostOf = ({ headers }: FileRequest) => headers.host?.toLowerCase() ?? ''

/** Load balancers send probes with any host name; the answers reveal nothing. */
const isProbe = ({ url }: IncomingMessage) => probePaths.has(url)

/** Undefined for requests that bypass the proxy, such as health checks. */
function forwardedHostOf({ headers }: IncomingMessage): string | undefined {
  const forwarded = headers['x-forwarded-host']
  return typeof forwarded === 'string' ? forwarded.toLowerCase() : undefined
}

/** Calls and packages are answered under every loopback name, for curl and npm; pages belong to one origin. */
function isPage({ method, url = '/' }: IncomingMessage): boolean {
  const isCall = /^\/(?:(?:api|marketplace\/api|graph|cli|ci)\/|(?:cli|refs)\.tgz)/.test(url)
  return (method === 'GET' || method === 'HEAD') && !isCall
}

function redirectToPortal(request: IncomingMessage, response: ServerResponse, { publicUrl }: Config) {
  // After an origin, a path that begins with several slashes is still a path.
  const { href } = new URL(publicUrl.origin + (request.url ?? '/'))
  response.writeHead(302, { location: href, 'cache-control': 'no-store' }).end()
}
