import { crc32 } from 'node:zlib'

import { EXTRA_UNICODE_PATH, EXTRA_ZIP64, IN_ZIP64_32, readUInt64 } from './zip-format.ts'

/** The extra fields of one header that affect its name or its numbers; all others are ignored. */
export interface ExtraFields {
  zip64: Buffer | undefined
  unicodePaths: readonly Buffer[]
}

export const noExtraFields: ExtraFields = { zip64: undefined, unicodePaths: [] }

/** Undefined when a field exceeds the space, or when there are two zip64 fields. */
export function readExtraFields(extra: Buffer): ExtraFields | undefined {
  if (extra.length === 0) return noExtraFields
  let zip64: Buffer | undefined
  const unicodePaths: Buffer[] = []
  let at = 0
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at)
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return undefined
    if (id === EXTRA_ZIP64) {
      if (zip64 !== undefined) return undefined
      zip64 = extra.subarray(at + 4, end)
    }
    if (id === EXTRA_UNICODE_PATH) unicodePaths.push(extra.subarray(at + 4, end))
    at = end
  }
  // Alignment tools pad with up to three zero bytes, too few for a field of their own.
  for (; at < extra.length; at++) if (extra[at] !== 0) return undefined
  return { zip64, unicodePaths }
}

/**
 * Replaces each 0xffffffff among a header's numbers, in the format's fixed order, with its 64-bit value.
 * Undefined when one is missing or too large, or when the field contradicts a number that it repeats.
 */
export function widenWithZip64<Numbers extends readonly number[]>(
  numbers: Numbers,
  zip64: Buffer | undefined,
): Numbers | undefined {
  if (!numbers.includes(IN_ZIP64_32))
    return zip64 === undefined || repeats(numbers, zip64) ? numbers : undefined
  if (zip64 === undefined) return undefined
  let at = 0
  const widened: number[] = []
  for (const number of numbers) {
    if (number !== IN_ZIP64_32) {
      widened.push(number)
      continue
    }
    const value = at + 8 <= zip64.length ? readUInt64(zip64, at) : undefined
    if (value === undefined) return undefined
    widened.push(value)
    at += 8
  }
  // Some tools list all numbers even if only some need 64 bits; the others must agree.
  if (at < zip64.length && !repeats(widened, zip64)) return undefined
  return widened as unknown as Numbers
}

function repeats(numbers: readonly number[], zip64: Buffer): boolean {
  for (const [position, number] of numbers.entries()) {
    const at = position * 8
    if (at + 8 > zip64.length) return true
    if (readUInt64(zip64, at) !== number) return false
  }
  return true
}

/** The UTF-8 name inside a Unicode path field, or undefined when it was written for another name. */
export function readUnicodePath(field: Buffer, headerName: Buffer): Buffer | undefined {
  if (field.length < 5 || field[0] !== 1) return undefined
  if (field.readUInt32LE(1) !== crc32(headerName)) return undefined
  return field.subarray(5)
}
