import { Readable } from 'node:stream'
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

/** Handing more to the kernel takes milliseconds. */
const pieceBytes = 128 * 1024

/** A large reply in pieces, so that other requests come in between; undefined for one that is sent at once. */
export function inPieces(written: string | Uint8Array): Readable | undefined {
  if (typeof written === 'string' || written.length <= 2 * pieceBytes) return undefined
  return Readable.from(piecesOf(written), { objectMode: false })
}

async function* piecesOf(written: Uint8Array) {
  for (let at = 0; at < written.length; at += pieceBytes) {
    if (at > 0) await nextTurn()
    yield written.subarray(at, at + pieceBytes)
  }
}
