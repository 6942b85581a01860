import { encryptedEntry } from '@plinth/contract/site-files.ts'

import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, quoteName, formatBytes, formatCount } from './refusal.ts'
import {
  DEFLATED,
  FLAG_ENCRYPTED,
  FLAG_MASKED,
  FLAG_PATCHED,
  FLAG_STRONG_ENCRYPTION,
  STORED,
} from './zip-format.ts'

const AES = 99
const KIND_FOLDER = 0o04
const KIND_FILE = 0o10
const KIND_SYMLINK = 0o12

/** Refuses entries that cannot be served: encrypted ones, other compression methods, links and devices. */
export function checkKind(name: string, flags: number, method: number, attributes: number): void {
  if ((flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION | FLAG_MASKED)) !== 0 || method === AES) {
    throw new ArchiveRefusal('archive_encrypted', encryptedEntry(name))
  }
  if ((method !== STORED && method !== DEFLATED) || (flags & FLAG_PATCHED) !== 0) {
    throw new ArchiveRefusal(
      'archive_method',
      `The entry ${quoteName(name)} is compressed with method ${method}; only stored (0) and deflate (8) are supported. Zip it with deflate.`,
    )
  }
  // The upper half holds the Unix mode, or zero when the tool wrote none.
  const kind = attributes >>> 28
  if (kind === KIND_SYMLINK) {
    throw new ArchiveRefusal(
      'archive_symlink',
      `The entry ${quoteName(name)} is a symbolic link. Zip the file it points to instead.`,
    )
  }
  if (kind !== 0 && kind !== KIND_FILE && kind !== KIND_FOLDER) {
    throw new ArchiveRefusal(
      'archive_special_file',
      `The entry ${quoteName(name)} is a device, pipe or socket. Leave it out.`,
    )
  }
}

interface StatedSizes {
  isFolder: boolean
  method: number
  size: number
  compressedSize: number
}

/** Refuses sizes that are impossible or exceed the limits. */
export function checkSizes(
  name: string,
  { isFolder, method, size, compressedSize }: StatedSizes,
  limits: ArchiveLimits,
): void {
  if (method === STORED && size !== compressedSize) {
    throw new ArchiveRefusal(
      'archive_stored_sizes',
      `The entry ${quoteName(name)} is not compressed but states two sizes, ${size} and ${compressedSize} bytes. Zip it again.`,
    )
  }
  if (isFolder && size > 0) {
    throw new ArchiveRefusal(
      'archive_folder_with_content',
      `The entry ${quoteName(name)} has the name of a folder and the content of a file. Zip it again.`,
    )
  }
  if (size > limits.fileBytes) {
    throw new ArchiveRefusal(
      'archive_file_too_large',
      `The file ${quoteName(name)} unpacks to ${formatBytes(size)}; the limit per file is ${formatBytes(limits.fileBytes)}.`,
    )
  }
  if (size > compressedSize * limits.ratio) {
    throw new ArchiveRefusal(
      'archive_ratio',
      `The entry ${quoteName(name)} claims to unpack ${compressedSize} bytes to ${formatBytes(size)}, over the limit of ${formatCount(limits.ratio)} to 1. Zip it again.`,
    )
  }
}

/** The total unpacked size; refused when it exceeds the limits. */
export function checkTotals(
  entries: readonly Pick<StatedSizes, 'size'>[],
  zipBytes: number,
  limits: ArchiveLimits,
): number {
  let unpacked = 0
  for (const { size } of entries) unpacked += size
  if (unpacked > limits.unpackedBytes) {
    throw new ArchiveRefusal(
      'archive_unpacked_too_large',
      `This zip unpacks to ${formatBytes(unpacked)}; the limit is ${formatBytes(limits.unpackedBytes)}.`,
    )
  }
  if (unpacked > zipBytes * limits.ratio) throw new ArchiveRefusal('archive_ratio')
  return unpacked
}

export function overlap(entry: { name: string }, next?: { name: string }): ArchiveRefusal {
  const other = next === undefined ? 'what follows it' : `the entry ${quoteName(next.name)}`
  return new ArchiveRefusal(
    'archive_overlap',
    `The entry ${quoteName(entry.name)} shares bytes with ${other}. Zip it again.`,
  )
}
