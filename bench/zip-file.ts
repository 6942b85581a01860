import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface PackedFile {
  name: string
  method: 0 | 8
  data: Buffer
  size: number
  crc32: number
}

const regularFile = 0o100644 * 2 ** 16

/** Writes a zip file by file, so that memory does not depend on its size. */
export async function writeZipFile(path: string, files: Iterable<PackedFile>): Promise<void> {
  await pipeline(Readable.from(zipParts(files), { objectMode: false }), createWriteStream(path))
}

function* zipParts(files: Iterable<PackedFile>): Generator<Buffer> {
  const listings: Buffer[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const facts = factsOf(file, name.length)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name])
    listings.push(Buffer.concat([Buffer.from('PK\x01\x02\x1e\x03'), facts, listingTail(at), name]))
    yield local
    yield file.data
    at += local.length + file.data.length
  }
  const directory = Buffer.concat(listings)
  yield directory
  yield endRecord(listings.length, directory.length, at)
}

/** The fields that the local header and the directory share. */
function factsOf({ method, data, size, crc32 }: PackedFile, nameLength: number): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE(0x21, 8)
  facts.writeUInt32LE(crc32, 10)
  facts.writeUInt32LE(data.length, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(nameLength, 22)
  return facts
}

function listingTail(at: number): Buffer {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(regularFile, 6)
  tail.writeUInt32LE(at, 10)
  return tail
}

function endRecord(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(start, 16)
  return end
}
