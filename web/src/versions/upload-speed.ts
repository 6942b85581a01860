export interface Sample {
  /** Milliseconds, of any clock that only goes forward. */
  at: number
  /** Bytes sent until then. */
  sent: number
}

/** Long enough that the figures do not flicker, short enough that they follow the network. */
const windowLength = 4000
/** Before this the first burst into the network's buffers would pass for the speed. */
const shortestSpan = 500

/** The samples worth keeping: those of the last seconds, and the one before them to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const start = sample.at - windowLength
  const firstInside = samples.findIndex(({ at }) => at >= start)
  const kept = firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1))
  return [...kept, sample]
}

export interface Estimate {
  bytesPerSecond: number
  secondsLeft: number
}

/** How fast it goes and how long it will take, once there is enough to tell. */
export function estimate(samples: readonly Sample[], total: number): Estimate | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < shortestSpan) return undefined
  const bytesPerSecond = ((last.sent - first.sent) / (last.at - first.at)) * 1000
  if (bytesPerSecond <= 0) return undefined
  return { bytesPerSecond, secondsLeft: Math.max(0, total - last.sent) / bytesPerSecond }
}
