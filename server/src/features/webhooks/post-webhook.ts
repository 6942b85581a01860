import type { IncomingMessage } from 'node:http'

import { parseRetryAfter } from '@plinth/contract/retry-after.ts'
import type { WebhookFailure } from '@plinth/contract/webhooks.ts'

import { AddressRefused } from '../../http/outgoing/allowed-addresses.ts'
import type { AllowedAddresses } from '../../http/outgoing/allowed-addresses.ts'
import { guardedRequest } from '../../http/outgoing/guarded-request.ts'

export interface Outcome {
  /** Null if there was no answer. */
  status: number | null
  /** Null if the event was delivered. */
  failure: WebhookFailure | null
  durationMs: number
  /** How the answer's body begins. */
  response: string | null
  /** How long the receiver asks to be left alone, if it does. */
  retryAfterMs?: number | undefined
}

interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

interface PostOptions {
  addresses: AllowedAddresses
  timeoutMs: number
  /** Ends the request early, for an instance that stops. */
  signal: AbortSignal
}

const maxResponseBytes = 1024

/**
 * Sends one message and never throws. Whatever the receiver sends, reading ends after a kilobyte or the timeout, and the
 * connection is closed.
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
    const message = { method: 'POST', headers, body } as const
    const response = await guardedRequest(new URL(url), message, { addresses, signal: ending })
    const status = response.statusCode ?? 0
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'])
    const begin = await readBeginning(response)
    return outcome({ status, failure: failureOfStatus(status), response: begin, retryAfterMs })
  } catch (error) {
    return outcome({
      status: null,
      failure: failureOfError(ending.aborted ? ending.reason : error),
      response: null,
    })
  }
}

/** The status has been received, so an answer that breaks off or never ends is an answer all the same. */
async function readBeginning(response: IncomingMessage): Promise<string> {
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

function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const tlsCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|.*_CERT(_|$)|UNABLE_TO_|HOSTNAME_MISMATCH$)/

function failureOfError(error: unknown): WebhookFailure {
  if (error instanceof AddressRefused) return error.reason
  if (!(error instanceof Error)) return 'connection'
  if (error.name === 'TimeoutError') return 'timeout'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('HPE_')) return 'not_http'
  return tlsCodes.test(code) ? 'tls' : 'connection'
}
