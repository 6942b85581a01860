const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long sending waits, in milliseconds. Tests use shorter times. */
export interface Timing {
  /** For one attempt, from resolving the name to the end of the answer. */
  timeout: number
  /** How long a webhook belongs to an instance that does not report back: longer than an attempt. */
  lease: number
  /** After the first failure; the pause grows with each one … */
  firstPause: number
  /** … up to this. */
  maxPause: number
  /** How long a webhook may fail until it is paused. */
  giveUpAfter: number
}

export const usualTiming: Timing = {
  timeout: 10 * second,
  lease: 20 * second,
  firstPause: 5 * second,
  maxPause: 4 * hour,
  giveUpAfter: 24 * hour,
}

/**
 * 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, then 4 h; longer if the receiver asks for it, but never shorter, and never more
 * than those 4 h. Each pause is up to a fifth longer, so that receivers are not hit at once.
 */
export function pauseAfter(attempts: number, { firstPause, maxPause }: Timing, retryAfterMs = 0): number {
  const pause = Math.min(Math.max(firstPause * 4 ** (attempts - 1), retryAfterMs), maxPause)
  return pause * (1 + Math.random() / 5)
}
