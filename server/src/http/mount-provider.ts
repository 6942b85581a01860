import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Logger } from 'pino'

import { DatabaseUnavailable, retryAfterSeconds } from '../database/unavailable.ts'
import type { RenderedPage } from './html-page.ts'
import { needsPlainCookies, plainName } from './plain-cookies.ts'

/** Passes a request on to a provider that is mounted below `mountPath`. */
export function callProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  mountPath: string,
) {
  reply.hijack()
  // The headers of every portal response belong on the provider's too.
  reply.raw.setHeaders(
    new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
  )
  const raw = request.raw as typeof request.raw & { originalUrl?: string }
  raw.originalUrl = raw.url ?? '/'
  raw.url = raw.originalUrl.slice(mountPath.length)
  return provider.callback()(raw, reply.raw)
}

export function sendProviderPage(ctx: KoaContextWithOIDC, page: RenderedPage) {
  ctx.type = 'html'
  ctx.set('content-security-policy', page.contentSecurityPolicy)
  ctx.body = page.html
}

const detailsOf = (ctx: KoaContextWithOIDC | undefined, error: unknown) => ({
  err: error,
  reqId: ctx?.response.get('x-request-id'),
})

const isClosedByClient = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'

/** A provider handles its errors itself, so they do not reach the portal's error handler. */
export function logProviderErrors(provider: Provider, log: Logger, message: string) {
  const logError = (ctx: KoaContextWithOIDC | undefined, error: unknown) =>
    log.error(detailsOf(ctx, error), message)
  provider.on('server_error', (ctx, error) => {
    if (error instanceof DatabaseUnavailable) ctx.set('retry-after', String(retryAfterSeconds))
    logError(ctx, error)
  })
  // For errors after the response has begun. The provider's types do not list this event.
  const events: EventEmitter = provider
  events.on('error', (error: NodeJS.ErrnoException & { expose?: boolean }, ctx?: KoaContextWithOIDC) => {
    // A connection that the client has closed, or what the client is told itself, is no failure.
    if (isClosedByClient(error) || error.expose)
      log.info(detailsOf(ctx, error), 'a request to a provider was refused or cut off')
    else logError(ctx, error)
  })
}

/**
 * A provider builds URLs and cookies from the request. Behind a proxy, and with http on a loopback name, only the
 * configuration knows the public address, so the request is changed accordingly.
 */
export function usePublicUrl(provider: Provider, publicUrl: URL): Provider {
  provider.proxy = true
  const createContext = provider.createContext.bind(provider)
  provider.createContext = (request: IncomingMessage, response: ServerResponse) => {
    request.headers['x-forwarded-proto'] = publicUrl.protocol.replace(':', '')
    request.headers['x-forwarded-host'] = publicUrl.host
    const context = createContext(request, response)
    const { cookies } = context
    cookies.secure = true
    const get = cookies.get.bind(cookies)
    const set = cookies.set.bind(cookies)
    const isPlain = needsPlainCookies(publicUrl.href, request)
    const nameOf = isPlain ? plainName : (name: string) => name
    cookies.get = (name, options) => get(nameOf(name), options)
    // The `__Host-` prefix requires the root path, which the provider would narrow.
    cookies.set = (name, value, options) =>
      set(nameOf(name), value, { ...options, path: '/', ...(isPlain && { secure: false }) })
    return context
  }
  return provider
}
