/**
 * What it costs to read a script, counted in nodes and pieces of code that are looked at. Unlike time, it is the same on
 * every machine, so that the same build always gives the same contents.
 */

let left = Number.POSITIVE_INFINITY

/** Throws a RangeError, as for a script that is nested too deep, once there are no more. */
export function spendStep(): void {
  if (--left < 0) throw new RangeError('the script takes too many steps')
}

/** Does work with this many steps. Scripts are read one at a time, without waiting for anything. */
export function withSteps<Result>(steps: number, work: () => Result): Result {
  left = steps
  try {
    return work()
  } finally {
    left = Number.POSITIVE_INFINITY
  }
}

/** How many steps something takes. */
export function countSteps(work: () => unknown): number {
  const all = Number.MAX_SAFE_INTEGER
  return withSteps(all, () => {
    work()
    return all - left
  })
}
