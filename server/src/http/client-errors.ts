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

/** More than the cookies of the portal and its viewer together. */
const maxCookieLength = 4096

/** Sockets that were told that their input is not a request. */
const refused = new WeakSet<Socket>()

/**
 * Answers input that Node could not parse as a request. An uploaded build can set cookies for the domain it shares with
 * the portal, and lock people out with too many of them. So browsers that send too many are told to delete all cookies.
 */
export function answerClientError(
  { code, rawPacket }: { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  // Node reports each further packet, too. They are dropped, so that the client can read the answer.
  if (refused.has(socket)) return
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  refused.add(socket)
  const status = statuses[code ?? ''] ?? 400
  answerOnSocket(socket, status, status === 431 && Buffer.isBuffer(rawPacket) && hasTooManyCookies(rawPacket))
}

/**
 * Whether cookies make a request too long, and not its address: any page can request a long address, and would have
 * everybody's cookies deleted. A packet may begin anywhere; there are no spaces in an address.
 */
function hasTooManyCookies(packet: Buffer): boolean {
  const [first = '', ...headers] = packet.toString('latin1').split('\r\n')
  const isLongAddress = / HTTP\/1\.[01]$/.test(first) && !/^[A-Z]+ \S{0,4096} /.test(first)
  const cookies = headers.find((header) => /^cookie:/i.test(header)) ?? (first.includes('; ') ? first : '')
  return !isLongAddress && cookies.length > maxCookieLength
}

/** Answers without a response object, and closes the connection. */
export function answerOnSocket(socket: Duplex, status: number, clearsCookies = false): void {
  socket.on('error', () => {})
  const text = clearsCookies
    ? 'Your browser sent more cookies than this portal accepts. They are deleted now: reload the page.'
    : (STATUS_CODES[status] ?? '')
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-security-policy: ${dataPolicy}`,
    // On a viewer host, the first answer decides whether a build gets a process of its own.
    'origin-agent-cluster: ?1',
    ...(clearsCookies ? ['clear-site-data: "cookies"'] : []),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
  // Unread input would reset the connection, often before the client has the response.
  socket.resume()
  setTimeout(() => socket.destroy(), readTimeoutMs).unref()
}
