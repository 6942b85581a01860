import type { IncomingMessage, ServerResponse } from 'node:http'

interface Rest {
  milliseconds: number
  bytes: number
}

/** What a client may still send after it has been answered; a sensible one stops at once. */
const usual: Rest = { milliseconds: 10_000, bytes: 64 * 1024 * 1024 }

/**
 * For an answer to a request that is still arriving. Node would close the connection as soon as the answer is written,
 * and what then arrives unread would reset it, often before the client has seen the answer. So only our side is
 * closed; what still comes is read and dropped until the client has closed its own, within bounds.
 */
export function closeAfterRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { milliseconds, bytes }: Rest = usual,
): void {
  // The response's: a pipeline that fails takes the socket from the request.
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
