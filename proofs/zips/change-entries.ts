import { deflateRawSync } from 'node:zlib'

import { extraField, unicodePathField, zip64Field } from '../../server/src/testing/zip-writer.ts'
import type { ZipOptions } from '../../server/src/testing/zip-writer.ts'
import type { Random } from '../random.ts'
import { contentOf, repaired } from './entries.ts'
import type { RawEntry } from './entries.ts'

/** An archive taken apart: changed like this, sizes, checksums and offsets still fit when it is written again. */
export interface Parts {
  entries: RawEntry[]
  options: ZipOptions
}

/** A way to change it in place. There is at least one entry. */
export type EntryChange = (parts: Parts, random: Random, other: readonly RawEntry[]) => void

const renamed: ((name: string, random: Random) => string | Buffer)[] = [
  (name) => name.toUpperCase(),
  (name) => name.normalize('NFD'),
  (name) => `${name}\u0301`,
  (name) => `ﬀ${name}`,
  (name) => name.replaceAll('/', '\\'),
  (name) => `./${name}`,
  (name) => `a//${name}`,
  (name) => `a/./${name}`,
  (name) => `../${name}`,
  (name) => `a/../${name}`,
  (name) => `/${name}`,
  (name) => `c:${name}`,
  (name) => `${name}/`,
  (name) => `${name}\\`,
  (name) => `${name}.`,
  (name) => `${name} `,
  (name) => `${name}\0.png`,
  (name) => `\u{feff}${name}`,
  (name) => `__MACOSX/${name}`,
  (name) => `build/${name}`,
  (name) => `${name}?a=%2e#b`,
  (name, random) => `${name}${'x'.repeat(random.pick([200, 1000, 2000]))}`,
  (name) => `${name}/inside`,
  () => '',
  () => '.',
  () => 'index.html',
  (name) => Buffer.concat([Buffer.from([0x81, 0x94]), Buffer.from(name)]),
  (_, random) => random.bytes(random.whole(1, 8)),
]

const asBuffer = (name: string | Buffer) => Buffer.from(name)

function rename(entry: RawEntry, random: Random): Buffer {
  return asBuffer(random.pick(renamed)(entry.name.toString('utf8'), random))
}

const records = ['PK\u{1}\u{2}', 'PK\u{3}\u{4}', 'PK\u{5}\u{6}', 'PK\u{6}\u{7}', 'PK\u{7}\b']

function extraOf(entry: RawEntry, random: Random): Buffer {
  const { size = 0, data, name } = entry
  return random.pick([
    () => zip64Field(size, data.length),
    () => zip64Field(size + 1, data.length),
    () => zip64Field(size),
    () => unicodePathField(name, name.toString('utf8')),
    () => unicodePathField(name, 'another.html'),
    () => unicodePathField('another', name.toString('utf8')),
    () => Buffer.concat([unicodePathField(name, name.toString()), unicodePathField(name, name.toString())]),
    () => extraField(0x5455, Buffer.from([1, 0, 0, 0, 0])),
    () => extraField(random.whole(0, 0xffff), random.bytes(random.whole(0, 12))),
    () => Buffer.alloc(random.whole(1, 5)),
    () => random.bytes(random.whole(1, 12)),
  ])()
}

const withExtra = (entry: RawEntry, random: Random) => {
  entry.extra = extraOf(entry, random)
  if (random.chance(0.3)) entry.local = { ...entry.local, extra: extraOf(entry, random) }
  if (random.chance(0.2)) Object.assign(entry, { size: 0xffffffff, compressedSize: 0xffffffff })
}

const changeOne =
  (change: (entry: RawEntry, random: Random, all: RawEntry[]) => void): EntryChange =>
  ({ entries }, random) =>
    change(random.pick(entries), random, entries)

