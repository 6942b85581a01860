import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'

import type { Metrics } from '../operations/metrics/metrics.ts'

export interface ClientRate {
  /** 0 turns the check off. */
  bytesPerSecond: number
  windowMs: number
}

/** A slow client is noticed at most a quarter of the window too late. */
const checksPerWindow = 4

/** Emitted on a request whose body arrives too slowly. Without a listener the connection is closed. */
export const tooSlow = 'too-slow'

/**
 * Disconnects clients that read a response or send a body more slowly than the rate while the server waits for them. One
 * interval checks all connections, so that requests cost nothing.
 */
export function dropSlowClients(
  server: Server,
  { bytesPerSecond, windowMs }: ClientRate,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'registry'> },
): void {
  if (bytesPerSecond === 0) return
  const minBytes = (bytesPerSecond * windowMs) / 1000
  const dropped = metrics.registry.counters(
    'plinth_slow_clients_total',
    'Clients disconnected for being too slow.',
    ['way'],
  )
  const droppedReaders = dropped({ way: 'reading' })
  const droppedSenders = dropped({ way: 'sending' })
  const readers = new Map<Socket, number[]>()
  const senders = new Map<IncomingMessage, { socket: Socket; samples: number[] }>()

  server.on('connection', (socket: Socket) => {
    readers.set(socket, [])
    socket.once('close', () => readers.delete(socket))
  })
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    senders.set(request, { socket: request.socket, samples: [] })
    request.once('close', () => senders.delete(request))
  })

  /** `samples` are the bytes transferred at each check since the server began to wait. */
  function isSlow(samples: number[], isWaitedFor: boolean, transferred: number): boolean {
    if (!isWaitedFor) {
      samples.length = 0
      return false
    }
    samples.push(transferred)
    if (samples.length <= checksPerWindow) return false
    return transferred - (samples.shift() ?? 0) < minBytes
  }

  function check() {
    for (const [socket, samples] of readers) {
      const isUnread = socket.writableLength > 0
      if (!isSlow(samples, isUnread, socket.bytesWritten - socket.writableLength)) continue
      droppedReaders.value += 1
      log.info({ address: socket.remoteAddress }, 'a client that reads too slowly was disconnected')
      socket.destroy()
    }
    for (const [request, { socket, samples }] of senders) {
      const isAwaited = !request.complete && request.readableLength === 0
      if (!isSlow(samples, isAwaited, socket.bytesRead)) continue
      droppedSenders.value += 1
      log.info({ address: socket.remoteAddress }, 'a client that sends too slowly was disconnected')
      senders.delete(request)
      if (!request.emit(tooSlow)) socket.destroy()
    }
  }

  const checking = setInterval(check, windowMs / checksPerWindow).unref()
  server.once('close', () => clearInterval(checking))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
