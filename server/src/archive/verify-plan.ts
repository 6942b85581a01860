import type { Directory } from './central-directory.ts'

/**
 * What the verifying threads need of the directory, in shared memory: columns instead of objects,
 * so that handing over a piece of work copies nothing and its results are written in place.
 */
export interface VerifyPlan {
  /** five per entry: start, end, compressed size, size, and (filled in by verification) where its data begins */
  places: Float64Array<SharedArrayBuffer>
  /** seven per entry: crc32, method, flags, place and length of the name, place and length of its re-encoding */
  facts: Uint32Array<SharedArrayBuffer>
  /** the directory as it stands in the zip: names as written */
  directory: Uint8Array<SharedArrayBuffer>
  /** names re-encoded as UTF-8, one after another, for the entries that have one */
  reencoded: Uint8Array<SharedArrayBuffer>
  /** set to 1 to make every thread stop soon */
  stop: Int32Array<SharedArrayBuffer>
}

const PLACES = 5
const FACTS = 7
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
  /** what a Unicode path field beside the data must say */
  unicodeName: Buffer
}

export function planVerification({ entries, bytes }: Pick<Directory, 'entries' | 'bytes'>): VerifyPlan {
  const places = new Float64Array(new SharedArrayBuffer(entries.length * PLACES * 8))
  const facts = new Uint32Array(new SharedArrayBuffer(entries.length * FACTS * 4))
  const others: Buffer[] = []
  let otherAt = 0
  for (const [position, entry] of entries.entries()) {
    const place = position * PLACES
    places[place] = entry.start
    places[place + 1] = entry.end
    places[place + 2] = entry.compressedSize
    places[place + 3] = entry.size
    const fact = position * FACTS
    facts[fact] = entry.crc32
    facts[fact + 1] = entry.method
    facts[fact + 2] = entry.flags
    facts[fact + 3] = entry.nameAt
    facts[fact + 4] = entry.nameLength
    if (entry.reencoded === undefined) continue
    const other = Buffer.from(entry.reencoded)
    facts[fact + 5] = otherAt
    facts[fact + 6] = other.length
    others.push(other)
    otherAt += other.length
  }
  const reencoded = new Uint8Array(new SharedArrayBuffer(otherAt))
  reencoded.set(Buffer.concat(others))
  const stop = new Int32Array(new SharedArrayBuffer(4))
  return { places, facts, directory: new Uint8Array(bytes), reencoded, stop }
}

/** One entry read back from the columns. */
export function plannedEntry(plan: VerifyPlan, position: number): PlannedEntry {
  const [start = 0, end = 0, compressedSize = 0, size = 0] = plan.places.subarray(position * PLACES)
  const [crc32 = 0, method = 0, flags = 0, nameAt = 0, nameLength = 0, otherAt = 0, otherLength = 0] =
    plan.facts.subarray(position * FACTS)
  const name = Buffer.from(plan.directory.buffer, nameAt, nameLength)
  const unicodeName = otherLength === 0 ? name : Buffer.from(plan.reencoded.buffer, otherAt, otherLength)
  return { start, end, compressedSize, size, crc32, method, flags, name, unicodeName }
}

export function dataOffset(plan: VerifyPlan, position: number): number {
  return plan.places[position * PLACES + DATA_OFFSET] ?? 0
}

export function setDataOffset(plan: VerifyPlan, position: number, offset: number): void {
  plan.places[position * PLACES + DATA_OFFSET] = offset
}
