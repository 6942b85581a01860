import { performance } from 'node:perf_hooks'

const spanMs = 250
/** A person who clicks quickly keeps the thread busy for a tenth of the time. */
const loadedFrom = 0.2

/** Tells whether the thread was busy for much of the last moments. */
export function loopWatch(): () => boolean {
  let before = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isLoaded = false
  return () => {
    if (performance.now() - sampledAt >= spanMs) {
      const now = performance.eventLoopUtilization()
      isLoaded = performance.eventLoopUtilization(now, before).utilization >= loadedFrom
      before = now
      sampledAt = performance.now()
    }
    return isLoaded
  }
}
