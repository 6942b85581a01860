import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'

import type { Metrics } from '../operations/metrics/metrics.ts'

export interface ClientRate {
  /** 0 lets everybody be as slow as they like. */
  bytesPerSecond: number
  windowMs: number
}

/** How often a connection is looked at within the window; also how late the end of the window may be noticed. */
const looksPerWindow = 4

/** Sent on a request whose body comes too slowly. Whoever listens answers it; otherwise the connection is cut. */
export const tooSlow = 'too-slow'

/**
 * Cuts off clients that read an answer or send a request's body more slowly than the rate, as long as they are what is
 * waited for. All connections are looked at together now and then, so that no request pays for it.
 */
export function dropSlowClients(
  server: Server,
  { bytesPerSecond, windowMs }: ClientRate,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'registry'> },
): void {
  if (bytesPerSecond === 0) return
  const enough = (bytesPerSecond * windowMs) / 1000
  const dropped = metrics.registry.counters(
    'plinth_slow_clients_total',
    'Clients cut off for being too slow.',
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

  /** `samples` are the bytes transferred at each look since it was first waited for. */
  function isSlow(samples: number[], isWaitedFor: boolean, transferred: number): boolean {
    if (!isWaitedFor) {
      samples.length = 0
      return false
    }
    samples.push(transferred)
    if (samples.length <= looksPerWindow) return false
    return transferred - (samples.shift() ?? 0) < enough
  }

  function look() {
    for (const [socket, samples] of readers) {
      const isUnread = socket.writableLength > 0
      if (!isSlow(samples, isUnread, socket.bytesWritten - socket.writableLength)) continue
      droppedReaders.value += 1
      log.info({ address: socket.remoteAddress }, 'a client that reads too slowly was cut off')
      socket.destroy()
    }
    for (const [request, { socket, samples }] of senders) {
      const isAwaited = !request.complete && request.readableLength === 0
      if (!isSlow(samples, isAwaited, socket.bytesRead)) continue
      droppedSenders.value += 1
      log.info({ address: socket.remoteAddress }, 'a client that sends too slowly was cut off')
      senders.delete(request)
      if (!request.emit(tooSlow)) socket.destroy()
    }
  }

  const looking = setInterval(look, windowMs / looksPerWindow).unref()
  server.once('close', () => clearInterval(looking))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
