import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import type { Logger } from 'pino'

import { dataPolicy } from './data-policy.ts'
import { Problem } from './problems.ts'
import { safePathOf } from './request-path.ts'

/**
 * Node calls the listener, so an error it throws would end the process. Here it becomes a 400: a request that fails
 * before it reaches a handler could not be understood.
 */
export function requestBoundary(log: Logger, listener: RequestListener): RequestListener {
  return (request, response) => {
    try {
      listener(request, response)
    } catch (error) {
      // Only the stack: errors about URLs quote them in other properties, and a URL can contain a secret.
      const { stack } = error instanceof Error ? error : new Error(String(error))
      log.warn({ method: request.method, stack }, 'a request could not be handled')
      if (response.headersSent) response.destroy()
      else sendRawProblem(new Problem('bad_request'), request, response)
    }
  }
}

/** Sends a problem document without Fastify. */
export function sendRawProblem(problem: Problem, request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(problem.status, {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': dataPolicy,
    })
    .end(JSON.stringify(problem.document(safePathOf(request.url))))
}

/** After `listening`, a server's errors concern single connections, and must not end the process. */
export function logServerErrors(log: Logger, server: Server): void {
  server.once('listening', () =>
    server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted')),
  )
}
