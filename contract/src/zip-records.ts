import type { deflated, stored } from './archive-checks.ts'

/** The records of the zip format, as the CLI and the upload dialog write them: no zip64, no extra fields, no comments. */
export interface ZipEntry {
  /** In UTF-8. */
  name: Uint8Array
  method: typeof stored | typeof deflated
  /** Sizes and checksum follow the data instead of preceding it. */
  isStreamed: boolean
  crc32: number
  compressedSize: number
  size: number
  offset: number
}

/** Larger zips need zip64. */
export const maxZipBytes = 0xfffffffe
export const maxZipFiles = 0xfffe

/** They take no less space compressed. */
export const compressedFormats = /\.(?:7z|avif|br|gif|gz|ico|jpe?g|mp[34]|og[gv]|png|webm|webp|woff2?|zip)$/i

const flagDescriptor = 0x0008
const flagUtf8 = 0x0800
const version = 20
const madeByUnix = 0x0314
const regularFile = 0o100644 * 2 ** 16
/** The earliest date of the format, 1 January 1980: the same files always make the same zip. */
const time = 0
const date = 0x21

const flagsOf = ({ isStreamed }: ZipEntry) => flagUtf8 | (isStreamed ? flagDescriptor : 0)

/** A record of numbers, each given with its bytes, and a name. */
function record(numbers: readonly (readonly [number, 2 | 4])[], name: Uint8Array = new Uint8Array()) {
  const length = numbers.reduce((sum, [, bytes]) => sum + bytes, 0)
  const result = new Uint8Array(length + name.length)
  const view = new DataView(result.buffer)
  let at = 0
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  result.set(name, at)
  return result
}

export function localHeader(entry: ZipEntry) {
  const known = entry.isStreamed ? { crc32: 0, compressedSize: 0, size: 0 } : entry
  return record(
    [
      [0x04034b50, 4],
      [version, 2],
      [flagsOf(entry), 2],
      [entry.method, 2],
      [time, 2],
      [date, 2],
      [known.crc32, 4],
      [known.compressedSize, 4],
      [known.size, 4],
      [entry.name.length, 2],
      [0, 2],
    ],
    entry.name,
  )
}

export const descriptor = ({ crc32, compressedSize, size }: ZipEntry) =>
  record([
    [0x08074b50, 4],
    [crc32, 4],
    [compressedSize, 4],
    [size, 4],
  ])

export const directoryEntry = (entry: ZipEntry) =>
  record(
    [
      [0x02014b50, 4],
      [madeByUnix, 2],
      [version, 2],
      [flagsOf(entry), 2],
      [entry.method, 2],
      [time, 2],
      [date, 2],
      [entry.crc32, 4],
      [entry.compressedSize, 4],
      [entry.size, 4],
      [entry.name.length, 2],
      // Extra fields, comment, disk and internal attributes.
      [0, 4],
      [0, 4],
      [regularFile, 4],
      [entry.offset, 4],
    ],
    entry.name,
  )

export const endRecord = (count: number, start: number, length: number) =>
  record([
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [length, 4],
    [start, 4],
    [0, 2],
  ])
