import { setTimeout as sleep } from 'node:timers/promises'

import { parseRetryAfter } from '@plinth/contract/retry-after.ts'

import type { AccessTokens } from './access-token.ts'
import { MarketplaceRefusal, MarketplaceUnavailable } from './errors.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API's base address. */
  url: URL
  headers?: Record<string, string>
  body?: unknown
  /** False where a second try could do it twice. */
  isRepeatable?: boolean
}

export interface Answer {
  /** The body, or why it did not come; of interest only where something is read from it. */
  text: string | Error
  headers: Headers
}

export interface Timing {
  attempts: number
  timeoutMs: number
  firstPause: number
  longestPause: number
}

const usual: Timing = { attempts: 4, timeoutMs: 8_000, firstPause: 300, longestPause: 5_000 }

/** Sends calls with a token; comes back to a service that is busy or away, a bounded number of times. */
export function marketplaceRequests(tokens: AccessTokens, timing: Partial<Timing> = {}) {
  const { attempts, timeoutMs, firstPause, longestPause } = { ...usual, ...timing }

  return async (request: Request): Promise<Answer> => {
    const call = `${request.method} ${request.url.pathname}`
    let pause = firstPause
    for (let attempt = 1; ; attempt++) {
      const response = await tryOnce(request)
      if (response instanceof Response && response.ok) return answerOf(response)
      const status = response instanceof Response ? response.status : undefined
      if (response instanceof Response) await response.body?.cancel()
      if (status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)) {
        throw new MarketplaceRefusal(status, call)
      }
      // A token can be withdrawn before its time: once, another is asked for.
      if (status === 401 && attempt === 1) {
        tokens.forget()
        continue
      }
      const asked =
        response instanceof Response ? parseRetryAfter(response.headers.get('retry-after')) : undefined
      const isOver = attempt >= attempts || (asked ?? 0) > longestPause || !mayRepeat(status, request)
      if (isOver) {
        throw new MarketplaceUnavailable({
          cause: response instanceof Response ? new MarketplaceRefusal(response.status, call) : response,
          ...(asked === undefined ? {} : { retryAfter: Math.ceil(asked / 1000) }),
        })
      }
      await sleep(asked ?? pause)
      pause = Math.min(pause * 2, longestPause)
    }
  }

  async function tryOnce({ method, url, headers, body }: Request): Promise<Response | Error> {
    const authorization = `Bearer ${await tokens.current()}`
    try {
      return await fetch(url, {
        method,
        // Whatever it points to is not the service the token is for.
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

function mayRepeat(status: number | undefined, { isRepeatable = true }: Request): boolean {
  if (status === 429 || status === 503) return true
  return isRepeatable && (status === undefined || status === 408 || status >= 500)
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response
    .text()
    .catch((error: unknown) => new Error('the answer broke off', { cause: error }))
  return { text, headers: response.headers }
}
