import type { archiveProblems } from './archive-problems.ts'
import { formatBytes } from './format-bytes.ts'
import { encryptedEntry, formatCount, quoteName } from './site-files.ts'

/**
 * What is refused because of an entry of a zip's directory alone, and in which words. The server applies it to uploads;
 * the upload dialog applies it before anything is sent and so says the same.
 */
export interface Refused {
  code: keyof typeof archiveProblems
  /** By default that of the code. */
  detail?: string
}

export const stored = 0
export const deflated = 8
const aes = 99

const flagEncrypted = 0x1
const flagPatched = 0x20
const flagStrongEncryption = 0x40
const flagMasked = 0x2000

const kindFolder = 0o04
const kindFile = 0o10
const kindSymlink = 0o12

/** A name that could point outside the archive, or that no URL could contain. */
export function refuseName(name: string, nameBytes: number): Refused | undefined {
  const refuse = (code: Refused['code'], what: string) => ({
    code,
    detail: `The name ${quoteName(name)} ${what}.`,
  })
  if (name.startsWith('//'))
    return refuse('archive_name_unc', 'is a network address; zip with relative names')
  if (name.startsWith('/'))
    return refuse('archive_name_absolute', 'begins with a slash; zip with relative names')
  if (/^[a-z]:/i.test(name))
    return refuse('archive_name_drive', 'begins with a drive letter; zip with relative names')
  if (/(?:^|\/)\.\.(?:\/|$)/.test(name))
    return refuse('archive_name_parent', 'leaves the zip with `..`; zip from inside the folder')
  if (/\p{Cc}/u.test(name))
    return refuse('archive_name_control', 'contains a control character; rename the file')
  if (name.length * 3 > nameBytes && new TextEncoder().encode(name).length > nameBytes)
    return nameTooLong(name, nameBytes)
  return undefined
}

export const nameTooLong = (name: string, nameBytes: number): Refused => ({
  code: 'archive_name_too_long',
  detail: `The name ${quoteName(name)} is longer than ${formatCount(nameBytes)} bytes; shorten the name or its folders.`,
})

/** An entry that cannot be served: encrypted, compressed with another method, a link or a device. */
export function refuseKind(
  name: string,
  flags: number,
  method: number,
  attributes: number,
): Refused | undefined {
  if ((flags & (flagEncrypted | flagStrongEncryption | flagMasked)) !== 0 || method === aes)
    return { code: 'archive_encrypted', detail: encryptedEntry(name) }
  if ((method !== stored && method !== deflated) || (flags & flagPatched) !== 0) {
    return {
      code: 'archive_method',
      detail: `The entry ${quoteName(name)} is compressed with method ${method}; only stored (0) and deflate (8) are supported. Zip it with deflate.`,
    }
  }
  // The upper half holds the Unix mode, or zero when the tool wrote none.
  const kind = attributes >>> 28
  if (kind === kindSymlink) {
    return {
      code: 'archive_symlink',
      detail: `The entry ${quoteName(name)} is a symbolic link. Zip the file it points to instead.`,
    }
  }
  if (kind === 0 || kind === kindFile || kind === kindFolder) return undefined
  return {
    code: 'archive_special_file',
    detail: `The entry ${quoteName(name)} is a device, pipe or socket. Leave it out.`,
  }
}

export interface StatedSizes {
  isFolder: boolean
  method: number
  size: number
  compressedSize: number
}

/** Sizes that are impossible or exceed the limits. */
export function refuseSizes(
  name: string,
  { isFolder, method, size, compressedSize }: StatedSizes,
  limits: { fileBytes: number; ratio: number },
): Refused | undefined {
  if (method === stored && size !== compressedSize) {
    return {
      code: 'archive_stored_sizes',
      detail: `The entry ${quoteName(name)} is not compressed but states two sizes, ${size} and ${compressedSize} bytes. Zip it again.`,
    }
  }
  if (isFolder && size > 0) {
    return {
      code: 'archive_folder_with_content',
      detail: `The entry ${quoteName(name)} has the name of a folder and the content of a file. Zip it again.`,
    }
  }
  if (size > limits.fileBytes) {
    return {
      code: 'archive_file_too_large',
      detail: `The file ${quoteName(name)} unpacks to ${formatBytes(size)}; the limit per file is ${formatBytes(limits.fileBytes)}.`,
    }
  }
  if (size > compressedSize * limits.ratio) {
    return {
      code: 'archive_ratio',
      detail: `The entry ${quoteName(name)} claims to unpack ${compressedSize} bytes to ${formatBytes(size)}, over the limit of ${formatCount(limits.ratio)} to 1. Zip it again.`,
    }
  }
  return undefined
}

export const directoryTooLarge = (bytes: number, limit: number): string =>
  `The directory of this zip takes ${formatBytes(bytes)}; the limit is ${formatBytes(limit)}. Use fewer files or shorter names.`

/** More bytes than a zip may unpack to, or than its own bytes can hold. */
export function refuseTotal(
  unpackedBytes: number,
  zipBytes: number,
  limits: { unpackedBytes: number; ratio: number },
): Refused | undefined {
  if (unpackedBytes > limits.unpackedBytes) {
    return {
      code: 'archive_unpacked_too_large',
      detail: `This zip unpacks to ${formatBytes(unpackedBytes)}; the limit is ${formatBytes(limits.unpackedBytes)}.`,
    }
  }
  return unpackedBytes > zipBytes * limits.ratio ? { code: 'archive_ratio' } : undefined
}
