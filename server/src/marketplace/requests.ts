import { setTimeout as sleep } from 'node:timers/promises'

import { parseRetryAfter } from '@plinth/contract/retry-after.ts'

import type { AccessTokens } from './access-token.ts'
import { MarketplaceRefusal, MarketplaceUnavailable } from './errors.ts'

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API's base URL. */
  url: URL
  headers?: Record<string, string>
  body?: unknown
  /** False if a retry could have the effect twice. */
  isRepeatable?: boolean
}

export interface ApiResponse {
  /** The body, or why it could not be read; an error only for callers that need the body. */
  text: string | Error
  headers: Headers
}

export interface RetryOptions {
  maxAttempts: number
  timeoutMs: number
  firstPauseMs: number
  maxPauseMs: number
}

const defaults: RetryOptions = { maxAttempts: 4, timeoutMs: 8_000, firstPauseMs: 300, maxPauseMs: 5_000 }

/** Sends requests with a token, and retries a few times if the service is busy or unavailable. */
export function marketplaceRequests(tokens: AccessTokens, options: Partial<RetryOptions> = {}) {
  const { maxAttempts, timeoutMs, firstPauseMs, maxPauseMs } = { ...defaults, ...options }

  return async (request: ApiRequest): Promise<ApiResponse> => {
    const call = `${request.method} ${request.url.pathname}`
    let pauseMs = firstPauseMs
    for (let attempt = 1; ; attempt++) {
      const response = await tryOnce(request)
      if (response instanceof Response && response.ok) return readResponse(response)
      const status = response instanceof Response ? response.status : undefined
      if (response instanceof Response) await response.body?.cancel()
      if (status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)) {
        throw new MarketplaceRefusal(status, call)
      }
      // A token can be revoked before it expires, so another one is tried once.
      if (status === 401 && attempt === 1) {
        tokens.forget()
        continue
      }
      const retryAfterMs =
        response instanceof Response ? parseRetryAfter(response.headers.get('retry-after')) : undefined
      const isLast = attempt >= maxAttempts || (retryAfterMs ?? 0) > maxPauseMs || !mayRetry(status, request)
      if (isLast) {
        throw new MarketplaceUnavailable({
          cause: response instanceof Response ? new MarketplaceRefusal(response.status, call) : response,
          ...(retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) }),
        })
      }
      await sleep(retryAfterMs ?? pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }

  async function tryOnce({ method, url, headers, body }: ApiRequest): Promise<Response | Error> {
    const authorization = `Bearer ${await tokens.current()}`
    try {
      return await fetch(url, {
        method,
        // The token is not meant for another service.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...headers,
          authorization,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
}

function mayRetry(status: number | undefined, { isRepeatable = true }: ApiRequest): boolean {
  if (status === 429 || status === 503) return true
  return isRepeatable && (status === undefined || status === 408 || status >= 500)
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response
    .text()
    .catch((error: unknown) => new Error('the response broke off', { cause: error }))
  return { text, headers: response.headers }
}
