/** The records of the zip format, as this program writes them: no zip64, no extra fields, no comments. */
export interface ZipEntry {
  name: Buffer
  method: typeof STORED | typeof DEFLATED
  /** Sizes and checksum follow the data instead of preceding it. */
  isStreamed: boolean
  crc32: number
  compressedSize: number
  size: number
  offset: number
}

export const STORED = 0
export const DEFLATED = 8

/** Larger zips need zip64, which this program does not write. */
export const MAX_ZIP_BYTES = 0xfffffffe
export const MAX_FILES = 0xfffe

const FLAG_DESCRIPTOR = 0x0008
const FLAG_UTF8 = 0x0800
const VERSION = 20
const MADE_BY_UNIX = 0x0314
const REGULAR_FILE = 0o100644 * 2 ** 16
/** The earliest date of the format, 1 January 1980: the same files always make the same zip. */
const TIME = 0
const DATE = 0x21

const flagsOf = ({ isStreamed }: ZipEntry) => FLAG_UTF8 | (isStreamed ? FLAG_DESCRIPTOR : 0)

export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(30)
  const known = entry.isStreamed ? { crc32: 0, compressedSize: 0, size: 0 } : entry
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flagsOf(entry), 6)
  header.writeUInt16LE(entry.method, 8)
  header.writeUInt16LE(TIME, 10)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt32LE(known.crc32, 14)
  header.writeUInt32LE(known.compressedSize, 18)
  header.writeUInt32LE(known.size, 22)
  header.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([header, entry.name])
}

export function descriptor(entry: ZipEntry): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(entry.crc32, 4)
  record.writeUInt32LE(entry.compressedSize, 8)
  record.writeUInt32LE(entry.size, 12)
  return record
}

export function directoryEntry(entry: ZipEntry): Buffer {
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY_UNIX, 4)
  record.writeUInt16LE(VERSION, 6)
  record.writeUInt16LE(flagsOf(entry), 8)
  record.writeUInt16LE(entry.method, 10)
  record.writeUInt16LE(TIME, 12)
  record.writeUInt16LE(DATE, 14)
  record.writeUInt32LE(entry.crc32, 16)
  record.writeUInt32LE(entry.compressedSize, 20)
  record.writeUInt32LE(entry.size, 24)
  record.writeUInt16LE(entry.name.length, 28)
  record.writeUInt32LE(REGULAR_FILE, 38)
  record.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([record, entry.name])
}

export function endRecord(count: number, start: number, length: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(length, 12)
  record.writeUInt32LE(start, 16)
  return record
}
