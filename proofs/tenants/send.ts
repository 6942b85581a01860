import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

export interface Sent {
  method: string
  /** By default the portal's. */
  host?: string | undefined
  path: string
  headers?: Record<string, string>
  /** A character for each byte. */
  body?: string | undefined
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

const timeoutMs = 30_000

/** Sends a request as it is: the path is not tidied up as `fetch` would. */
export function send(port: number, { method, host, path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { host: host ?? `localhost:${port}`, ...headers }
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: all, agent, signal },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('latin1'),
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body, 'latin1')
  })
}

export const cookieIn = ({ headers }: Answer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
