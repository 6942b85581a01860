import type { IncomingMessage, ServerResponse } from 'node:http'

interface DrainLimit {
  milliseconds: number
  bytes: number
}

/** How much a client may still send after the response; well-behaved ones stop at once. */
const defaultLimit: DrainLimit = { milliseconds: 10_000, bytes: 64 * 1024 * 1024 }

/** Less than this is read and dropped by Node, which keeps the connection for the next request. */
const shortBytes = 64 * 1024

/** Whether the rest of a body that was refused arrives sooner than the client could connect again. */
export const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBytes

/**
 * For a response to a request whose body is still arriving. Node would close the connection once the response is written,
 * and unread input would then reset it, often before the client has the response. So only our side is closed, and input
 * is read and dropped until the client closes its side or reaches the limit.
 */
export function closeAfterRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { milliseconds, bytes }: DrainLimit = defaultLimit,
): void {
  // Of the response, because a failed pipeline detaches the socket from the request.
  const { socket } = response
  if (!socket) return
  response.setHeader('connection', 'close')
  request.on('error', () => {})
  socket.destroySoon = () => {
    let left = bytes
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
    request.once('end', () => socket.destroy())
    socket.once('end', () => socket.destroy())
    setTimeout(() => socket.destroy(), milliseconds).unref()
    socket.end()
    request.resume()
  }
}
