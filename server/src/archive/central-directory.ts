import { isUtf8 } from 'node:buffer'
import { fstatSync } from 'node:fs'

import {
  directoryTooLarge,
  nameTooLong,
  refuseKind,
  refuseName,
  refuseSizes,
} from '@plinth/contract/archive-checks.ts'
import { cleanName, entriesPerFile, tooManyEntries } from '@plinth/contract/site-files.ts'

import { findDirectory } from './end-record.ts'
import { checkTotals, overlap } from './entry-checks.ts'
import { decodeName, isPlainName } from './entry-names.ts'
import { noExtraFields, readExtraFields, widenWithZip64 } from './extra-fields.ts'
import { readExactly } from './file-source.ts'
import type { OpenFile } from './file-source.ts'
import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, quoteName, formatBytes, formatCount, refuse } from './refusal.ts'
import { DIRECTORY_LENGTH, DIRECTORY_SIGNATURE, FLAG_UTF8, IN_ZIP64_16, LOCAL_LENGTH } from './zip-format.ts'

export interface DirectoryEntry {
  /** decoded and with slashes; safe, but not yet stripped of a common root */
  name: string
  isFolder: boolean
  flags: number
  method: number
  crc32: number
  compressedSize: number
  size: number
  /** offsets of its local header and of whatever follows the entry */
  start: number
  end: number
  /** offset of the raw name in the directory's bytes */
  nameAt: number
  nameLength: number
  /** the decoded name, when the raw one is not UTF-8 */
  reencoded: string | undefined
}

export interface Directory {
  zipBytes: number
  /** sorted by offset; none overlaps another, as far as the directory tells */
  entries: DirectoryEntry[]
  unpackedBytes: number
  /** shared with the verifying threads, so that names are never copied */
  bytes: SharedArrayBuffer
}

/**
 * Reads the directory and checks everything that follows from it alone; the rest is left to verification.
 * Reads tens of thousands of entries synchronously, so call it in a worker thread.
 */
export async function readDirectory(handle: OpenFile, limits: ArchiveLimits): Promise<Directory> {
  const { size: zipBytes } = fstatSync(handle.fd)
  if (zipBytes > limits.zipBytes) {
    throw new ArchiveRefusal(
      'archive_too_large',
      `This zip is larger than ${formatBytes(limits.zipBytes)}, the limit.`,
    )
  }
  const location = await findDirectory(handle, zipBytes)
  if (location.count > limits.files * entriesPerFile) {
    throw new ArchiveRefusal('archive_too_many_files', tooManyEntries(location.count, limits.files))
  }
  if (location.length > limits.directoryBytes) {
    throw new ArchiveRefusal(
      'archive_directory_too_large',
      directoryTooLarge(location.length, limits.directoryBytes),
    )
  }
  if (location.count * DIRECTORY_LENGTH > location.length) throw countMismatch(location.count)

  const shared = new SharedArrayBuffer(location.length)
  const bytes = await readExactly(handle, Buffer.from(shared), location.start)
  const entries = readEntries(bytes, location.count, limits)
  setEnds(entries, location.start)
  return { zipBytes, entries, unpackedBytes: checkTotals(entries, zipBytes, limits), bytes: shared }
}

function countMismatch(stated: number, found?: number): ArchiveRefusal {
  const listed = found === undefined ? 'a different number' : formatCount(found)
  return new ArchiveRefusal(
    'archive_count_mismatch',
    `This zip states ${formatCount(stated)} entries and lists ${listed}. Zip it again.`,
  )
}

