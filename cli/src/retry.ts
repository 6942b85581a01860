import { setTimeout as sleep } from 'node:timers/promises'

import { Failure, Unavailable } from './failure.ts'

export interface RetryPolicy {
  tries: number
  /** The first pause in milliseconds; each next one is twice as long. */
  pause: number
  /** A portal that asks for more patience than this is not waited for. */
  longestPause: number
  wait: (milliseconds: number) => Promise<unknown>
  random: () => number
}

export const defaultRetries: RetryPolicy = {
  tries: 5,
  pause: 500,
  longestPause: 120_000,
  wait: (milliseconds) => sleep(milliseconds),
  random: Math.random,
}

/** Tries until it works, something else than unavailability goes wrong, or all tries are used up. */
export async function withRetries<Result>(
  attempt: (number: number) => Promise<Result>,
  onRetry: (why: string, pause: number, next: number) => void,
  policy: RetryPolicy = defaultRetries,
): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      const pause = pauseAfter(number, error.retryAfter, policy)
      if (number >= policy.tries || pause > policy.longestPause) throw gaveUp(number, error, policy)
      onRetry(error.message, pause, number + 1)
      await policy.wait(pause)
    }
  }
}

/** At least what the portal asks for. The dice keep pipelines that failed together from coming back together. */
export function pauseAfter(
  number: number,
  retryAfter: number | undefined,
  { pause, random }: Pick<RetryPolicy, 'pause' | 'random'>,
): number {
  const own = pause * 2 ** (number - 1) * (0.5 + random() / 2)
  return Math.round(retryAfter === undefined ? own : retryAfter + own / 2)
}

function gaveUp(number: number, error: Unavailable, { tries }: RetryPolicy): Failure {
  if (number < tries && error.retryAfter !== undefined) {
    const minutes = Math.ceil(error.retryAfter / 60_000)
    return new Failure(
      'unreachable',
      `The portal asks to come back in ${minutes} minutes (${error.message}); try again then.`,
    )
  }
  return new Failure(
    'unreachable',
    `The portal could not be reached in ${number} tries (${error.message}): check the address and the network, or try again later.`,
    { cause: error },
  )
}
