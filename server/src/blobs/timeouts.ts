/** How long a store may send nothing before a call is aborted, in milliseconds, unless a setting says otherwise. */
export const defaultIdleTimeoutMs = 20_000

/** A time limit for one call including its retries, combined with the caller's own signal. */
export function abortAfter(limitMs: number, signal?: AbortSignal): { abortSignal: AbortSignal } {
  const limit = AbortSignal.timeout(limitMs)
  return { abortSignal: signal ? AbortSignal.any([signal, limit]) : limit }
}

/** Aborts work that makes no progress for this long, however long it takes in total. */
export async function abortWhenStalled<T>(
  idleTimeoutMs: number,
  signal: AbortSignal | undefined,
  work: (abortSignal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), idleTimeoutMs)
  const abortSignal = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal
  try {
    return await work(abortSignal, () => void timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}
