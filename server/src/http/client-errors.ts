import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { dataPolicy } from './data-policy.ts'

const statuses: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** How long a client has to read the response before the connection is closed. */
const readTimeoutMs = 1000

/**
 * Answers input that Node could not parse as a request. An uploaded build can set cookies for the domain it shares with
 * the portal, and lock people out with too many of them. So browsers that send too much are told to delete all cookies.
 */
export function answerClientError({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  answerOnSocket(socket, statuses[code ?? ''] ?? 400)
}

/** Answers without a response object, and closes the connection. */
export function answerOnSocket(socket: Duplex, status: number): void {
  socket.on('error', () => {})
  const isTooMuch = status === 431
  const text = isTooMuch
    ? 'Your browser sent more cookies than this portal accepts. They are deleted now: reload the page.'
    : (STATUS_CODES[status] ?? '')
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-security-policy: ${dataPolicy}`,
    ...(isTooMuch ? ['clear-site-data: "cookies"'] : []),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
  // Unread input would reset the connection, often before the client has the response.
  socket.resume()
  setTimeout(() => socket.destroy(), readTimeoutMs).unref()
}
