import { crc32, deflateRawSync } from 'node:zlib'

/** An entry. Everything that is not given is what an ordinary zip tool writes. */
export interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  method?: number
  /** its data, instead of the content stored or deflated */
  data?: Buffer
  flags?: number
  crc32?: number
  size?: number
  compressedSize?: number
  /** appended after the data, with the flag for it */
  descriptor?: 'signed' | 'unsigned' | 'signed64' | 'unsigned64'
  /** what the descriptor says, if it differs */
  descriptorSays?: { crc32?: number; size?: number; compressedSize?: number }
  extra?: Buffer
  externalAttributes?: number
  madeBy?: number
  comment?: string
  disk?: number
  /** stray bytes before its local header */
  before?: Buffer
  /** where the directory says its local header is */
  offset?: number
  /** what its local header says, if it differs from the directory */
  local?: {
    signature?: number
    name?: string | Buffer
    method?: number
    flags?: number
    crc32?: number
    size?: number
    compressedSize?: number
    extra?: Buffer
  }
  /** false leaves it out of the directory */
  listed?: boolean
  /** false leaves out its local header and data, but not its directory entry */
  present?: boolean
}

export interface ZipOptions {
  prefix?: Buffer
  /** between the last entry and the directory */
  beforeDirectory?: Buffer
  /** between the directory and the end record */
  beforeEnd?: Buffer
  suffix?: Buffer
  comment?: string | Buffer
  zip64?: boolean
  directorySignature?: number
  end?: Partial<EndRecord>
  zip64End?: Partial<EndRecord> & { length?: number; signature?: number; disks?: number; at?: number }
  /** the order in the directory, by default as given */
  order?: number[]
}

interface EndRecord {
  disk: number
  directoryDisk: number
  countHere: number
  count: number
  directoryLength: number
  directoryStart: number
  commentLength: number
}

const u16 = (value: number) => numberBytes(value, 2)
const u32 = (value: number) => numberBytes(value, 4)
const u64 = (value: number) => Buffer.concat([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])

function numberBytes(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntLE(value, 0, length)
  return bytes
}

export const extraField = (id: number, data: Buffer): Buffer =>
  Buffer.concat([u16(id), u16(data.length), data])

export const zip64Field = (...numbers: number[]): Buffer => extraField(1, Buffer.concat(numbers.map(u64)))

/** A Unicode path field made for `headerName`. */
export const unicodePathField = (headerName: string | Buffer, unicode: string): Buffer =>
  extraField(0x7075, Buffer.concat([Buffer.from([1]), u32(crc32(headerName)), Buffer.from(unicode)]))

const DESCRIPTOR_FLAG = 8
const UTF8_FLAG = 0x800
const REGULAR_FILE = 0o100644 * 2 ** 16

/** A zip of these entries, valid unless the options say otherwise. */
export function writeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [options.prefix ?? Buffer.alloc(0)]
  let at = options.prefix?.length ?? 0
  const directory: Buffer[] = []
  for (const entry of entries) {
    const before = entry.before ?? Buffer.alloc(0)
    const { local, listing } = writeEntry(entry, at + before.length)
    const present = entry.present === false ? Buffer.alloc(0) : Buffer.concat([before, local])
    parts.push(present)
    at += present.length
    if (entry.listed !== false) directory.push(listing)
  }
  const ordered = options.order?.map((position) => directory[position] ?? Buffer.alloc(0)) ?? directory
  const gap = options.beforeDirectory ?? Buffer.alloc(0)
  const listing = Buffer.concat(ordered)
  if (options.directorySignature !== undefined) listing.writeUInt32LE(options.directorySignature, 0)
  parts.push(gap, listing, options.beforeEnd ?? Buffer.alloc(0))
  const start = at + gap.length
  const endAt = start + listing.length + (options.beforeEnd?.length ?? 0)
  parts.push(
    writeEnd(ordered.length, start, listing.length, endAt, options),
    options.suffix ?? Buffer.alloc(0),
  )
  return Buffer.concat(parts)
}

