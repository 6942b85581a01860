import { readFileSync } from 'node:fs'

const millisecondsPerTick = 10

/**
 * How long the host of a virtual machine has kept its cores for others, since it was started and over all cores, in
 * milliseconds; 0 where the system does not tell.
 */
export function stolenTime(): number {
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/)[8]
    return Number(ticks ?? 0) * millisecondsPerTick
  } catch {
    return 0
  }
}
