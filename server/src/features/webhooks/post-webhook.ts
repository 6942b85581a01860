import * as http from 'node:http'
import * as https from 'node:https'
import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'

import type { WebhookFailure } from '@plinth/contract/webhooks.ts'

import { ReceiverRefused } from './receiver-addresses.ts'
import type { ReceiverAddresses } from './receiver-addresses.ts'

export interface Outcome {
  /** Null if there was no answer. */
  status: number | null
  /** Null if the event was delivered. */
  failure: WebhookFailure | null
  durationMs: number
  /** How the answer's body begins. */
  response: string | null
}

interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

interface PostOptions {
  addresses: ReceiverAddresses
  timeoutMs: number
  /** Ends the request early, for an instance that stops. */
  signal: AbortSignal
}

const maxResponseBytes = 1024
/** Answers before the answer (1xx). Without an end, parsing them would keep the whole portal busy. */
const maxInterimResponses = 10

/**
 * Sends one message and never throws. The connection goes to an address that was checked, so a name that changes its
 * address in between gains nothing. Redirects are not followed. Whatever the receiver sends, reading ends after a
 * kilobyte or the timeout, and the connection is closed.
 */
export async function postWebhook(
  { url, headers, body }: Message,
  { addresses, timeoutMs, signal }: PostOptions,
): Promise<Outcome> {
  const started = performance.now()
  const outcome = (rest: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...rest,
    durationMs: Math.round(performance.now() - started),
  })
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const target = new URL(url)
    const allowed = await unlessAborted(addresses.allowedFor(target), ending)
    const response = await unlessAborted(send(target, { headers, body, allowed, signal: ending }), ending)
    const status = response.statusCode ?? 0
    const begin = await readBeginning(response)
    return outcome({ status, failure: failureOfStatus(status), response: begin })
  } catch (error) {
    return outcome({
      status: null,
      failure: failureOfError(ending.aborted ? ending.reason : error),
      response: null,
    })
  }
}

interface Request {
  headers: Record<string, string>
  body: string
  allowed: string[]
  signal: AbortSignal
}

function send(url: URL, { headers, body, allowed, signal }: Request): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  let interimResponses = 0
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      // A connection of its own, neither pooled nor through a proxy.
      { method: 'POST', headers, signal, agent: false, lookup: lookupOf(allowed) },
      resolve,
    )
      .on('error', reject)
      .on('information', () => {
        interimResponses += 1
        if (interimResponses > maxInterimResponses)
          sent.destroy(new Error('the receiver does not get to its answer'))
      })
      .on('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('the receiver switched to another protocol'))
      })
      .end(body)
  })
}

/** Answers with the addresses that were checked instead of resolving the name again. */
function lookupOf(allowed: string[]): LookupFunction {
  const found = allowed.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all || !first) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

/** The status has been received, so an answer that breaks off or never ends is an answer all the same. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxResponseBytes) break
    }
  } catch {
    // What arrived before is shown.
  } finally {
    response.destroy()
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxResponseBytes))
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\u{fffd}')
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    // Also handles what fails later: an unhandled rejection would stop the portal.
    return await Promise.race([aborted.promise, work])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const tlsCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|.*_CERT(_|$)|UNABLE_TO_|HOSTNAME_MISMATCH$)/

function failureOfError(error: unknown): WebhookFailure {
  if (error instanceof ReceiverRefused) return error.failure
  if (!(error instanceof Error)) return 'connection'
  if (error.name === 'TimeoutError') return 'timeout'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('HPE_')) return 'not_http'
  return tlsCodes.test(code) ? 'tls' : 'connection'
}
