import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers do not pipeline, and programs rarely send more than a few requests ahead. */
const maxUnanswered = 8

/**
 * Node starts every request it reads, even while earlier responses on the connection are unread, so one connection could
 * buffer any number of responses. A client that pipelines too many requests is disconnected; the result is then false.
 */
export function pipeliningLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => unanswered.get(socket) ?? 0
  return ({ socket }, response) => {
    if (countOf(socket) >= maxUnanswered) {
      socket.destroy()
      return false
    }
    unanswered.set(socket, countOf(socket) + 1)
    response.once('close', () => unanswered.set(socket, countOf(socket) - 1))
    return true
  }
}
