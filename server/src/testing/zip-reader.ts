import { inflateRawSync } from 'node:zlib'

/** The files of an ordinary zip, by path. For zips that tests themselves bring along: nothing is verified. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\u{5}\u{6}')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const method = zip.readUInt16LE(at + 10)
    const size = zip.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as Lengths
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(data, data + size)
    const path = zip.toString('utf8', at + 46, at + 46 + name)
    if (!path.endsWith('/')) files.set(path, method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + name + extra + comment
  }
  return files
}

type Lengths = [name: number, extra: number, comment: number]
