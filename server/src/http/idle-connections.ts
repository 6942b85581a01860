import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** requests that are not answered to the last byte */
  open: number
  /** how many bytes had come when the last of them was */
  read: number
}

/**
 * Node takes a connection for idle once its answer is written, though the client may still be reading it, and cuts the
 * rest off. Here a connection is idle when everything was sent and nothing has come since.
 */
export function closeOnlyIdleConnections(server: Server): void {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: 0, read: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.open += 1
    const remember = () => (connection.read = socket.bytesRead)
    response.once('close', () => {
      connection.open -= 1
      remember()
    })
    // The rest of a body can come after the answer.
    request.once('close', remember)
  })
  server.closeIdleConnections = () => {
    for (const [socket, { open, read }] of connections) {
      if (open === 0 && socket.bytesRead === read && socket.writableLength === 0) socket.destroy()
    }
  }
}
