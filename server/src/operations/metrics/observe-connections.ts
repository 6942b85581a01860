import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Registry } from './registry.ts'

/** Sockets count their bytes themselves, so this costs nothing per request. */
export function observeConnections({ observe }: Registry, server: Server): void {
  const open = new Set<Socket>()
  const closed = { received: 0, sent: 0 }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      closed.received += socket.bytesRead
      closed.sent += socket.bytesWritten
    })
  })
  const sum = (start: number, of: (socket: Socket) => number) =>
    [...open].reduce((total, socket) => total + of(socket), start)
  observe('gauge', 'plinth_connections', 'Open client connections.', () => open.size)
  observe('counter', 'plinth_received_bytes_total', 'Bytes received from clients.', () =>
    sum(closed.received, (socket) => socket.bytesRead),
  )
  observe('counter', 'plinth_sent_bytes_total', 'Bytes sent to clients.', () =>
    sum(closed.sent, (socket) => socket.bytesWritten - socket.writableLength),
  )
}
