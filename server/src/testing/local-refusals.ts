import { zipWithOddEntry } from './refusal-case.ts'
import type { RefusalCase } from './refusal-case.ts'

const odd = zipWithOddEntry

/** Zips in which an entry's local header or data descriptor disagrees with the directory. */
export const localRefusals: RefusalCase[] = [
  {
    code: 'archive_local_damaged',
    because: 'there is no local header',
    zip: odd({ local: { signature: 0x03034b50 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_damaged',
    because: 'extra fields of the local header do not fit',
    zip: odd({ local: { extra: Buffer.from([1, 0, 9, 0]) } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_name',
    because: 'an entry has two names',
    zip: odd({ local: { name: 'other.js' } }),
    naming: /`odd\.js`.*`other\.js`/,
  },
  {
    code: 'archive_local_method',
    because: 'an entry has two methods',
    zip: odd({ local: { method: 0 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_flags',
    because: 'flags differ',
    zip: odd({ local: { flags: 0x800 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_flags',
    because: 'only the directory promises a descriptor',
    zip: odd({ flags: 8, local: { flags: 0 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_sizes',
    because: 'sizes differ',
    zip: odd({ local: { size: 3 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_sizes',
    because: 'compressed sizes differ',
    zip: odd({ local: { compressedSize: 3 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_sizes',
    because: 'sizes are absent without a descriptor',
    zip: odd({ local: { size: 0, compressedSize: 0 } }),
    naming: '`odd.js`',
  },
  {
    code: 'archive_local_crc',
    because: 'checksums differ',
    zip: odd({ local: { crc32: 1 } }),
    naming: '`odd.js`',
  },
  ...(['signed', 'unsigned', 'signed64', 'unsigned64'] as const).flatMap((descriptor): RefusalCase[] => [
    {
      code: 'archive_descriptor_mismatch',
      because: `a ${descriptor} descriptor has another checksum`,
      zip: odd({ descriptor, descriptorSays: { crc32: 1 } }),
      naming: '`odd.js`',
    },
    {
      code: 'archive_descriptor_mismatch',
      because: `a ${descriptor} descriptor has another size`,
      zip: odd({ descriptor, descriptorSays: { size: 1 } }),
      naming: '`odd.js`',
    },
    {
      code: 'archive_descriptor_mismatch',
      because: `a ${descriptor} descriptor has another compressed size`,
      zip: odd({ descriptor, descriptorSays: { compressedSize: 1 } }),
      naming: '`odd.js`',
    },
  ]),
  {
    code: 'archive_descriptor_mismatch',
    because: 'a promised descriptor is missing',
    zip: odd({ flags: 8, local: { crc32: 0, size: 0, compressedSize: 0 } }),
    naming: '`odd.js`',
  },
  { code: 'archive_encrypted', because: 'an entry is encrypted', zip: odd({ flags: 1 }), naming: '`odd.js`' },
]
