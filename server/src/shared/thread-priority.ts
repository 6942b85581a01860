import { constants, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: belowNormal, PRIORITY_LOW: low } = constants.priority

/** Has the main thread, which answers everybody, go first. */
export function lowerThreadPriority(to: 'below normal' | 'low'): void {
  // On Linux this applies to the calling thread only; elsewhere it would slow down the whole portal.
  if (process.platform === 'linux') setPriority(to === 'low' ? low : belowNormal)
}
