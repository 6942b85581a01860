import { overlap } from './entry-checks.ts'
import { unicodePathDisagrees } from './entry-names.ts'
import { readExtraFields, readUnicodePath, widenWithZip64 } from './extra-fields.ts'
import { ArchiveRefusal, quoteName, formatBytes } from './refusal.ts'
import type { ArchiveRefusalCode } from './refusal.ts'
import type { PlannedEntry } from './verify-plan.ts'
import {
  DESCRIPTOR_SIGNATURE,
  FLAG_DESCRIPTOR,
  LOCAL_LENGTH,
  LOCAL_SIGNATURE,
  readUInt64,
} from './zip-format.ts'

export interface LocalLayout {
  dataStart: number
  dataEnd: number
  /** 0 when no descriptor follows the data */
  descriptorLength: number
}

/** Bits 1 and 2 only state the compression level; bit 3 is compared separately. */
const COMPARED_FLAGS = 0xffff & ~0b1110

/** Length of the whole header; undefined when there is no header here. */
export function localHeaderLength(header: Buffer): number | undefined {
  if (header.length < LOCAL_LENGTH || header.readUInt32LE(0) !== LOCAL_SIGNATURE) return undefined
  return LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/** Compares a local header with the directory. Only the data, and perhaps a descriptor, may follow it. */
export function checkLocalHeader(header: Buffer, entry: PlannedEntry): LocalLayout {
  const extraAt = LOCAL_LENGTH + header.readUInt16LE(26)
  const name = header.subarray(LOCAL_LENGTH, extraAt)
  if (!name.equals(entry.name)) {
    throw new ArchiveRefusal(
      'archive_local_name',
      `The entry ${nameOf(entry)} is called ${quoteName(name.toString('utf8'))} before its data. Zip it again.`,
    )
  }
  if (header.readUInt16LE(8) !== entry.method)
    throw disagree('archive_local_method', entry, 'compression methods')
  const flags = header.readUInt16LE(6)
  const streamed = (flags & FLAG_DESCRIPTOR) !== 0
  if ((flags & COMPARED_FLAGS) !== (entry.flags & COMPARED_FLAGS))
    throw disagree('archive_local_flags', entry, 'sets of flags')
  // Some tools drop bit 3 from the directory, where it means nothing; none adds it there.
  if (!streamed && (entry.flags & FLAG_DESCRIPTOR) !== 0)
    throw disagree('archive_local_flags', entry, 'sets of flags')

  const stated = checkLocalNumbers(header, extraAt, entry, streamed)
  const dataStart = entry.start + header.length
  const dataEnd = dataStart + entry.compressedSize
  return { dataStart, dataEnd, descriptorLength: descriptorLength(entry, dataEnd, streamed, stated) }
}

/** True when the header itself already states everything the directory does. */
function checkLocalNumbers(header: Buffer, extraAt: number, entry: PlannedEntry, streamed: boolean): boolean {
  const extra = readExtraFields(header.subarray(extraAt))
  if (extra === undefined) {
    throw new ArchiveRefusal(
      'archive_local_damaged',
      `The extra fields of ${nameOf(entry)} are damaged. Zip it again.`,
    )
  }
  for (const field of extra.unicodePaths) {
    const unicode = readUnicodePath(field, entry.name)
    if (extra.unicodePaths.length > 1 || unicode === undefined || !unicode.equals(entry.unicodeName)) {
      throw unicodePathDisagrees(entry.unicodeName.toString('utf8'), unicode?.toString('utf8'))
    }
  }
  const numbers = widenWithZip64([header.readUInt32LE(22), header.readUInt32LE(18)] as const, extra.zip64)
  if (numbers === undefined) {
    throw new ArchiveRefusal(
      'archive_zip64_mismatch',
      `The zip64 field of ${nameOf(entry)} is damaged. Zip it again.`,
    )
  }
  const crc = header.readUInt32LE(14)
  const [size, compressedSize] = numbers
  const agrees = (local: number, listed: number) => local === listed || (streamed && local === 0)
  if (!agrees(size, entry.size) || !agrees(compressedSize, entry.compressedSize)) {
    throw disagree('archive_local_sizes', entry, 'sizes')
  }
  if (!agrees(crc, entry.crc32)) throw disagree('archive_local_crc', entry, 'checksums')
  return size === entry.size && compressedSize === entry.compressedSize && crc === entry.crc32
}

/** A descriptor has four forms of different lengths, so the space before the next entry tells which it is. */
function descriptorLength(entry: PlannedEntry, dataEnd: number, streamed: boolean, stated: boolean): number {
  const space = entry.end - dataEnd
  if (space < 0) throw overlap({ name: entry.unicodeName.toString('utf8') })
  if (space === 0) {
    if (streamed && !stated) {
      throw new ArchiveRefusal(
        'archive_descriptor_mismatch',
        `The record that should follow the entry ${nameOf(entry)} is missing. Zip it again.`,
      )
    }
    return 0
  }
  if (streamed && (space === 12 || space === 16 || space === 20 || space === 24)) return space
  throw new ArchiveRefusal(
    'archive_bytes_between',
    `After the entry ${nameOf(entry)} come ${formatBytes(space)} that belong to no entry. Zip it again.`,
  )
}

/** With or without its signature, with sizes of 32 or 64 bits: CRC, compressed size, size. */
export function checkDescriptor(descriptor: Buffer, entry: PlannedEntry): void {
  const signed = descriptor.length === 16 || descriptor.length === 24
  const wide = descriptor.length >= 20
  const at = signed ? 4 : 0
  const number = (offset: number) => (wide ? readUInt64(descriptor, offset) : descriptor.readUInt32LE(offset))
  const agrees =
    (!signed || descriptor.readUInt32LE(0) === DESCRIPTOR_SIGNATURE) &&
    descriptor.readUInt32LE(at) === entry.crc32 &&
    number(at + 4) === entry.compressedSize &&
    number(at + (wide ? 12 : 8)) === entry.size
  if (agrees) return
  throw new ArchiveRefusal(
    'archive_descriptor_mismatch',
    `The record after the entry ${nameOf(entry)} disagrees with the directory of this zip. Zip it again.`,
  )
}

export const nameOf = (entry: PlannedEntry): string => quoteName(entry.unicodeName.toString('utf8'))

function disagree(code: ArchiveRefusalCode, entry: PlannedEntry, what: string): ArchiveRefusal {
  return new ArchiveRefusal(code, `The entry ${nameOf(entry)} states two different ${what}. Zip it again.`)
}
