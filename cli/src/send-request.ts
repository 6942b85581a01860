import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { Failure, Unavailable } from './failure.ts'

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** Sent in chunks unless the headers include content-length. */
  body?: AsyncIterable<Buffer> | Iterable<Buffer>
}

export interface HttpResponse {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** The longest silence on the connection, which includes the time the portal takes to check a large zip. */
const idleTimeoutMs = 150_000

/**
 * Sends one request. Redirects are returned and not followed, so that the key goes only to the address the user gave.
 * Throws `Unavailable` where another attempt may succeed, `Failure` where it cannot.
 */
export async function sendRequest({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = request(url, { method, headers, lookup: lookupWithLocalhost })
  outgoing.setTimeout(idleTimeoutMs, () =>
    outgoing.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
  )
  const sending = body ? pipeline(Readable.from(body), outgoing) : void outgoing.end()
  try {
    return await waitForResponse(outgoing, sending)
  } catch (error) {
    throw explainError(error, url)
  } finally {
    // The portal may refuse an upload before all of it is sent. Stop sending the rest.
    outgoing.destroy()
    await sending?.catch(() => {})
  }
}

/** Once a response has begun, errors of sending no longer matter. */
function waitForResponse(outgoing: ClientRequest, sending: Promise<void> | undefined): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let hasResponse = false
    const fail = (error: unknown) => (hasResponse ? undefined : reject(error))
    outgoing.on('error', fail)
    sending?.catch(fail)
    outgoing.once('response', (incoming) => {
      hasResponse = true
      readResponse(incoming).then(resolve, reject)
    })
  })
}

async function readResponse(incoming: IncomingMessage): Promise<HttpResponse> {
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await text(incoming) }
}

/** Names under localhost mean this machine (RFC 6761), but not every system's resolver knows them. */
const lookupWithLocalhost: LookupFunction = (hostname, options, callback) => {
  if (!hostname.toLowerCase().endsWith('.localhost')) return systemLookup(hostname, options, callback)
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  if (options.all) return callback(null, loopback)
  return callback(null, '127.0.0.1', 4)
}

const explanations: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  EAI_AGAIN: 'the name lookup failed',
}

function explainError(error: unknown, url: URL): unknown {
  if (error instanceof Failure) return error
  // Where a name has several addresses, Node collects the error of each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, message, syscall } = first as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') {
    return new Failure('unreachable', `There is no host ${url.hostname}: check the address given with --url.`)
  }
  if (code && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return new Failure(
      'unreachable',
      `The certificate of ${url.origin} is not trusted (${code}): check the address, or set NODE_EXTRA_CA_CERTS to your certificate authority.`,
    )
  }
  if (code === undefined && syscall === undefined) return error
  return new Unavailable(explanations[code ?? ''] ?? code ?? message, undefined, { cause: error })
}
