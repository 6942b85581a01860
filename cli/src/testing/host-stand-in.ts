import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'

import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'

import { token } from './host-shapes.ts'
import type { HostShape, StoredComment } from './host-shapes.ts'

/** What a host does instead of answering as it should. */
export type Fault = { status: number; retryAfter?: string } | 'silence' | 'a page' | 'no end' | undefined

export interface StandIn {
  env: Record<string, string>
  comments: StoredComment[]
  /** The bodies of what was sent to set a status. */
  statuses: Record<string, unknown>[]
  requests: string[]
  /** Decides before every request whether and how it fails. */
  fail: (method: string, attempt: number) => Fault
}

const chunk = Buffer.alloc(1024 * 1024, ' ')

function endless(this: Readable) {
  this.push(chunk)
}

/** A server in place of a host, with one pull request. */
export async function startStandIn(shape: HostShape): Promise<StandIn> {
  const standIn: StandIn = { env: {}, comments: [], statuses: [], requests: [], fail: () => undefined }
  let origin = ''
  const server = createServer((request, response) => {
    const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    const handle = async () => {
      const method = request.method ?? ''
      const url = new URL(request.url ?? '', origin)
      standIn.requests.push(`${method} ${url.pathname}`)
      const fault = standIn.fail(method, standIn.requests.length)
      if (fault === 'silence') return
      if (fault === 'no end') return void new Readable({ read: endless }).pipe(response)
      if (fault === 'a page') return send(200, '<h1>Sign in</h1>', { 'content-type': 'text/html' })
      if (fault) {
        const headers: Record<string, string> = fault.retryAfter ? { 'retry-after': fault.retryAfter } : {}
        return send(fault.status, JSON.stringify({ message: `No, ${token}` }), headers)
      }
      if (!shape.isAuthorized(request.headers)) return send(401, '{"message":"Bad credentials"}')
      const body = method === 'GET' ? {} : ((await json(request)) as Record<string, unknown>)
      const { comments } = standIn
      const answer = shape.answer({
        method,
        path: url.pathname,
        query: url.searchParams,
        body,
        comments,
        origin,
      })
      if (!answer) return send(404, '{"message":"Not Found"}')
      if (url.pathname.includes('/statuses')) standIn.statuses.push(body)
      send(answer.status, JSON.stringify(answer.body))
    }
    handle().catch(() => send(500, '{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(() => server.close().closeAllConnections())
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  standIn.env = shape.env(origin)
  return standIn
}
