import * as zlib from 'node:zlib'

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1
  return rest
})

export function crc32InJavaScript(data: Uint8Array, start = 0): number {
  let rest = ~start
  for (const byte of data) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8)
  return ~rest >>> 0
}

/** Node has crc32 since 20.15. */
export const crc32: (data: Uint8Array, start?: number) => number =
  (zlib as Partial<typeof zlib>).crc32 ?? crc32InJavaScript
