import { crc32, inflateRawSync } from 'node:zlib'

import type { ZipEntry } from '../../server/src/testing/zip-writer.ts'
import { readField, recordsOf } from './layout.ts'

/** An entry as it lies in an archive, to be written again; its data stays as it was compressed. */
export interface RawEntry extends ZipEntry {
  name: Buffer
  data: Buffer
  method: number
}

const flagDescriptor = 8

/** Some hostile archives list one entry hundreds of times. */
const maxEntries = 20

/** What is larger only takes longer to verify, which is no hang. */
const maxUnpacked = 128 * 1024

/** Takes an archive apart as its directory says. What does not fit into it, or is too large, is left out. */
export function entriesOf(zip: Buffer, most = maxEntries): RawEntry[] {
  const listings = recordsOf(zip).filter(({ kind }) => kind === 'listing')
  return listings.slice(0, most).flatMap((record) => {
    const number = (name: string) => {
      const field = record.fields.find((each) => each.name === `listing.${name}`)
      return field ? readField(zip, field) : 0
    }
    const start = number('offset')
    if (start + 30 > zip.length || number('size') > maxUnpacked) return []
    const dataAt = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const nameAt = record.at + 46
    return [
      repaired({
        name: zip.subarray(nameAt, nameAt + number('nameLength')),
        data: zip.subarray(dataAt, dataAt + number('compressedSize')),
        method: number('method'),
        flags: number('flags') & ~flagDescriptor,
        crc32: number('crc32'),
        size: number('size'),
        externalAttributes: number('externalAttributes'),
      }),
    ]
  })
}

/** With the size and checksum that belong to its data; unchanged if the data cannot be read. */
export function repaired<Entry extends RawEntry>(entry: Entry): Entry {
  const content = contentOf(entry)
  if (content === undefined) return entry
  const { compressedSize: _, ...rest } = entry
  return { ...(rest as Entry), crc32: crc32(content), size: content.length }
}

export function contentOf({ data, method }: RawEntry): Buffer | undefined {
  if (method === 0) return data
  if (method !== 8) return undefined
  try {
    return inflateRawSync(data, { maxOutputLength: maxUnpacked })
  } catch {
    return undefined
  }
}
