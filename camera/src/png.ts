import { crc32, deflateSync, inflateSync } from 'node:zlib'

import { maxPicturePixels } from '@plinth/contract/camera.ts'

/** Pixels, four bytes each: red, green, blue, opacity. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array
}

/** The picture is not one that Chromium writes: 8 bits for each of red, green, blue and maybe opacity, not interlaced. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export function decodePng(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(signature)) throw new UnreadablePicture('not a PNG')
  const compressed: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = body
    if (kind === 'IDAT') compressed.push(body)
    if (kind === 'IEND') break
    at += 12 + length
  }
  if (header?.length !== 13) throw new UnreadablePicture('no header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = { 2: 3, 6: 4 }[header[9] ?? 0]
  if (channels === undefined || header[8] !== 8 || header[12] !== 0)
    throw new UnreadablePicture('other format')
  if (width === 0 || height === 0 || width * height > maxPicturePixels) throw new UnreadablePicture('size')
  const expected = (width * channels + 1) * height
  const rows = inflateSync(Buffer.concat(compressed), { maxOutputLength: expected })
  if (rows.length !== expected) throw new UnreadablePicture('incomplete')
  return { width, height, data: unfilter(rows, width, height, channels) }
}

/** Undoes how each row is written as differences to its surroundings (PNG 3, section 9). */
function unfilter(rows: Buffer, width: number, height: number, channels: number): Uint8Array {
  const rowBytes = width * channels
  const bytes = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const from = y * (rowBytes + 1)
    const filter = rows[from] ?? 0
    for (let i = 0; i < rowBytes; i += 1) {
      const at = y * rowBytes + i
      const left = i >= channels ? (bytes[at - channels] ?? 0) : 0
      const above = y > 0 ? (bytes[at - rowBytes] ?? 0) : 0
      const corner = y > 0 && i >= channels ? (bytes[at - rowBytes - channels] ?? 0) : 0
      bytes[at] = (rows[from + 1 + i] ?? 0) + predict(filter, left, above, corner)
    }
  }
  if (channels === 4) return bytes
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.set(bytes.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
  return data
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const estimate = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

export function encodePng({ width, height, data }: Pixels): Buffer {
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(kind, 4, 'latin1')
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}
