const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1
  return rest
})

/** For where Node's own is missing: in browsers, and before Node 20.15. */
export function crc32(data: Uint8Array, start = 0): number {
  let rest = ~start
  for (let at = 0; at < data.length; at++) {
    rest = (table[(rest ^ (data[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8)
  }
  return ~rest >>> 0
}