export const entryChanges: Record<string, EntryChange> = {
  'a name': changeOne((entry, random) => void (entry.name = rename(entry, random))),
  'the same name': changeOne((entry, random, all) => void (entry.name = random.pick(all).name)),
  'a name like another': changeOne(
    (entry, random, all) => void (entry.name = rename(random.pick(all), random)),
  ),
  'the UTF-8 flag': changeOne((entry) => void (entry.flags = (entry.flags ?? 0) ^ 0x800)),
  'a local name': changeOne(
    (entry, random) => void (entry.local = { ...entry.local, name: rename(entry, random) }),
  ),
  'new content': changeOne((entry, random) => {
    const content = random.chance(0.2)
      ? Buffer.alloc(0)
      : Buffer.alloc(random.whole(0, 80_000), random.bytes(random.whole(1, 300)))
    const method = random.pick([0, 8])
    const level = random.whole(0, 9)
    Object.assign(
      entry,
      repaired({ ...entry, method, data: method === 0 ? content : deflateRawSync(content, { level }) }),
    )
  }),
  'compressed otherwise': changeOne((entry, random) => {
    const content = contentOf(entry)
    if (content === undefined) return
    const method = entry.method === 0 || random.chance(0.5) ? 8 : 0
    const data =
      method === 0
        ? content
        : deflateRawSync(content, { level: random.whole(0, 9), strategy: random.whole(0, 4) })
    Object.assign(entry, repaired({ ...entry, method, data }))
  }),
  'the other method': changeOne((entry) =>
    Object.assign(entry, repaired({ ...entry, method: entry.method === 0 ? 8 : 0 })),
  ),
  'data, checksum made to fit': changeOne((entry, random) => {
    const data = Buffer.from(entry.data)
    if (data.length > 0) data[random.whole(0, data.length - 1)] = random.whole(0, 255)
    Object.assign(entry, repaired({ ...entry, data }))
  }),
  'data cut or continued': changeOne((entry, random) => {
    const cut = entry.data.subarray(0, random.whole(0, entry.data.length))
    const data = random.chance(0.5) ? cut : Buffer.concat([entry.data, random.bytes(random.whole(1, 20))])
    Object.assign(entry, random.chance(0.5) ? repaired({ ...entry, data }) : { data })
  }),
  'a descriptor': changeOne((entry, random) => {
    entry.descriptor = random.pick(['signed', 'unsigned', 'signed64', 'unsigned64'])
    if (random.chance(0.2))
      entry.descriptorSays = { [random.pick(['crc32', 'size', 'compressedSize'])]: random.whole(0, 99) }
    if (random.chance(0.2))
      entry.local = {
        ...entry.local,
        crc32: entry.crc32 ?? 0,
        size: entry.size ?? 0,
        compressedSize: entry.data.length,
      }
  }),
  'extra fields': changeOne(withExtra),
  flags: changeOne((entry, random) => {
    const flags = (entry.flags ?? 0) ^ (1 << random.whole(0, 15))
    if (random.chance(0.5)) entry.flags = flags
    else entry.local = { ...entry.local, flags }
  }),
  attributes: changeOne((entry, random) => void (entry.externalAttributes = random.whole(0, 0xffffffff))),
  'what the local header says': changeOne((entry, random) => {
    const field = random.pick(['crc32', 'size', 'compressedSize', 'method'] as const)
    entry.local = { ...entry.local, [field]: random.pick([0, 1, 8, 0xffff, entry[field] ?? 0]) }
  }),
  'a comment': changeOne(
    (entry, random) => void (entry.comment = random.pick(records).repeat(random.whole(1, 6))),
  ),
  'a comment of the archive': ({ options }, random) => {
    options.comment = random.chance(0.5)
      ? random.bytes(random.whole(0, 60))
      : random.pick(records) + '\0'.repeat(random.whole(0, 40))
  },
  unlisted: changeOne((entry) => void (entry.listed = false)),
  absent: changeOne((entry) => void (entry.present = false)),
  'an offset': changeOne((entry, random) => void (entry.offset = random.whole(0, 400))),
  'bytes between': changeOne((entry, random) => void (entry.before = random.bytes(random.whole(1, 30)))),
  'bytes around the directory': ({ options }, random) => {
    options[random.pick(['prefix', 'suffix', 'beforeDirectory', 'beforeEnd'] as const)] = random.bytes(
      random.whole(1, 30),
    )
  },
  zip64: ({ options }, random) => {
    options.zip64 = true
    const field = random.pick([
      'count',
      'countHere',
      'directoryLength',
      'directoryStart',
      'length',
      'at',
      'disks',
    ] as const)
    if (random.chance(0.4)) options.zip64End = { [field]: random.whole(0, 300) }
  },
  'the end record': ({ options }, random) => {
    const field = random.pick([
      'disk',
      'count',
      'countHere',
      'directoryLength',
      'directoryStart',
      'commentLength',
    ] as const)
    options.end = { [field]: random.pick([0, 1, 2, 0xffff, random.whole(0, 2000)]) }
  },
  'another order': ({ entries, options }, random) => {
    const listed = entries.filter(({ listed }) => listed !== false)
    options.order = listed.map((_, at) => at).toSorted(() => random.fraction() - 0.5)
    if (random.chance(0.1)) options.order.push(0)
  },
  'entries moved': ({ entries }, random) => {
    const [entry] = entries.splice(random.whole(0, entries.length - 1), 1)
    if (entry) entries.splice(random.whole(0, entries.length), 0, entry)
  },
  'an entry dropped': ({ entries }, random) => {
    if (entries.length > 1) entries.splice(random.whole(0, entries.length - 1), 1)
  },
  'an entry doubled': ({ entries }, random) => {
    const entry = { ...random.pick(entries) }
    if (random.chance(0.7)) entry.name = rename(entry, random)
    entries.push(entry)
  },
  'entries of another': ({ entries }, _, other) => void entries.push(...other.map((entry) => ({ ...entry }))),
}
