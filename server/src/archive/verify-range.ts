import { readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

import { crcMismatch, inflateLarge, inflateSmall, MAX_SMALL_ENTRY } from './inflate-check.ts'
import { checkDescriptor, checkLocalHeader, localHeaderLength, nameOf } from './local-header.ts'
import { ArchiveRefusal } from './refusal.ts'
import { plannedEntry, setDataOffset } from './verify-plan.ts'
import type { PlannedEntry, VerifyPlan } from './verify-plan.ts'
import { STORED } from './zip-format.ts'

/** A sliding window over the file. Most entries are far smaller, so one read serves many of them. */
class FileWindow {
  readonly #fd: number
  readonly #buffer: Buffer
  readonly #limit: number
  #start = 0
  #length = 0

  constructor(fd: number, buffer: Buffer, limit: number) {
    this.#fd = fd
    this.#buffer = buffer
    this.#limit = limit
  }

  get size(): number {
    return this.#buffer.length
  }

  /** These bytes, valid until the next call; at most `size` of them. */
  view(start: number, end: number): Buffer {
    if (start < this.#start || end > this.#start + this.#length) this.#fill(start, end)
    return this.#buffer.subarray(start - this.#start, end - this.#start)
  }

  #fill(start: number, end: number): void {
    const wanted = Math.min(this.#buffer.length, this.#limit - start)
    this.#start = start
    this.#length = 0
    while (this.#length < wanted) {
      const read = readSync(this.#fd, this.#buffer, this.#length, wanted - this.#length, start + this.#length)
      if (read === 0) break
      this.#length += read
    }
    if (start + this.#length < end) throw new Error('the archive became shorter while it was being verified')
  }
}

export interface EntryRange {
  first: number
  /** exclusive */
  last: number
}

/** Verifies neighbouring entries and records where the data of each begins. */
export async function verifyRange(
  fd: number,
  plan: VerifyPlan,
  { first, last }: EntryRange,
  buffer: Buffer,
): Promise<void> {
  if (first === last) return
  const window = new FileWindow(fd, buffer, plannedEntry(plan, last - 1).end)
  for (let position = first; position < last; position++) {
    if (Atomics.load(plan.stop, 0) !== 0) return
    const entry = plannedEntry(plan, position)
    setDataOffset(plan, position, await verifyEntry(window, entry, plan.stop))
  }
}

async function verifyEntry(window: FileWindow, entry: PlannedEntry, stop: Int32Array): Promise<number> {
  // Requesting the whole entry keeps a small one from being read in two halves.
  const reach = Math.min(entry.end, entry.start + window.size)
  const head = window.view(entry.start, reach)
  const headerLength = localHeaderLength(head)
  if (headerLength === undefined || headerLength > head.length) {
    throw new ArchiveRefusal(
      'archive_local_damaged',
      `The entry ${nameOf(entry)} does not begin where the directory says. Zip it again.`,
    )
  }
  const { dataStart, dataEnd, descriptorLength } = checkLocalHeader(head.subarray(0, headerLength), entry)
  if (entry.method === STORED) verifyStored(window, entry, dataStart, dataEnd, stop)
  else if (reach === entry.end && entry.size <= MAX_SMALL_ENTRY) {
    inflateSmall(window.view(dataStart, dataEnd), entry)
  } else await inflateLarge(pieces(window, dataStart, dataEnd), entry, stop)
  if (descriptorLength > 0) checkDescriptor(window.view(dataEnd, entry.end), entry)
  return dataStart
}

function verifyStored(
  window: FileWindow,
  entry: PlannedEntry,
  start: number,
  end: number,
  stop: Int32Array,
): void {
  let crc = 0
  for (const piece of pieces(window, start, end)) {
    if (Atomics.load(stop, 0) !== 0) return
    crc = crc32(piece, crc)
  }
  if (crc !== entry.crc32) throw crcMismatch(entry)
}

function* pieces(window: FileWindow, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; at += window.size) yield window.view(at, Math.min(end, at + window.size))
}
