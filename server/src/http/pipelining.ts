import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers send one request after the other, programs rarely more than a few ahead. */
const mostUnanswered = 8

/**
 * Node begins every request it reads, also while earlier answers on the same connection wait to be read: without a limit
 * one connection could hold any number of answers. Whoever sends more than a few ahead loses the connection; false then.
 */
export function pipeliningLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => unanswered.get(socket) ?? 0
  return ({ socket }, response) => {
    if (countOf(socket) >= mostUnanswered) {
      socket.destroy()
      return false
    }
    unanswered.set(socket, countOf(socket) + 1)
    response.once('close', () => unanswered.set(socket, countOf(socket) - 1))
    return true
  }
}
