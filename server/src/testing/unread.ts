import { connect } from 'node:net'

import { onTestFinished } from 'vitest'

import { testPortal } from './test-app.ts'

interface UnreadRequest {
  path: string
  host: string
  headers?: Record<string, string>
  /** How often the request is sent, without waiting for answers. */
  times?: number
}

/** Sends a request and does not read the answer, beyond what the system buffers. */
export async function requestWithoutReading({ path, host, headers = {}, times = 1 }: UnreadRequest) {
  const { config } = await testPortal()
  const socket = connect(config.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(times))
  return { socket, hasBegun: () => socket.bytesRead > 0 }
}

/** More than the buffers of two sockets hold, and small when compressed. */
export const largeContent = Buffer.alloc(
  24 * 1024 * 1024,
  'a file that is larger than what the system buffers\n',
)
