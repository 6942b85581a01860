import { setTimeout as sleep } from 'node:timers/promises'

import { Failure, Unavailable } from './failure.ts'

export interface RetryPolicy {
  maxAttempts: number
  /** The first delay; each further one is twice as long. */
  initialDelayMs: number
  /** If the portal asks for a longer delay, the command gives up at once. */
  maxDelayMs: number
  sleep: (milliseconds: number) => Promise<unknown>
  random: () => number
}

export const defaultRetries: RetryPolicy = {
  maxAttempts: 5,
  initialDelayMs: 500,
  maxDelayMs: 120_000,
  sleep: (milliseconds) => sleep(milliseconds),
  random: Math.random,
}

/** Repeats an operation while it throws `Unavailable`, up to `maxAttempts` times. */
export async function withRetries<Result>(
  operation: (attempt: number) => Promise<Result>,
  onRetry: (why: string, delayMs: number, next: number) => void,
  policy: RetryPolicy = defaultRetries,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      const delayMs = retryDelay(attempt, error.retryAfterMs, policy)
      if (attempt >= policy.maxAttempts || delayMs > policy.maxDelayMs) throw gaveUp(attempt, error, policy)
      onRetry(error.message, delayMs, attempt + 1)
      await policy.sleep(delayMs)
    }
  }
}

/** At least what the portal asks for. Random jitter keeps pipelines that failed together from retrying together. */
export function retryDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  { initialDelayMs, random }: Pick<RetryPolicy, 'initialDelayMs' | 'random'>,
): number {
  const backoff = initialDelayMs * 2 ** (attempt - 1) * (0.5 + random() / 2)
  return Math.round(retryAfterMs === undefined ? backoff : retryAfterMs + backoff / 2)
}

function gaveUp(attempt: number, error: Unavailable, { maxAttempts }: RetryPolicy): Failure {
  if (attempt < maxAttempts && error.retryAfterMs !== undefined) {
    const minutes = Math.ceil(error.retryAfterMs / 60_000)
    return new Failure(
      'unreachable',
      `The portal is busy (${error.message}): try again in ${minutes} minutes.`,
    )
  }
  return new Failure(
    'unreachable',
    `The portal could not be reached in ${attempt} attempts (${error.message}): check the address and the network, or try again later.`,
    { cause: error },
  )
}
