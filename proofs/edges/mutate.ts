import type { Random } from '../random.ts'

/** What parsers of HTTP, JSON, forms and zips look for. */
const tokens = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '%',
  '%00',
  '{',
  '}',
  '[',
  ']',
  '--',
  '\xff',
  '\x80',
  '\xed\xa0\x80',
  'HTTP/1.1',
  'HTTP/9.9',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Host: x\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '__proto__',
  '\\u0000',
  '\\ud800',
  'PK\x05\x06',
].map((token) => Buffer.from(token, 'latin1'))

type Change = (bytes: Buffer, at: number, random: Random) => Buffer

const replaced = (bytes: Buffer, from: number, to: number, by: Buffer) =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

const changes: readonly Change[] = [
  (bytes, at, random) =>
    replaced(bytes, at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.whole(0, 7))])),
  (bytes, at, random) => replaced(bytes, at, at + 1, random.bytes(1)),
  (bytes, at, random) => replaced(bytes, at, at, random.bytes(random.whole(1, 4))),
  (bytes, at, random) => replaced(bytes, at, at + random.whole(1, 8), Buffer.alloc(0)),
  (bytes, at, random) => replaced(bytes, at, at, random.pick(tokens)),
  (bytes, at, random) => replaced(bytes, at, at + random.whole(1, 6), random.pick(tokens)),
  (bytes, at, random) => {
    const part = bytes.subarray(at, at + random.whole(1, 60))
    return replaced(bytes, at, at, Buffer.concat(Array<Buffer>(random.pick([1, 2, 30])).fill(part)))
  },
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, random) => {
    const other = random.whole(0, bytes.length)
    return replaced(bytes, at, at, bytes.subarray(Math.min(at, other), Math.max(at, other)))
  },
]

/** A few random changes, most of them near the beginning, where the head is. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  let mutant = bytes
  for (let left = random.pick([1, 1, 1, 2, 3, 6]); left > 0; left -= 1) {
    const reach = random.chance(0.5) ? Math.min(mutant.length, 120) : mutant.length
    mutant = random.pick(changes)(mutant, random.whole(0, Math.max(0, reach - 1)), random)
  }
  return mutant
}
