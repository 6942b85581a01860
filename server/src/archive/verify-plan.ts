import type { Directory } from './central-directory.ts'

/**
 * What the verifying threads need from the directory, in shared memory. Columns instead of objects: handing out work
 * copies nothing, and results are written in place.
 */
export interface VerifyPlan {
  /** five per entry: start, end, compressed size, size, and (filled in by verification) where its data begins */
  extents: Float64Array<SharedArrayBuffer>
  /** seven per entry: crc32, method, flags, offset and length of the name, offset and length of its re-encoding */
  attributes: Uint32Array<SharedArrayBuffer>
  /** the raw directory: names as written */
  directory: Uint8Array<SharedArrayBuffer>
  /** names re-encoded as UTF-8, one after another, for the entries that have one */
  reencoded: Uint8Array<SharedArrayBuffer>
  /** set to 1 to make every thread stop */
  stop: Int32Array<SharedArrayBuffer>
}

const EXTENTS = 5
const ATTRIBUTES = 7
const DATA_OFFSET = 4

export interface PlannedEntry {
  start: number
  end: number
  compressedSize: number
  size: number
  crc32: number
  method: number
  flags: number
  /** as written in the directory */
  name: Buffer
  /** what a Unicode path field in the local header must contain */
  unicodeName: Buffer
}

export function planVerification({ entries, bytes }: Pick<Directory, 'entries' | 'bytes'>): VerifyPlan {
  const extents = new Float64Array(new SharedArrayBuffer(entries.length * EXTENTS * 8))
  const attributes = new Uint32Array(new SharedArrayBuffer(entries.length * ATTRIBUTES * 4))
  const reencodedNames: Buffer[] = []
  let reencodedAt = 0
  for (const [position, entry] of entries.entries()) {
    const extent = position * EXTENTS
    extents[extent] = entry.start
    extents[extent + 1] = entry.end
    extents[extent + 2] = entry.compressedSize
    extents[extent + 3] = entry.size
    const attribute = position * ATTRIBUTES
    attributes[attribute] = entry.crc32
    attributes[attribute + 1] = entry.method
    attributes[attribute + 2] = entry.flags
    attributes[attribute + 3] = entry.nameAt
    attributes[attribute + 4] = entry.nameLength
    if (entry.reencoded === undefined) continue
    const name = Buffer.from(entry.reencoded)
    attributes[attribute + 5] = reencodedAt
    attributes[attribute + 6] = name.length
    reencodedNames.push(name)
    reencodedAt += name.length
  }
  const reencoded = new Uint8Array(new SharedArrayBuffer(reencodedAt))
  reencoded.set(Buffer.concat(reencodedNames))
  const stop = new Int32Array(new SharedArrayBuffer(4))
  return { extents, attributes, directory: new Uint8Array(bytes), reencoded, stop }
}

/** Reads one entry back from the columns. */
export function plannedEntry(plan: VerifyPlan, position: number): PlannedEntry {
  const [start = 0, end = 0, compressedSize = 0, size = 0] = plan.extents.subarray(position * EXTENTS)
  const [crc32 = 0, method = 0, flags = 0, nameAt = 0, nameLength = 0, reencodedAt = 0, reencodedLength = 0] =
    plan.attributes.subarray(position * ATTRIBUTES)
  const name = Buffer.from(plan.directory.buffer, nameAt, nameLength)
  const unicodeName =
    reencodedLength === 0 ? name : Buffer.from(plan.reencoded.buffer, reencodedAt, reencodedLength)
  return { start, end, compressedSize, size, crc32, method, flags, name, unicodeName }
}

export function dataOffset(plan: VerifyPlan, position: number): number {
  return plan.extents[position * EXTENTS + DATA_OFFSET] ?? 0
}

export function setDataOffset(plan: VerifyPlan, position: number, offset: number): void {
  plan.extents[position * EXTENTS + DATA_OFFSET] = offset
}
