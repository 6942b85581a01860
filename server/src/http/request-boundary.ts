import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

import type { Logger } from 'pino'

import { Problem } from './problems.ts'
import { safePathOf } from './request-path.ts'

/**
 * Node calls these listeners itself, so what they throw would end the process. Here it becomes an answer: a request
 * that fails before it reaches a handler is one that could not be understood.
 */
export function requestBoundary(log: Logger, listener: RequestListener): RequestListener {
  return (request, response) => {
    try {
      listener(request, response)
    } catch (error) {
      // The stack alone: an address can hold a code, and errors about addresses quote them in other properties.
      const { stack } = error instanceof Error ? error : new Error(String(error))
      log.warn({ method: request.method, stack }, 'a request could not be handled')
      if (response.headersSent) response.destroy()
      else sendRawProblem(new Problem('bad_request'), request, response)
    }
  }
}

/** A problem document where no framework is at hand. */
export function sendRawProblem(problem: Problem, request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(problem.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    .end(JSON.stringify(problem.document(safePathOf(request.url))))
}

/** Once it listens, a server's errors are about single connections: no reason to end, as they would without a listener. */
export function logServerErrors(log: Logger, server: Server): void {
  server.once('listening', () =>
    server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted')),
  )
}
