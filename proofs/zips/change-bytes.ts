import type { Random } from '../random.ts'
import { readField, recordsOf, writeField } from './layout.ts'

/** A way to change an archive without understanding it, or only its fields. */
export type ByteChange = (zip: Buffer, random: Random, other: Buffer) => Buffer

const oddBytes = [0, 1, 0x20, 0x2e, 0x2f, 0x50, 0x5c, 0x7f, 0x80, 0xff]

const place = (zip: Buffer, random: Random) => random.whole(0, Math.max(0, zip.length - 1))

const splice = (zip: Buffer, at: number, removed: number, inserted: Buffer) =>
  Buffer.concat([zip.subarray(0, at), inserted, zip.subarray(at + removed)])

/** Where records begin and end is where readers disagree. */
function edge(zip: Buffer, random: Random): number {
  const records = recordsOf(zip)
  return records.length > 0 && random.chance(0.7) ? random.pick(records).at : place(zip, random)
}

function setField(zip: Buffer, random: Random): Buffer {
  const copy = Buffer.from(zip)
  const fields = recordsOf(copy).flatMap((record) => record.fields)
  if (fields.length === 0) return copy
  const field = random.pick(fields)
  const value = readField(copy, field)
  const most = 2 ** (8 * Math.min(field.width, 4)) - 1
  const values = [
    0,
    1,
    8,
    most,
    most - 1,
    value + 1,
    Math.max(0, value - 1),
    value ^ (1 << random.whole(0, 15)),
    copy.length,
  ]
  writeField(
    copy,
    field,
    random.pick([...values, readField(copy, random.pick(fields)), random.whole(0, most)]) >>> 0,
  )
  return copy
}

export const byteChanges: Record<string, ByteChange> = {
  'a field': setField,
  'a number in both headers': (zip, random) => {
    const copy = Buffer.from(zip)
    const records = recordsOf(copy)
    const name = random.pick(['flags', 'method', 'time', 'crc32', 'compressedSize', 'size'])
    const value = random.pick([0, 8, 0x800, 0xffff, random.whole(0, 0xffff)])
    for (const { name: each, at, width } of records.flatMap(({ fields }) => fields)) {
      if (each.endsWith(`.${name}`)) writeField(copy, { name, at, width }, value)
    }
    return copy
  },
  bits: (zip, random) => {
    const copy = Buffer.from(zip)
    for (let left = random.whole(1, 4); left > 0 && copy.length > 0; left--) {
      const at = place(copy, random)
      copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
    }
    return copy
  },
  bytes: (zip, random) => {
    const at = edge(zip, random)
    const run = random.chance(0.5)
      ? Buffer.alloc(random.whole(1, 8), random.pick(oddBytes))
      : random.bytes(random.whole(1, 8))
    return splice(zip, at, run.length, run)
  },
  'bytes removed': (zip, random) => splice(zip, edge(zip, random), random.whole(1, 40), Buffer.alloc(0)),
  'bytes inserted': (zip, random) => splice(zip, edge(zip, random), 0, random.bytes(random.whole(1, 40))),
  'a piece doubled': (zip, random) => {
    const from = edge(zip, random)
    return splice(zip, edge(zip, random), 0, zip.subarray(from, from + random.whole(1, 120)))
  },
  truncated: (zip, random) => zip.subarray(0, edge(zip, random)),
  'head of another': (zip, random, other) =>
    Buffer.concat([other.subarray(0, edge(other, random)), zip.subarray(edge(zip, random))]),
  'bytes before': (zip, random) => Buffer.concat([random.bytes(random.whole(1, 30)), zip]),
  'bytes after': (zip, random) => Buffer.concat([zip, random.bytes(random.whole(1, 30))]),
  'another before': (zip, _, other) => Buffer.concat([other, zip]),
}
