import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

import { testPortal } from './test-app.ts'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

interface RawOptions {
  /** Of another instance than the test's own. */
  port?: number
  host?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** For requests that `fetch` does not send: another Host, any range, a broken body. */
export async function sendRequest(
  path: string,
  { port, host = 'localhost', method = 'GET', headers = {}, body }: RawOptions = {},
): Promise<RawAnswer> {
  const target = port ?? (await testPortal()).config.port
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: target, path, method, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString(),
          })
        })
        response.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Sends raw bytes and returns everything received until the connection ends, also if not all bytes could be sent. */
export async function sendBytes(bytes: string | Buffer, port?: number): Promise<string> {
  const target = port ?? (await testPortal()).config.port
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(target, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.once('close', () => resolve(answer))
    socket.once('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
  })
}
