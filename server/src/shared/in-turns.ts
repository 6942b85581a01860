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

/** The bytes of texts that follow one another, decoded with other requests in between. */
export const joinInTurns = (pieces: Iterable<string>, encoding: BufferEncoding): Promise<Buffer> =>
  inTurns(joined(pieces, encoding))

function* joined(pieces: Iterable<string>, encoding: BufferEncoding): Generator<undefined, Buffer> {
  const decoded: Buffer[] = []
  for (const piece of pieces) {
    decoded.push(Buffer.from(piece, encoding))
    yield
  }
  return Buffer.concat(decoded)
}
