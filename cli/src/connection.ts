import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { Failure, Unavailable } from './failure.ts'

export interface Request {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** Asked for once per request. Without a content-length header it goes out in chunks. */
  body?: AsyncIterable<Buffer> | Iterable<Buffer>
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** Nothing may be silent for longer: neither the sending nor the portal's checking of a large zip. */
const silence = 150_000

/**
 * One request, one answer. Redirects are answers like others: the key never goes to an address nobody gave.
 * Throws Unavailable where another try may help, Failure where it cannot.
 */
export async function exchange({ method, url, headers, body }: Request): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = send(url, { method, headers, lookup: lookupWithLocalhost })
  outgoing.setTimeout(silence, () => outgoing.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
  const sending = body ? pipeline(Readable.from(body), outgoing) : void outgoing.end()
  try {
    return await answerTo(outgoing, sending)
  } catch (error) {
    throw asFault(error, url)
  } finally {
    // A refusal may come while most of the zip is still here. Then the rest need not go.
    outgoing.destroy()
    await sending?.catch(() => {})
  }
}

/** Once an answer has begun, it counts, whatever becomes of the rest that is still being sent. */
function answerTo(outgoing: ClientRequest, sending: Promise<void> | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const fail = (error: unknown) => (hasBegun ? undefined : reject(error))
    outgoing.on('error', fail)
    sending?.catch(fail)
    outgoing.once('response', (incoming) => {
      hasBegun = true
      readAnswer(incoming).then(resolve, reject)
    })
  })
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await text(incoming) }
}

/** Names under localhost are this machine (RFC 6761), which not every system's resolver knows. */
const lookupWithLocalhost: LookupFunction = (hostname, options, callback) => {
  if (!hostname.toLowerCase().endsWith('.localhost')) return systemLookup(hostname, options, callback)
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  if (options.all) return callback(null, loopback)
  return callback(null, '127.0.0.1', 4)
}

const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  EAI_AGAIN: 'its name cannot be looked up now',
}

function asFault(error: unknown, url: URL): unknown {
  if (error instanceof Failure) return error
  // With several addresses behind a name, Node gathers what went wrong with each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, message, syscall } = first as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') {
    return new Failure('unreachable', `There is no host ${url.hostname}: check the address given with --url.`)
  }
  if (code && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return new Failure(
      'unreachable',
      `No trusted connection to ${url.origin} (${code}): check the address, or set NODE_EXTRA_CA_CERTS to your certificate authority.`,
    )
  }
  if (code === undefined && syscall === undefined) return error
  return new Unavailable(advice[code ?? ''] ?? code ?? message, undefined, { cause: error })
}
