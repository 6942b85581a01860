import { crc32 } from 'node:zlib'

/** How many bytes the CRC32 takes that sealed bytes end with. */
export const sealLength = 4

/** Writes the CRC32 of all that is before it to the end. */
export function seal<Bytes extends Buffer>(bytes: Bytes): Bytes {
  const end = bytes.length - sealLength
  bytes.writeUInt32LE(crc32(bytes.subarray(0, end)), end)
  return bytes
}

/** Whether the bytes begin with a magic number and have not changed since they were sealed. */
export function isSealed(bytes: Buffer, magic: Buffer): boolean {
  const end = bytes.length - sealLength
  return (
    end >= magic.length &&
    bytes.subarray(0, magic.length).equals(magic) &&
    crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end)
  )
}
