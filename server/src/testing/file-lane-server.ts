import { createServer } from 'node:http'
import type { Server, ServerOptions } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'

import { closeOnlyIdleConnections } from '../http/idle-connections.ts'
import { addFileLane } from '../viewer/file-lane/file-lane.ts'
import type { ReplyTo } from '../viewer/file-lane/file-lane.ts'

export interface LaneServer {
  server: Server
  port: number
  /** The server's ends of the connections. */
  accepted: Socket[]
  /** Waits until the server has read so many bytes of its only connection. */
  untilRead: (bytes: number) => Promise<void>
}

/** A server whose file lane answers paths under /lane; Node answers the others. */
export async function startLaneServer(
  replyTo: ReplyTo,
  options: Pick<ServerOptions, 'keepAliveTimeout'> = {},
): Promise<LaneServer> {
  const server = createServer(options, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.end(`node ${request.method} ${request.url} ${body}`))
  })
  closeOnlyIdleConnections(server)
  addFileLane(server, pino({ level: 'silent' }), (request, socket) =>
    request.url?.startsWith('/lane') ? replyTo(request, socket) : undefined,
  )
  const accepted: Socket[] = []
  server.on('connection', (socket: Socket) => accepted.push(socket))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    server,
    port: (server.address() as AddressInfo).port,
    accepted,
    untilRead: async (bytes) => {
      await expect.poll(() => accepted[0]?.bytesRead).toBeGreaterThanOrEqual(bytes)
    },
  }
}

export interface LaneConnection {
  socket: Socket
  received: () => string
  /** Waits until the text has arrived. */
  until: (text: string) => Promise<string>
  closed: Promise<unknown>
}

export function openConnection(port: number): LaneConnection {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  return {
    socket,
    received: () => received,
    until: async (text) => {
      await expect.poll(() => received).toContain(text)
      return received
    },
    closed: new Promise((resolve) => socket.once('close', resolve)),
  }
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: v\r\n\r\n`

export const textReply = (body: string) => ({
  status: 200,
  headers: { 'content-length': String(body.length) },
  body: Buffer.from(body),
})
