import { readExactly } from './file-source.ts'
import type { OpenFile } from './file-source.ts'
import { ArchiveRefusal } from './refusal.ts'
import {
  DIRECTORY_SIGNATURE,
  END_LENGTH,
  IN_ZIP64_16,
  IN_ZIP64_32,
  LOCAL_SIGNATURE,
  readUInt64,
  ZIP64_END_LENGTH,
  ZIP64_END_SIGNATURE,
  ZIP64_LOCATOR_LENGTH,
  ZIP64_LOCATOR_SIGNATURE,
} from './zip-format.ts'

export interface DirectoryLocation {
  start: number
  length: number
  count: number
}

interface EndNumbers {
  disk: number
  directoryDisk: number
  countHere: number
  count: number
  length: number
  start: number
}

const MAX_TAIL = END_LENGTH + 0xffff + ZIP64_LOCATOR_LENGTH + ZIP64_END_LENGTH

/** Finds the directory. Refuses a zip whose end records disagree about it. */
export async function findDirectory(handle: OpenFile, zipBytes: number): Promise<DirectoryLocation> {
  const tailStart = Math.max(0, zipBytes - MAX_TAIL)
  const tail = await readExactly(handle, Buffer.allocUnsafe(zipBytes - tailStart), tailStart)
  const endAt = await findEnd(handle, tail)
  const end = readEnd(tail, endAt)
  const zip64At = findZip64End(tail, tailStart, endAt)
  const numbers = zip64At === undefined ? withoutZip64(end) : readZip64End(tail, zip64At, end)

  if (numbers.disk !== 0 || numbers.directoryDisk !== 0 || numbers.countHere !== numbers.count) {
    throw new ArchiveRefusal('archive_several_disks')
  }
  await requireAdjoining(handle, numbers, tailStart + (zip64At ?? endAt))
  return { start: numbers.start, length: numbers.length, count: numbers.count }
}

/** The end record whose comment ends with the file. With a second candidate, two programs could read two archives. */
async function findEnd(handle: OpenFile, tail: Buffer): Promise<number> {
  const fits: number[] = []
  let last = -1
  for (let at = 0; at + END_LENGTH <= tail.length; at++) {
    at = tail.indexOf('PK\x05\x06', at, 'latin1')
    if (at < 0 || at + END_LENGTH > tail.length) break
    last = at
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) fits.push(at)
  }
  const [end] = fits
  if (end === undefined) throw await missingEnd(handle, tail, last)
  if (fits.length > 1 || last !== end) throw new ArchiveRefusal('archive_several_ends')
  return end
}

async function missingEnd(handle: OpenFile, tail: Buffer, last: number): Promise<ArchiveRefusal> {
  const head = await readExactly(handle, Buffer.alloc(Math.min(4, tail.length)), 0)
  const begins = head.length === 4 && head.readUInt32LE(0) === LOCAL_SIGNATURE
  if (!begins && last !== 0) return new ArchiveRefusal('archive_not_a_zip')
  if (last < 0) return new ArchiveRefusal('archive_truncated')
  const stated = last + END_LENGTH + tail.readUInt16LE(last + 20)
  return new ArchiveRefusal(stated > tail.length ? 'archive_truncated' : 'archive_bytes_after')
}

function readEnd(tail: Buffer, at: number): EndNumbers {
  return {
    disk: tail.readUInt16LE(at + 4),
    directoryDisk: tail.readUInt16LE(at + 6),
    countHere: tail.readUInt16LE(at + 8),
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  }
}

function withoutZip64(end: EndNumbers): EndNumbers {
  if (end.length === IN_ZIP64_32 || end.start === IN_ZIP64_32) {
    throw new ArchiveRefusal(
      'archive_zip64_mismatch',
      'This zip refers to zip64 records it does not have. Zip it again.',
    )
  }
  return end
}

/** Offset in the tail of the zip64 end record; it and its locator must directly precede the end record. */
function findZip64End(tail: Buffer, tailStart: number, endAt: number): number | undefined {
  const locatorAt = endAt - ZIP64_LOCATOR_LENGTH
  if (locatorAt < 0 || tail.readUInt32LE(locatorAt) !== ZIP64_LOCATOR_SIGNATURE) return undefined
  if (tail.readUInt32LE(locatorAt + 4) !== 0 || tail.readUInt32LE(locatorAt + 16) > 1) {
    throw new ArchiveRefusal('archive_several_disks')
  }
  const at = locatorAt - ZIP64_END_LENGTH
  const stated = readUInt64(tail, locatorAt + 8)
  if (at < 0 || stated !== tailStart + at || tail.readUInt32LE(at) !== ZIP64_END_SIGNATURE) {
    throw new ArchiveRefusal('archive_zip64_mismatch')
  }
  return at
}

/** The 64-bit number, provided the short field holds the same number or defers to it. */
function agree(short: number, long: number | undefined, marker: number): number {
  if (long === undefined || (short !== marker && short !== long))
    throw new ArchiveRefusal('archive_zip64_mismatch')
  return long
}

function readZip64End(tail: Buffer, at: number, end: EndNumbers): EndNumbers {
  const wide = {
    disk: tail.readUInt32LE(at + 16),
    directoryDisk: tail.readUInt32LE(at + 20),
    countHere: readUInt64(tail, at + 24),
    count: readUInt64(tail, at + 32),
    length: readUInt64(tail, at + 40),
    start: readUInt64(tail, at + 48),
  }
  if (readUInt64(tail, at + 4) !== ZIP64_END_LENGTH - 12) throw new ArchiveRefusal('archive_zip64_mismatch')
  return {
    disk: agree(end.disk, wide.disk, IN_ZIP64_16),
    directoryDisk: agree(end.directoryDisk, wide.directoryDisk, IN_ZIP64_16),
    countHere: agree(end.countHere, wide.countHere, IN_ZIP64_16),
    count: agree(end.count, wide.count, IN_ZIP64_16),
    length: agree(end.length, wide.length, IN_ZIP64_32),
    start: agree(end.start, wide.start, IN_ZIP64_32),
  }
}

/** The directory must end where the end records begin; otherwise the refusal says where the stray bytes are. */
async function requireAdjoining(handle: OpenFile, { start, length, count }: EndNumbers, endStart: number) {
  if (start + length === endStart) return
  const hasSignature = async (at: number, signature: number) => {
    if (at < 0 || at + 4 > endStart) return false
    return (await readExactly(handle, Buffer.alloc(4), at)).readUInt32LE(0) === signature
  }
  const isDirectory = (at: number) => hasSignature(at, DIRECTORY_SIGNATURE)
  if (start + length > endStart || count === 0) throw new ArchiveRefusal('archive_offset_mismatch')
  if (await isDirectory(start)) {
    throw new ArchiveRefusal(
      'archive_bytes_between',
      'This zip has bytes between its directory and its end that belong to neither. Zip it again.',
    )
  }
  const prefixed = (await isDirectory(endStart - length)) && !(await hasSignature(0, LOCAL_SIGNATURE))
  throw new ArchiveRefusal(prefixed ? 'archive_bytes_before' : 'archive_offset_mismatch')
}