function writeEntry(entry: ZipEntry, at: number): { local: Buffer; listing: Buffer } {
  const content = Buffer.from(entry.content ?? '')
  const method = entry.method ?? 8
  const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content)
  const name = Buffer.from(entry.name)
  const ascii = name.every((byte) => byte < 0x80)
  const flags =
    (entry.flags ?? (ascii || Buffer.isBuffer(entry.name) ? 0 : UTF8_FLAG)) |
    (entry.descriptor ? DESCRIPTOR_FLAG : 0)
  const facts = {
    crc32: entry.crc32 ?? crc32(content),
    compressedSize: entry.compressedSize ?? data.length,
    size: entry.size ?? content.length,
  }
  const unknown = entry.descriptor ? { crc32: 0, compressedSize: 0, size: 0 } : facts
  const said = { name, method, flags, extra: entry.extra ?? Buffer.alloc(0), ...unknown, ...entry.local }
  const localName = Buffer.from(said.name)
  const local = Buffer.concat([
    u32(entry.local?.signature ?? 0x04034b50),
    ...[20, said.flags, said.method, 0, 0x21].map(u16),
    ...[said.crc32, said.compressedSize, said.size].map(u32),
    ...[localName.length, said.extra.length].map(u16),
    localName,
    said.extra,
    data,
    entry.descriptor
      ? writeDescriptor(entry.descriptor, { ...facts, ...entry.descriptorSays })
      : Buffer.alloc(0),
  ])
  const extra = entry.extra ?? Buffer.alloc(0)
  const comment = Buffer.from(entry.comment ?? '')
  const listing = Buffer.concat([
    u32(0x02014b50),
    ...[entry.madeBy ?? 0x031e, 20, flags, method, 0, 0x21].map(u16),
    ...[facts.crc32, facts.compressedSize, facts.size].map(u32),
    ...[name.length, extra.length, comment.length, entry.disk ?? 0, 0].map(u16),
    u32(entry.externalAttributes ?? REGULAR_FILE),
    u32(entry.offset ?? at),
    name,
    extra,
    comment,
  ])
  return { local, listing }
}

function writeDescriptor(
  form: NonNullable<ZipEntry['descriptor']>,
  facts: { crc32: number; compressedSize: number; size: number },
): Buffer {
  const number = form.endsWith('64') ? u64 : u32
  const signature = form.startsWith('signed') ? [u32(0x08074b50)] : []
  return Buffer.concat([...signature, u32(facts.crc32), number(facts.compressedSize), number(facts.size)])
}

function writeEnd(count: number, start: number, length: number, at: number, options: ZipOptions): Buffer {
  const comment = Buffer.from(options.comment ?? '')
  const truth = {
    disk: 0,
    directoryDisk: 0,
    countHere: count,
    count,
    directoryLength: length,
    directoryStart: start,
  }
  const short = options.zip64
    ? { ...truth, countHere: 0xffff, count: 0xffff, directoryLength: 0xffffffff, directoryStart: 0xffffffff }
    : truth
  const end = { ...short, commentLength: comment.length, ...options.end }
  return Buffer.concat([
    options.zip64 ? writeZip64End({ ...truth, commentLength: 0 }, at, options.zip64End) : Buffer.alloc(0),
    u32(0x06054b50),
    ...[end.disk, end.directoryDisk, end.countHere, end.count].map(u16),
    ...[end.directoryLength, end.directoryStart].map(u32),
    u16(end.commentLength),
    comment,
  ])
}

function writeZip64End(truth: EndRecord, at: number, odd: ZipOptions['zip64End'] = {}): Buffer {
  const end = { ...truth, ...odd }
  return Buffer.concat([
    u32(odd.signature ?? 0x06064b50),
    u64(odd.length ?? 44),
    ...[45, 45].map(u16),
    ...[end.disk, end.directoryDisk].map(u32),
    ...[end.countHere, end.count, end.directoryLength, end.directoryStart].map(u64),
    u32(0x07064b50),
    u32(0),
    u64(odd.at ?? at),
    u32(odd.disks ?? 1),
  ])
}
