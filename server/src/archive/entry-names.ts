import { isUtf8 } from 'node:buffer'

import { decodeCp437 } from './cp437.ts'
import { readUnicodePath } from './extra-fields.ts'
import { ArchiveRefusal, quoteName } from './refusal.ts'

/**
 * True for a name that needs no other check: printable ASCII, no backslash or colon, and no segment that is empty or
 * begins with a dot. Nearly every name passes, and there are tens of thousands of them.
 */
export function isPlainName(bytes: Buffer, start: number, end: number): boolean {
  let segmentStart = true
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH || byte === COLON) return false
    if (segmentStart && (byte === SLASH || byte === DOT)) return false
    segmentStart = byte === SLASH
  }
  return end > start
}

const SLASH = 0x2f
const DOT = 0x2e
const BACKSLASH = 0x5c
const COLON = 0x3a

/**
 * Decodes a raw name. Many tools write UTF-8 without setting its flag, so UTF-8 is tried before code page 437, which
 * the format prescribes. A Unicode path field counts only when the raw name is not UTF-8.
 */
export function decodeName(raw: Buffer, flaggedUtf8: boolean, unicodePaths: readonly Buffer[]): string {
  const utf8 = isUtf8(raw)
  if (flaggedUtf8 && !utf8) {
    throw new ArchiveRefusal(
      'archive_name_encoding',
      `The name ${quoteName(decodeCp437(raw))} is marked as UTF-8 but is not. Zip it again with UTF-8 names.`,
    )
  }
  const name = utf8 ? raw.toString('utf8') : decodeCp437(raw)
  if (unicodePaths.length === 0) return name
  const unicode = agreedUnicodePath(raw, unicodePaths, name)
  if (utf8 && unicode !== name) throw unicodePathDisagrees(name, unicode)
  return unicode
}

function agreedUnicodePath(raw: Buffer, unicodePaths: readonly Buffer[], name: string): string {
  const [field, ...others] = unicodePaths
  const bytes = field && others.length === 0 ? readUnicodePath(field, raw) : undefined
  if (bytes === undefined || !isUtf8(bytes)) throw unicodePathDisagrees(name)
  return bytes.toString('utf8')
}

export function unicodePathDisagrees(name: string, other?: string): ArchiveRefusal {
  const second =
    other === undefined
      ? 'a second, Unicode name that does not match it'
      : `a second name ${quoteName(other)}`
  return new ArchiveRefusal(
    'archive_name_unicode_path',
    `The entry ${quoteName(name)} has ${second}. Zip it again.`,
  )
}
