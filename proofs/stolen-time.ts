import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const millisecondsPerTick = 10

/**
 * How long the host of a virtual machine has kept its cores for others since it was started, in milliseconds and on
 * average of the cores; 0 where the system does not tell.
 */
export function stolenTime(): number {
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/)[8]
    return (Number(ticks ?? 0) * millisecondsPerTick) / availableParallelism()
  } catch {
    return 0
  }
}
