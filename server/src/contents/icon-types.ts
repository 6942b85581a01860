import { iconPixels } from '@plinth/contract/storybooks.ts'
import type { StorybookIcon } from '@plinth/contract/storybooks.ts'

import { isPlainSvg } from './plain-svg.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const icoSignature = Buffer.from([0, 0, 1, 0])

/** A larger picture takes more memory to draw than an icon is worth. */
const maxPixels = 1024

/** What an icon really is; undefined if it is none of these, or asks too much of whoever draws it. */
export function iconTypeOf(bytes: Buffer): StorybookIcon['mediaType'] | undefined {
  const png = pngSize(bytes)
  if (png) return Math.max(png.width, png.height) <= maxPixels ? 'image/png' : undefined
  if (startsWith(bytes, icoSignature)) return isSmallIco(bytes) ? 'image/x-icon' : undefined
  return isPlainSvg(bytes.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** Whether these bytes are one complete PNG of the size that uploaded icons have, and nothing else. */
export function isUploadableIcon(bytes: Buffer): boolean {
  const size = pngSize(bytes)
  return size?.width === iconPixels && size.height === iconPixels && endsWithLastChunk(bytes)
}

function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  const hasHeader = startsWith(bytes, pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR'
  if (!hasHeader || bytes.length < 33) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Follows the chunks: each has its length, its name, its data and a checksum. */
function endsWithLastChunk(bytes: Buffer): boolean {
  let at = pngSignature.length
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at === bytes.length
  }
  return false
}

const icoEntryBytes = 16
const maxIcoPictures = 32

/** It lists its pictures first, with where each begins: a PNG, or a bitmap whose height counts its mask too. */
function isSmallIco(bytes: Buffer): boolean {
  const count = bytes.length < 6 ? 0 : bytes.readUInt16LE(4)
  if (count === 0 || count > maxIcoPictures || bytes.length < 6 + count * icoEntryBytes) return false
  return Array.from({ length: count }, (_, n) => bytes.readUInt32LE(6 + n * icoEntryBytes + 12)).every(
    (start) => {
      const picture = bytes.subarray(start)
      if (picture.length < 16) return false
      const { width, height } = pngSize(picture) ?? {
        width: Math.abs(picture.readInt32LE(4)),
        height: Math.abs(picture.readInt32LE(8)) / 2,
      }
      return Math.max(width, height) <= maxPixels
    },
  )
}

const startsWith = (bytes: Buffer, signature: Buffer): boolean =>
  bytes.subarray(0, signature.length).equals(signature)
