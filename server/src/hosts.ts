import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import { getHealth, getReadiness, getServing } from '@plinth/contract/health.ts'

import type { Config } from './config.ts'
import { observeConnections } from './metrics/observe-connections.ts'
import { Problem } from './problems.ts'
import type { Services } from './services.ts'
import { addFileLane } from './viewer/file-lane.ts'
import type { FileRequest } from './viewer/request-head.ts'
import { viewerSite } from './viewer/viewer-site.ts'

/** The names this machine calls itself; what curl and health checks use. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An upload may take as long as its line is slow, but headers come at once and nobody stays silent for ever. */
const timeouts = { requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 }
const silence = 5 * 60_000

/** One listener for portal and viewers, told apart by the host name alone; other hosts get nothing. */
export function hostGate(services: Services): (app: RequestListener) => Server {
  const { config, viewer } = services
  const site = viewerSite(services)
  const versionOf = (host: string) =>
    host === config.publicUrl.host ? undefined : viewer.addresses.versionOf(host)
  return (app) => {
    const server = createServer(timeouts, (request, response) => {
      const host = (config.isHostForwarded && forwardedHostOf(request)) || hostOf(request)
      if (host === config.publicUrl.host) return app(request, response)
      const version = versionOf(host)
      if (version !== undefined) return site.answer(version, request, response)
      if (isProbe(request)) return app(request, response)
      const isOurs = loopbackNames.has(host.replace(/:\d+$/, '')) || host === new URL(config.ownUrl).host
      if (!isOurs) return misdirected(request, response)
      if (isPage(request)) return redirectToPortal(request, response, config)
      return app(request, response)
    })
    server.setTimeout(silence)
    // The lane knows no header but Host for the name.
    if (!config.isHostForwarded) {
      addFileLane(server, (request) => {
        const version = versionOf(hostOf(request))
        return version === undefined ? undefined : site.replyTo(version, request)
      })
    }
    observeConnections(services.metrics.registry, server)
    return server
  }
}

const hostOf = ({ headers }: FileRequest) => headers.host?.toLowerCase() ?? ''

/** Load balancers ask under an address or a name of their own making; the answer says nothing about anybody. */
const probes = new Set<string | undefined>([getHealth.path, getReadiness.path, getServing.path])
const isProbe = ({ url }: IncomingMessage) => probes.has(url)

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
  const target = new URL(publicUrl)
  const asked = new URL(request.url ?? '/', 'http://any')
  target.pathname = asked.pathname
  target.search = asked.search
  response.writeHead(302, { location: target.href, 'cache-control': 'no-store' }).end()
}

function misdirected(request: IncomingMessage, response: ServerResponse) {
  const problem = new Problem('misdirected')
  response
    .writeHead(problem.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    .end(JSON.stringify(problem.document(request.url?.split('?')[0] ?? '/')))
}
