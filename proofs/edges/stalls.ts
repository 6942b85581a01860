import { readFileSync } from 'node:fs'

import { stolenTime } from '../stolen-time.ts'

/** Tells for how long processes were not running although they had something to do. */
export interface Stalls {
  /** Begins to measure; the result is the time lost since then, in milliseconds. No answer is blamed for it. */
  begin(): () => number
  stop(): void
}

const everyMs = 10

/** Watches this process, the main thread of another one, and what the host of a virtual machine takes. */
export function watchStalls(pidOf: () => number | undefined): Stalls {
  let own = 0
  let other = 0
  let stolen = stolenTime()
  let last = performance.now()
  const late = () => Math.max(0, performance.now() - last - 2 * everyMs)
  const timer = setInterval(() => {
    own += late()
    last = performance.now()
    other = waitedForCore(pidOf())
    stolen = stolenTime()
  }, everyMs)
  return {
    begin() {
      const ownAtFirst = own + late()
      const otherAtFirst = other
      const stolenAtFirst = stolen
      // They may have waited at the same time.
      return () => Math.max(own + late() - ownAtFirst, other - otherAtFirst, stolen - stolenAtFirst)
    },
    stop: () => clearInterval(timer),
  }
}

/** How long a process was ready to run while others had the cores; 0 where the system does not tell. */
function waitedForCore(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
