import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'

import { addFileLane } from '../viewer/file-lane.ts'
import { closeOnlyIdleConnections } from './idle-connections.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** More than the system's buffers of both ends take. */
const large = Buffer.alloc(24 * 1024 * 1024, 'x')

async function listen(handle: RequestListener, withLane: boolean) {
  server = createServer(handle)
  closeOnlyIdleConnections(server)
  if (withLane) {
    const headers = { 'content-length': String(large.length) }
    addFileLane(server, pino({ level: 'silent' }), () => ({ status: 200, headers, body: large }))
  }
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

test.each([
  ['Node’s server', false],
  ['the file lane', true],
])('an answer of %s that is not read yet is sent to its end', async (_, withLane) => {
  const port = await listen((_request, response) => void response.end(large), withLane)
  const socket = connect(port, '127.0.0.1')
  let received = 0
  socket.on('error', () => {})
  socket.pause()
  socket.write(request)
  await new Promise((resolve) => socket.once('readable', resolve))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  server?.close()
  server?.closeIdleConnections()
  const closing = setInterval(() => server?.closeIdleConnections(), 5)
  socket.on('data', (chunk: Buffer) => (received += chunk.length))
  socket.resume()
  await ended
  clearInterval(closing)
  expect(received).toBeGreaterThan(large.length)
})

test('idle connections are closed: those never used, and those whose request was answered before its body had come', async () => {
  const port = await listen((_request, response) => void response.end('early'), false)
  const [unused, used] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of [unused, used]) socket.on('error', () => {})
  let received = ''
  used.on('data', (chunk: Buffer) => (received += chunk.toString()))
  used.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6\r\n\r\nabc')
  await expect.poll(() => received).toContain('early')
  used.write('def')
  const ended = [unused, used].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const closed = new Promise((resolve) => server?.close(resolve))
  const closing = setInterval(() => server?.closeIdleConnections(), 20)
  await Promise.all([...ended, closed])
  clearInterval(closing)
})
