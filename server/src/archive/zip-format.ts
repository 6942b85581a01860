/** Signatures, lengths and flags of the zip format (APPNOTE 6.3). */
export const LOCAL_SIGNATURE = 0x04034b50
export const DIRECTORY_SIGNATURE = 0x02014b50
export const ZIP64_END_SIGNATURE = 0x06064b50
export const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
export const DESCRIPTOR_SIGNATURE = 0x08074b50

export const LOCAL_LENGTH = 30
export const DIRECTORY_LENGTH = 46
export const END_LENGTH = 22
export const ZIP64_END_LENGTH = 56
export const ZIP64_LOCATOR_LENGTH = 20

export const STORED = 0
export const DEFLATED = 8

export const FLAG_DESCRIPTOR = 0x0008
export const FLAG_UTF8 = 0x0800

/** Markers for a number that is in the zip64 field instead. */
export const IN_ZIP64_16 = 0xffff
export const IN_ZIP64_32 = 0xffffffff

export const EXTRA_ZIP64 = 0x0001
export const EXTRA_UNICODE_PATH = 0x7075

/** A 64-bit number; undefined when a double cannot hold it exactly, which is larger than any real offset or size. */
export function readUInt64(buffer: Buffer, at: number): number | undefined {
  const value = buffer.readUInt32LE(at + 4) * 2 ** 32 + buffer.readUInt32LE(at)
  return Number.isSafeInteger(value) ? value : undefined
}
