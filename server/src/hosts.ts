import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import type { Config } from './config.ts'
import { Problem } from './problems.ts'

export type Site = 'portal' | 'loopback' | 'unknown'

/** The names this machine calls itself; what curl and health checks use. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Which of the sites behind this listener a request is for, by its Host header alone. */
export function siteOf(host: string | undefined, config: Pick<Config, 'publicUrl'>): Site {
  const name = host?.toLowerCase() ?? ''
  if (name === config.publicUrl.host) return 'portal'
  if (loopbackNames.has(name.replace(/:\d+$/, ''))) return 'loopback'
  return 'unknown'
}

/** The server factory that lets only known hosts through to the app. */
export function hostGate(config: Config): (app: RequestListener) => Server {
  return (app) =>
    createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      const site = siteOf(request.headers.host, config)
      if (site === 'unknown') return misdirected(request, response)
      if (site === 'loopback' && isPage(request)) return redirectToPortal(request, response, config)
      return app(request, response)
    })
}

/** Calls answer under every loopback name, so that curl needs no other; pages belong to one origin. */
function isPage({ method, url = '/' }: IncomingMessage): boolean {
  const isCall = url === '/health' || url === '/ready' || url.startsWith('/api/')
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
