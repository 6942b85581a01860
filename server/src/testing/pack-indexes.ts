import { crc32 } from 'node:zlib'

/** The index of a pack as a later release may write it. */
export function ofALaterRelease(index: Buffer): Buffer {
  const changed = Buffer.from(index)
  changed.writeUInt16LE(99, 4)
  const end = changed.length - 4
  changed.writeUInt32LE(crc32(changed.subarray(0, end)), end)
  return changed
}
