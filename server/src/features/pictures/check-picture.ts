import { createHash } from 'node:crypto'

import {
  maxPictureBytes,
  maxPicturePixels,
  maxPictureSide,
  maxThumbnailBytes,
  thumbnailSide,
} from '@plinth/contract/camera.ts'
import type { Picture } from '@plinth/contract/camera.ts'

export interface CheckedPicture {
  bytes: Buffer
  /** In hexadecimal. */
  sha256: string
  mediaType: Picture['mediaType']
  width: number
  height: number
}

/**
 * What the camera delivers is untrusted: builds run in its browser. A picture is stored only if it begins like one of its kind
 * and is no larger than what was asked for; it is served as that kind only, and never opened here. Undefined if it is
 * something else.
 */
export function checkPicture(
  { mediaType, base64 }: Picture,
  asked: AskedPicture,
): CheckedPicture | undefined {
  const { maxBytes, maxSide } = limitsOf[asked]
  const bytes = Buffer.from(base64, 'base64')
  const size = bytes.length <= maxBytes ? sizeOf[mediaType](bytes) : undefined
  if (!size || Math.min(size.width, size.height) < 1 || Math.max(size.width, size.height) > maxSide)
    return undefined
  if (size.width * size.height > maxPicturePixels) return undefined
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), mediaType, ...size }
}

/** For a comparison, or a thumbnail for screens of one or two pixels per CSS pixel. */
export type AskedPicture = 'compared' | 'single' | 'double'

/** Browsers round the sides of a picture up. */
const rounding = 2

const limitsOf: Record<AskedPicture, { maxBytes: number; maxSide: number }> = {
  compared: { maxBytes: maxPictureBytes, maxSide: maxPictureSide },
  single: { maxBytes: maxThumbnailBytes, maxSide: thumbnailSide + rounding },
  double: { maxBytes: maxThumbnailBytes, maxSide: 2 * thumbnailSide + rounding },
}

interface Size {
  width: number
  height: number
}

const sizeOf: Record<Picture['mediaType'], (bytes: Buffer) => Size | undefined> = {
  'image/png': pngSize,
  'image/webp': webpSize,
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(pngStart)) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The three forms of WebP: lossy, lossless and extended (RFC 9649). */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  const text = (from: number) => bytes.toString('latin1', from, from + 4)
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP' || bytes.readUInt32LE(4) !== bytes.length - 8) return undefined
  const form = text(12)
  if (form === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (form === 'VP8L' && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  return undefined
}
