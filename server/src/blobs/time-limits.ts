/** How long a store may be silent before it is given up, in milliseconds, unless the operator says otherwise. */
export const defaultSilenceMs = 20_000

/** For all tries of one call together; ends with the caller's own signal too. */
export function within(limitMs: number, signal?: AbortSignal): { abortSignal: AbortSignal } {
  const limit = AbortSignal.timeout(limitMs)
  return { abortSignal: signal ? AbortSignal.any([signal, limit]) : limit }
}

/** Aborts work that makes no progress for so long, however long it takes in all. */
export async function whileItMoves<T>(
  silenceMs: number,
  signal: AbortSignal | undefined,
  work: (abortSignal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), silenceMs)
  const abortSignal = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal
  try {
    return await work(abortSignal, () => void timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}
