import * as http from 'node:http'
import * as https from 'node:https'
import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'

import type { AllowedAddresses } from './allowed-addresses.ts'

interface Message {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

interface Guards {
  addresses: AllowedAddresses
  /** Ends the request at any point. */
  signal: AbortSignal
}

/** Answers before the answer (1xx). Without an end, parsing them would keep the whole portal busy. */
const maxInterimResponses = 10

/**
 * Sends a request to a URL that somebody else chose. The connection goes to an address that was checked, so a name that
 * changes its address in between gains nothing. Redirects are not followed. The caller limits what is read of the body.
 */
export async function guardedRequest(
  url: URL,
  message: Message,
  { addresses, signal }: Guards,
): Promise<http.IncomingMessage> {
  const allowed = await unlessAborted(addresses.allowedFor(url), signal)
  return unlessAborted(send(url, message, allowed, signal), signal)
}

function send(
  url: URL,
  { method, headers, body }: Message,
  allowed: string[],
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  let interimResponses = 0
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      // A connection of its own, neither pooled nor through a proxy.
      { method, headers, signal, agent: false, lookup: lookupOf(allowed) },
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
