import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A slow mobile connection, as Lighthouse has it: 1.6 Mbit/s down, 150 ms for a round trip. */
const bytesPerSecond = 200_000
const oneWayMs = 75
const pieceBytes = 2 * 1024
const maxWaitingBytes = 32 * 1024

/** Another loopback address: relays keep the port of what is behind them. */
export const slowAddress = '127.0.0.2'

export interface SlowLine {
  close(): void
}

/**
 * Relays connections to a server of this machine over one line that all of them share. In the browser itself, a slow line is
 * emulated for each process separately, and a page with a frame of another site has two.
 */
export async function openSlowLine(port: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  const line = sharedLine()
  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        setTimeout(() => (socket === client ? upstream : client).destroy(), oneWayMs)
      })
    }
    // Connecting takes a round trip before the first byte is sent.
    const connectedAt = performance.now() + 2 * oneWayMs
    client.on('data', (sent: Buffer) => {
      const waitMs = Math.max(0, connectedAt - performance.now()) + oneWayMs
      setTimeout(() => upstream.write(sent), waitMs)
    })
    line.carry(upstream, (received) => setTimeout(() => client.write(received), oneWayMs))
  })
  await new Promise<void>((resolve) => server.listen(port, slowAddress, resolve))
  return {
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

interface Connection {
  waiting: Buffer[]
  bytes: number
  source: Socket
  deliver(piece: Buffer): void
}

/** Connections take turns, a piece each. */
function sharedLine() {
  const connections: Connection[] = []
  let isSending = false
  let freeAt = 0

  async function send() {
    isSending = true
    for (;;) {
      const next = connections.find(({ bytes }) => bytes > 0)
      if (!next) break
      connections.push(...connections.splice(connections.indexOf(next), 1))
      const piece = take(next)
      freeAt = Math.max(freeAt, performance.now()) + (piece.length / bytesPerSecond) * 1000
      const waitMs = freeAt - performance.now()
      if (waitMs > 1) await sleep(waitMs)
      next.deliver(piece)
    }
    isSending = false
  }

  return {
    carry(source: Socket, deliver: (piece: Buffer) => void) {
      const connection: Connection = { waiting: [], bytes: 0, source, deliver }
      connections.push(connection)
      source.on('data', (received: Buffer) => {
        connection.waiting.push(received)
        connection.bytes += received.length
        if (connection.bytes > maxWaitingBytes) source.pause()
        if (!isSending) void send()
      })
      source.once('close', () => {
        if (connection.bytes === 0) connections.splice(connections.indexOf(connection), 1)
      })
    },
  }
}

function take(connection: Connection): Buffer {
  const [first = Buffer.alloc(0), ...rest] = connection.waiting
  const piece = first.subarray(0, pieceBytes)
  const left = first.subarray(pieceBytes)
  connection.waiting = left.length > 0 ? [left, ...rest] : rest
  connection.bytes -= piece.length
  if (connection.bytes <= maxWaitingBytes / 2) connection.source.resume()
  return piece
}