function readEntries(bytes: Buffer, count: number, limits: ArchiveLimits): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + DIRECTORY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_SIGNATURE) {
      throw new ArchiveRefusal(
        'archive_directory_damaged',
        `The directory of this zip is damaged after ${formatCount(entries.length)} entries. Zip it again.`,
      )
    }
    if (entries.length === count) throw countMismatch(count)
    const nameAt = at + DIRECTORY_LENGTH
    const extraAt = nameAt + bytes.readUInt16LE(at + 28)
    const commentAt = extraAt + bytes.readUInt16LE(at + 30)
    const next = commentAt + bytes.readUInt16LE(at + 32)
    if (next > bytes.length) throw new ArchiveRefusal('archive_directory_damaged')
    entries.push(readListing(bytes, at, nameAt, extraAt, commentAt, limits))
    at = next
  }
  if (entries.length !== count) throw countMismatch(count, entries.length)
  return entries
}

function readListing(
  bytes: Buffer,
  at: number,
  nameAt: number,
  extraAt: number,
  commentAt: number,
  limits: ArchiveLimits,
): DirectoryEntry {
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  const extra = extraAt === commentAt ? noExtraFields : readExtraFields(bytes.subarray(extraAt, commentAt))
  const unicodePaths = extra?.unicodePaths ?? []
  const { name, reencoded } =
    unicodePaths.length === 0 && extraAt - nameAt <= limits.nameBytes && isPlainName(bytes, nameAt, extraAt)
      ? { name: bytes.toString('latin1', nameAt, extraAt), reencoded: undefined }
      : readName(bytes.subarray(nameAt, extraAt), (flags & FLAG_UTF8) !== 0, unicodePaths, limits)
  if (extra === undefined) {
    throw new ArchiveRefusal(
      'archive_directory_damaged',
      `The extra fields of ${quoteName(name)} are damaged. Zip it again.`,
    )
  }
  refuse(refuseKind(name, flags, method, bytes.readUInt32LE(at + 38)))

  const numbers = widenWithZip64(
    [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)] as const,
    extra.zip64,
  )
  if (numbers === undefined) {
    throw new ArchiveRefusal(
      'archive_zip64_mismatch',
      `The zip64 field of ${quoteName(name)} is damaged. Zip it again.`,
    )
  }
  const [size, compressedSize, start] = numbers
  const disk = bytes.readUInt16LE(at + 34)
  if (disk !== 0 && !(disk === IN_ZIP64_16 && extra.zip64 !== undefined))
    throw new ArchiveRefusal('archive_several_disks')

  const isFolder = name === '' || name.endsWith('/')
  refuse(refuseSizes(name, { isFolder, method, size, compressedSize }, limits))
  return {
    name,
    isFolder,
    flags,
    method,
    crc32: bytes.readUInt32LE(at + 16),
    compressedSize,
    size,
    start,
    end: 0,
    nameAt,
    nameLength: extraAt - nameAt,
    reencoded,
  }
}

function readName(
  raw: Buffer,
  flaggedUtf8: boolean,
  unicodePaths: readonly Buffer[],
  { nameBytes }: ArchiveLimits,
) {
  if (raw.length > nameBytes) refuse(nameTooLong(raw.toString('latin1'), nameBytes))
  if (raw.length === 0) throw new ArchiveRefusal('archive_name_empty')
  const decoded = decodeName(raw, flaggedUtf8, unicodePaths)
  const name = cleanName(decoded)
  refuse(refuseName(name, nameBytes))
  return { name, reencoded: isUtf8(raw) ? undefined : decoded }
}

/** Sorts entries by offset and sets where each ends. Refuses overlaps, and bytes before the first entry. */
function setEnds(entries: DirectoryEntry[], directoryStart: number): void {
  entries.sort((a, b) => a.start - b.start)
  const first = entries[0]?.start ?? directoryStart
  if (first !== 0) {
    throw new ArchiveRefusal(
      'archive_bytes_before',
      `This zip has ${formatBytes(first)} before its first entry. Upload a plain zip, not a self-extracting one.`,
    )
  }
  for (const [position, entry] of entries.entries()) {
    const next = entries[position + 1]
    entry.end = next?.start ?? directoryStart
    if (entry.start + LOCAL_LENGTH + entry.nameLength + entry.compressedSize > entry.end)
      throw overlap(entry, next)
  }
}
