import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** requests whose response is not completely sent */
  open: number
  /** `socket.bytesRead` when the last of them was complete */
  bytesRead: number
}

/**
 * Node considers a connection idle once its response is written, even while it is still being sent, and cuts it off.
 * Here a connection is idle when everything was sent and nothing has arrived since.
 */
export function closeOnlyIdleConnections(server: Server): void {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: 0, bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.open += 1
    const remember = () => (connection.bytesRead = socket.bytesRead)
    response.once('close', () => {
      connection.open -= 1
      remember()
    })
    // The rest of a body can arrive after the response.
    request.once('close', remember)
  })
  server.closeIdleConnections = () => {
    for (const [socket, { open, bytesRead }] of connections) {
      if (open === 0 && socket.bytesRead === bytesRead && socket.writableLength === 0) socket.destroy()
    }
  }
}
