export interface Sample {
  /** Milliseconds of a monotonic clock. */
  at: number
  /** Total bytes sent so far. */
  sent: number
}

/** Long enough for steady figures, short enough to follow the network. */
const windowMs = 4000
/** Before this, the first burst into the network buffers would distort the speed. */
const minimumSpanMs = 500

/** Keeps the samples of the window, and the one before it to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const start = sample.at - windowMs
  const firstInside = samples.findIndex(({ at }) => at >= start)
  const kept = firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1))
  return [...kept, sample]
}

export interface Estimate {
  bytesPerSecond: number
  secondsLeft: number
}

/** Speed and time left; undefined until there are enough samples. */
export function estimate(samples: readonly Sample[], total: number): Estimate | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < minimumSpanMs) return undefined
  const bytesPerSecond = ((last.sent - first.sent) / (last.at - first.at)) * 1000
  if (bytesPerSecond <= 0) return undefined
  return { bytesPerSecond, secondsLeft: Math.max(0, total - last.sent) / bytesPerSecond }
}
