import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { closeOnlyIdleConnections } from './idle-connections.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Too large for the socket buffers of both ends. */
const large = Buffer.alloc(24 * 1024 * 1024, 'x')

async function listen(handle: RequestListener) {
  server = createServer(handle)
  closeOnlyIdleConnections(server)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

test('a response that the client has not read yet is sent to its end', async () => {
  const port = await listen((_request, response) => void response.end(large))
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

test('idle connections are closed: unused ones, and those whose request was answered before its body had arrived', async () => {
  const port = await listen((_request, response) => void response.end('early'))
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
