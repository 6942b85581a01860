import { performance } from 'node:perf_hooks'

const spanMs = 250
/** An older average says nothing about now. */
const maxSpanMs = 1000
/** A person who clicks quickly keeps the thread busy for a tenth of the time. */
const loadedFrom = 0.35

/** Tells whether the thread was busy for much of the last moments. */
export function loopWatch(): () => boolean {
  let before = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let isLoaded = false
  return () => {
    const passed = performance.now() - sampledAt
    if (passed >= spanMs) {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      isLoaded = passed <= maxSpanMs && utilization >= loadedFrom
      before = now
      sampledAt = performance.now()
    }
    return isLoaded
  }
}
