import { deflateRawSync } from 'node:zlib'

import { indexPage, zipWithOddEntry } from './refusal-case.ts'
import type { RefusalCase } from './refusal-case.ts'
import { extraField, writeZip, zip64Field } from './zip-writer.ts'

const index = indexPage
const odd = zipWithOddEntry
const valid = writeZip([index])
const packed = deflateRawSync('let odd = true')
const noise = Buffer.from('stray')

/** Zips whose parts do not fit together. */
export const structureRefusals: RefusalCase[] = [
  { code: 'archive_not_a_zip', because: 'it is something else', zip: Buffer.from('%PDF-1.7 and so on') },
  { code: 'archive_not_a_zip', because: 'it is empty', zip: Buffer.alloc(0) },
  { code: 'archive_truncated', because: 'it is cut off', zip: valid.subarray(0, -30) },
  {
    code: 'archive_truncated',
    because: 'its comment is cut off',
    zip: writeZip([index], { comment: 'long comment' }).subarray(0, -3),
  },
  {
    code: 'archive_several_ends',
    because: 'its comment is another zip',
    zip: writeZip([index], { comment: valid }),
  },
  {
    code: 'archive_several_ends',
    because: 'an entry holds an end record that reaches to the end of the file',
    zip: (() => {
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      const entry = { ...index, method: 0, content: end }
      const zip = writeZip([entry])
      end.writeUInt16LE(zip.length - 30 - 10 - 22, 20)
      return writeZip([{ ...entry, content: end }])
    })(),
  },
  {
    code: 'archive_bytes_before',
    because: 'a program precedes it, offsets unchanged',
    zip: Buffer.concat([noise, valid]),
  },
  {
    code: 'archive_bytes_before',
    because: 'a program precedes it, offsets adjusted',
    zip: writeZip([index], { prefix: noise }),
  },
  { code: 'archive_bytes_after', because: 'bytes follow it', zip: writeZip([index], { suffix: noise }) },
  {
    code: 'archive_bytes_between',
    because: 'there are bytes between entries',
    zip: odd({ before: noise }),
    naming: '`index.html`',
  },
  {
    code: 'archive_bytes_between',
    because: 'there are bytes before the directory',
    zip: writeZip([index], { beforeDirectory: noise }),
    naming: '`index.html`',
  },
  {
    code: 'archive_bytes_between',
    because: 'there are bytes after the directory',
    zip: writeZip([index], { beforeEnd: noise }),
  },
  {
    code: 'archive_bytes_between',
    because: 'an entry is not listed',
    zip: odd({ listed: false }),
    naming: '`index.html`',
  },
  {
    code: 'archive_overlap',
    because: 'two entries have the same offset',
    zip: odd({ present: false, offset: 0 }),
    naming: '`index.html`',
  },
  {
    code: 'archive_overlap',
    because: 'data would reach into the directory',
    zip: odd({ compressedSize: 5000, size: 5000 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_overlap',
    because: 'a local extra field pushes data over the next entry',
    zip: writeZip([
      {
        ...index,
        method: 0,
        content: 'x',
        local: { extra: extraField(9, noise) },
        size: 6,
        compressedSize: 6,
      },
      { name: 'odd.js' },
    ]),
    naming: '`index.html`',
  },
  {
    code: 'archive_count_mismatch',
    because: 'it lists more than it states',
    zip: odd({}, { end: { count: 1, countHere: 1 } }),
    naming: '1',
  },
  {
    code: 'archive_count_mismatch',
    because: 'it lists fewer than it states',
    zip: odd({}, { end: { count: 3, countHere: 3 } }),
  },
  {
    code: 'archive_count_mismatch',
    because: 'it states fewer, in zip64',
    zip: odd({}, { zip64: true, zip64End: { count: 1, countHere: 1 } }),
  },
  {
    code: 'archive_offset_mismatch',
    because: 'the directory is elsewhere',
    zip: odd({}, { end: { directoryStart: 7 } }),
  },
  {
    code: 'archive_offset_mismatch',
    because: 'the directory would reach past the end',
    zip: odd({}, { end: { directoryLength: 5000 } }),
  },
  {
    code: 'archive_offset_mismatch',
    because: 'the zip64 record points elsewhere',
    zip: odd({}, { zip64: true, zip64End: { directoryStart: 7 } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'zip64 records are referenced but missing',
    zip: odd({}, { end: { directoryStart: 0xffffffff } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'both end records state a count, and differ',
    zip: odd({}, { zip64: true, end: { count: 7 } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'its locator points elsewhere',
    zip: odd({}, { zip64: true, zip64End: { at: 3 } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'its zip64 record claims another length',
    zip: odd({}, { zip64: true, zip64End: { length: 90 } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'an offset is larger than a file can be',
    zip: odd({}, { zip64: true, zip64End: { directoryStart: 2 ** 60 } }),
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'a size is not in the zip64 field',
    zip: odd({ size: 0xffffffff }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_zip64_mismatch',
    because: 'a zip64 field contradicts the size',
    zip: odd({ extra: zip64Field(9, packed.length) }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_several_disks',
    because: 'it is one part of a split zip',
    zip: odd({}, { end: { disk: 1, directoryDisk: 1 } }),
  },
  { code: 'archive_several_disks', because: 'an entry is on another disk', zip: odd({ disk: 2 }) },
  {
    code: 'archive_several_disks',
    because: 'the zip64 locator counts two disks',
    zip: odd({}, { zip64: true, zip64End: { disks: 2 } }),
  },
  {
    code: 'archive_directory_damaged',
    because: 'the directory starts with something else',
    zip: writeZip([index], { directorySignature: 0x01014b50 }),
  },
  {
    code: 'archive_directory_damaged',
    because: 'extra fields do not fit',
    zip: odd({ extra: Buffer.from([1, 0, 9, 0]), local: { extra: Buffer.alloc(0) } }),
    naming: '`odd.js`',
  },
]
