import { iconPixels } from '@plinth/contract/storybooks.ts'
import type { StorybookIcon } from '@plinth/contract/storybooks.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const icoSignature = Buffer.from([0, 0, 1, 0])

/** A larger picture takes more memory to draw than an icon is worth. */
const maxPixels = 1024

/** What an icon really is; undefined if it is none of these, or asks too much of whoever draws it. */
export function iconTypeOf(bytes: Buffer): StorybookIcon['mediaType'] | undefined {
  const png = pngSize(bytes)
  if (png) return Math.max(png.width, png.height) <= maxPixels ? 'image/png' : undefined
  if (startsWith(bytes, icoSignature)) return 'image/x-icon'
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

const beforeRoot = /^\uFEFF?(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*<svg[\s>]/
/** Scripts never run in a picture, but these can keep a browser busy, or load something. */
const beyondDrawing =
  /<!(?:ENTITY|DOCTYPE)|<(?:\w+:)?(?:script|foreignObject|image|use|filter|animate\w*|set)\b/i

const isPlainSvg = (text: string): boolean => beforeRoot.test(text) && !beyondDrawing.test(text)

const startsWith = (bytes: Buffer, signature: Buffer): boolean =>
  bytes.subarray(0, signature.length).equals(signature)
