import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import * as z from 'zod/mini'

import { joinInTurns } from '../shared/in-turns.ts'

const itemsAtOnce = 10

/** Applies the reply's schema and writes it as JSON; lists in pieces, so that other requests come in between. */
export async function writeReply(schema: z.ZodMiniType, result: unknown): Promise<string | Buffer> {
  const written = piecesOfJson(schema, result)
  if (written === undefined) return JSON.stringify(schema.parse(result))
  return joinInTurns(written, 'utf8')
}

/** Of a long list, or of an object that has one; undefined for what is written at once. */
function piecesOfJson(schema: z.ZodMiniType, value: unknown): Generator<string> | undefined {
  if (isLongList(schema, value)) return piecesOfList(schema, value)
  if (!(schema instanceof z.ZodMiniObject) || schema.def.checks?.length) return undefined
  const lists = Object.entries(value as object).filter(([name, item]) => isLongList(schema.shape[name], item))
  return lists.length === 0 ? undefined : piecesOfObject(schema, value as object, new Map(lists))
}

const isLongList = (schema: unknown, value: unknown): value is unknown[] =>
  schema instanceof z.ZodMiniArray && Array.isArray(value) && value.length > itemsAtOnce

function* piecesOfList(schema: z.core.$ZodType, items: unknown[]): Generator<string> {
  for (let first = 0; first < items.length; first += itemsAtOnce) {
    const piece = JSON.stringify(z.parse(schema, items.slice(first, first + itemsAtOnce)))
    yield `${first === 0 ? '[' : ','}${piece.slice(1, -1)}`
  }
  yield ']'
}

function* piecesOfObject(
  schema: z.ZodMiniObject,
  value: object,
  lists: Map<string, unknown[]>,
): Generator<string> {
  const emptied = Object.fromEntries([...lists.keys()].map((name) => [name, []]))
  let separator = '{'
  for (const [name, item] of Object.entries(schema.parse({ ...value, ...emptied }))) {
    if (item === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    const [list, listed] = [lists.get(name), schema.shape[name]]
    if (list && listed) yield* piecesOfList(listed, list)
    else yield JSON.stringify(item)
  }
  yield '}'
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
