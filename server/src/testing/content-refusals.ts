import { deflateRawSync } from 'node:zlib'

import { indexPage, zipWithNames, zipWithOddEntry } from './refusal-case.ts'
import type { RefusalCase } from './refusal-case.ts'
import { writeZip } from './zip-writer.ts'

const odd = zipWithOddEntry
const named = zipWithNames
const mode = (kind: number) => ({ externalAttributes: kind * 2 ** 16 })
const valid = writeZip([indexPage])
const packed = deflateRawSync('let odd = true')
const noise = Buffer.from('stray')

/** Zips with an entry that misstates its content, is of an unsupported kind, or is too large. */
export const contentRefusals: RefusalCase[] = [
  {
    code: 'archive_encrypted',
    because: 'an entry is strongly encrypted',
    zip: odd({ flags: 0x41 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_encrypted',
    because: 'an entry is encrypted the WinZip way',
    zip: odd({ method: 99 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_symlink',
    because: 'an entry is a symbolic link',
    zip: odd(mode(0o120777)),
    naming: '`odd.js`',
  },
  {
    code: 'archive_special_file',
    because: 'an entry is a device',
    zip: odd(mode(0o020666)),
    naming: '`odd.js`',
  },
  {
    code: 'archive_special_file',
    because: 'an entry is a socket',
    zip: odd(mode(0o140666)),
    naming: '`odd.js`',
  },
  {
    code: 'archive_method',
    because: 'an entry is compressed with deflate64',
    zip: odd({ method: 9 }),
    naming: /`odd\.js`.*method 9/,
  },
  {
    code: 'archive_method',
    because: 'an entry is compressed with zstd',
    zip: odd({ method: 93 }),
    naming: /`odd\.js`.*method 93/,
  },
  {
    code: 'archive_stored_sizes',
    because: 'a stored entry has two sizes',
    zip: odd({ method: 0, size: 3 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_folder_with_content',
    because: 'a folder has content',
    zip: odd({ name: 'odd/' }),
    naming: '`odd/`',
  },
  {
    code: 'archive_data_damaged',
    because: 'the data is not deflate',
    zip: odd({ data: Buffer.alloc(packed.length, 0xff) }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_data_damaged',
    because: 'the data is cut off',
    zip: odd({ data: packed.subarray(0, -2) }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_data_damaged',
    because: 'bytes follow the end of the data',
    zip: odd({ data: Buffer.concat([packed, noise]) }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_data_damaged',
    because: 'all content is there but the last block is missing',
    zip: odd({ content: '', data: Buffer.from([0, 0, 0, 0xff, 0xff]) }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_data_damaged',
    because: 'large data is cut off',
    zip: odd({
      content: Buffer.alloc(3e6, 'abc'),
      data: deflateRawSync(Buffer.alloc(3e6, 'abc')).subarray(0, -1),
    }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_data_damaged',
    because: 'bytes follow the end of large data',
    zip: odd({
      content: Buffer.alloc(3e6, 'abc'),
      data: Buffer.concat([deflateRawSync(Buffer.alloc(3e6, 'abc')), Buffer.alloc(2e6)]),
    }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_length_mismatch',
    because: 'it unpacks to more than it states',
    zip: odd({ size: 3 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_length_mismatch',
    because: 'it unpacks to less than it states',
    zip: odd({ size: 30 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_length_mismatch',
    because: 'it is a bomb that states a small size',
    zip: odd({ content: Buffer.alloc(1e8), size: 1e6 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_crc_mismatch',
    because: 'the checksum of a deflated entry is wrong',
    zip: odd({ crc32: 1 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_crc_mismatch',
    because: 'the checksum of a stored entry is wrong',
    zip: odd({ method: 0, crc32: 1 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_crc_mismatch',
    because: 'the checksum of a large entry is wrong',
    zip: odd({ content: Buffer.alloc(3e6, 'abc'), crc32: 1 }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_ratio',
    because: 'it claims a higher ratio than deflate can reach',
    zip: odd({ size: 1e6 }),
    naming: /`odd\.js`.*1,032/,
  },
  {
    code: 'archive_ratio',
    because: 'it exceeds a stricter ratio',
    zip: odd({ content: Buffer.alloc(1e5) }),
    limits: { ratio: 100 },
    naming: /`odd\.js`.*100/,
  },
  {
    code: 'archive_too_large',
    because: 'the zip is over the limit',
    zip: valid,
    limits: { zipBytes: 50 },
    naming: '50 bytes',
  },
  {
    code: 'archive_too_many_files',
    because: 'it holds more files than the limit',
    zip: named('a', 'b'),
    limits: { files: 2 },
    naming: /3 files.*2/,
  },
  {
    code: 'archive_too_many_files',
    because: 'it holds far more entries than the limit',
    zip: named('a/', 'b/', 'c/'),
    limits: { files: 1 },
    naming: /4 entries.*1/,
  },
  {
    code: 'archive_directory_too_large',
    because: 'the directory is over the limit',
    zip: valid,
    limits: { directoryBytes: 50 },
    naming: '50 bytes',
  },
  {
    code: 'archive_file_too_large',
    because: 'a file is over the limit',
    zip: odd({}),
    limits: { fileBytes: 10 },
    naming: /10 bytes/,
  },
  {
    code: 'archive_unpacked_too_large',
    because: 'all files together are over the limit',
    zip: odd({}),
    limits: { unpackedBytes: 20 },
    naming: '20 bytes',
  },
]
