import { setImmediate as nextTurn } from 'node:timers/promises'

import type * as z from 'zod/mini'

/** About a millisecond of work. */
const itemsAtOnce = 100

/** Applies the reply's schema and writes it as JSON; long lists in pieces, so that other requests come in between. */
export async function writeReply(schema: z.ZodMiniType, result: unknown): Promise<string> {
  if (!Array.isArray(result) || result.length <= itemsAtOnce) return JSON.stringify(schema.parse(result))
  const pieces: string[] = []
  for (let first = 0; first < result.length; first += itemsAtOnce) {
    const piece = JSON.stringify(schema.parse(result.slice(first, first + itemsAtOnce)))
    pieces.push(piece.slice(1, -1))
    await nextTurn()
  }
  return `[${pieces.join(',')}]`
}
