import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long other requests wait at most for a part of the work. */
const turnMs = 2

/** Does work step by step, with other requests in between. */
export async function inTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let begunAt = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() - begunAt < turnMs) continue
    await nextTurn()
    begunAt = performance.now()
  }
}

/** Does the same work at once. */
export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
