import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

export interface Answer {
  /** 0 if there was none. */
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Why there is no answer, or only a part of it. */
  failure?: string
  startedAt: number
  endedAt: number
}

export interface Sent {
  host?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** No request takes longer, whatever is wrong. */
const timeoutMs = 30_000

/** Never rejects: what went wrong is in the answer. */
export function send(port: number, path: string, sent: Sent = {}): Promise<Answer> {
  const { host = `localhost:${port}`, method = 'GET', headers = {}, body } = sent
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const settle = (status: number, from: IncomingHttpHeaders, failure?: string) =>
      resolve({
        status,
        headers: from,
        bytes: Buffer.concat(chunks),
        ...(failure === undefined ? {} : { failure }),
        startedAt,
        endedAt: performance.now(),
      })
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        // On a connection of its own: one that is used again may be closed at that moment.
        agent: false,
        headers: {
          host,
          connection: 'keep-alive',
          ...(body === undefined || headers['transfer-encoding']
            ? {}
            : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (incoming) => {
        const { statusCode = 0, headers: received } = incoming
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('end', () => settle(statusCode, received))
        incoming.once('error', (error) => settle(statusCode, received, error.message))
        incoming.once('close', () => settle(statusCode, received, 'the answer was cut off'))
      },
    )
    const late = setTimeout(
      () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    outgoing.once('error', (error) => settle(0, {}, error.message))
    outgoing.once('close', () => clearTimeout(late))
    outgoing.end(body)
  })
}
