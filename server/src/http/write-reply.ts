import { setImmediate as nextTurn } from 'node:timers/promises'

import type * as z from 'zod/mini'

const itemsAtOnce = 10
/** How long other requests wait at most for a part of a list. */
const turnMs = 2

/** Applies the reply's schema and writes it as JSON; lists in pieces, so that other requests come in between. */
export async function writeReply(schema: z.ZodMiniType, result: unknown): Promise<string | Buffer> {
  if (!Array.isArray(result) || result.length <= itemsAtOnce) return JSON.stringify(schema.parse(result))
  const pieces: Buffer[] = []
  let begunAt = performance.now()
  for (let first = 0; first < result.length; first += itemsAtOnce) {
    const piece = JSON.stringify(schema.parse(result.slice(first, first + itemsAtOnce)))
    pieces.push(Buffer.from(`${first === 0 ? '[' : ','}${piece.slice(1, -1)}`))
    if (performance.now() - begunAt < turnMs) continue
    await nextTurn()
    begunAt = performance.now()
  }
  return Buffer.concat([...pieces, Buffer.from(']')])
}
