import type { IncomingMessage } from 'node:http'

import { LRUCache } from 'lru-cache'

import { clientNetwork } from '../../http/client-address.ts'
import { allowedAddresses } from '../../http/outgoing/allowed-addresses.ts'
import { guardedRequest } from '../../http/outgoing/guarded-request.ts'
import { openRateLimiter } from '../../http/rate-limits/rate-limiter.ts'
import type { Config } from '../../settings/config.ts'
import { metadataOf, readClient } from './client-metadata.ts'

const maxBytes = 32 * 1024
const maxAtOnce = 50
/** The library looks a client up several times for one request. */
const retryAfterMs = 10_000
/** How many of the requests that an address may send may lead to a fetch: for most people one a day does. */
const shareOfRequests = 1 / 300
/** As many networks together may have fetched from one host. */
const networksPerHost = 3

export interface ClientDocuments {
  /** Whether a document may be fetched now, for somebody at this address. */
  mayFetch(clientId: string, address: string): boolean
  /** The part of a client's document that the portal uses, as a response for the provider. */
  fetch(clientId: string, signal: AbortSignal): Promise<Response>
}

/**
 * Clients can be identified by the address of a document that describes them. Anybody can name any address, without
 * signing in, so nobody may gain anything by it: only public addresses over HTTPS, no redirects, few, small and quick.
 */
export function clientDocuments({ agents, rates }: Pick<Config, 'agents' | 'rates'>): ClientDocuments {
  const addresses = allowedAddresses(agents.allowedNetworks)
  const perMinute = Math.ceil(rates.perAddress * shareOfRequests)
  const limitNetwork = openRateLimiter({ perMinute })
  const limitHost = openRateLimiter({ perMinute: networksPerHost * perMinute })
  const failed = new LRUCache<string, true>({ max: 1000, ttl: retryAfterMs })
  let underWay = 0
  return {
    mayFetch: (clientId, address) =>
      underWay < maxAtOnce &&
      !failed.has(clientId) &&
      limitNetwork(clientNetwork(address)) === undefined &&
      limitHost(new URL(clientId).hostname) === undefined,
    async fetch(clientId, signal) {
      underWay += 1
      try {
        const message = { method: 'GET', headers: { accept: 'application/json' } } as const
        const response = await guardedRequest(new URL(clientId), message, { addresses, signal })
        return await reduced(response)
      } catch (error) {
        failed.set(clientId, true)
        throw error
      } finally {
        underWay -= 1
      }
    },
  }
}

async function reduced(response: IncomingMessage): Promise<Response> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`the client's document was answered with ${response.statusCode}`)
  }
  const document = JSON.parse(await readAll(response)) as Record<string, unknown> | null
  const client = document === null ? undefined : readClient(document)
  if (!document || !client) throw new Error('the client’s document names no address to return to')
  const { client_id: ownId, token_endpoint_auth_method: method = 'none' } = document
  const metadata = { ...metadataOf(String(ownId), client), token_endpoint_auth_method: method }
  const cacheControl = response.headers['cache-control']
  return Response.json(
    metadata,
    cacheControl === undefined ? {} : { headers: { 'cache-control': cacheControl } },
  )
}

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Error('the client’s document is too large')
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
