import { byPath, encodeIndex, setOffsets } from './archive-index.ts'
import type { IndexEntry } from './archive-index.ts'
import { arrangeFiles, requireIndex } from './arrange-files.ts'
import type { SiteFile } from './arrange-files.ts'
import { readDirectory } from './central-directory.ts'
import type { DirectoryEntry } from './central-directory.ts'
import type { OpenFile } from './file-source.ts'
import { encodeBlocks } from './index-blocks.ts'
import type { ArchiveLimits } from './limits.ts'
import { dataOffset, planVerification } from './verify-plan.ts'
import type { VerifyPlan } from './verify-plan.ts'
import type { EntryRange } from './verify-range.ts'
import { DEFLATED, STORED } from './zip-format.ts'

/** Everything the directory tells, in shared memory, so that passing it between threads copies nothing. */
export interface PlannedArchive {
  plan: VerifyPlan
  ranges: EntryRange[]
  /** encoded; data offsets are filled in after verification */
  index: Uint8Array<SharedArrayBuffer>
  /** for each file of the index, its position in the plan */
  positions: Uint32Array<SharedArrayBuffer>
  unpackedBytes: number
  isStorybook: boolean
}

/** The index as it is stored. */
export interface StoredIndex {
  index: Buffer
  /** Where the blocks of a large index are, encoded. */
  blocks: Buffer | undefined
}

/** Throws ArchiveRefusal for everything that can be refused before the expensive verification. */
export async function planArchive(
  file: OpenFile,
  limits: ArchiveLimits,
  needsIndexHtml: boolean,
): Promise<PlannedArchive> {
  const directory = await readDirectory(file, limits)
  const files = arrangeFiles(directory.entries, limits).toSorted(byPath)
  if (needsIndexHtml) requireIndex(files)
  const entries = indexEntries(directory.entries, files)
  let unpackedBytes = 0
  for (const { size } of entries.values()) unpackedBytes += size
  return {
    plan: planVerification(directory),
    ranges: cutRanges(directory.entries),
    index: shared(encodeIndex({ zipBytes: directory.zipBytes, entries })),
    positions: sharedNumbers(files.map(({ position }) => position)),
    unpackedBytes,
    isStorybook: entries.has('iframe.html'),
  }
}

/** Completes the encoded index of a verified archive, in place. */
export function completeIndex({ plan, index, positions }: PlannedArchive): StoredIndex {
  const bytes = Buffer.from(index.buffer)
  setOffsets(bytes, offsetsOf(plan, positions))
  return { index: bytes, blocks: encodeBlocks(bytes) }
}

function* offsetsOf(plan: VerifyPlan, positions: Uint32Array): Generator<number> {
  for (const position of positions) yield dataOffset(plan, position)
}

function indexEntries(
  directory: readonly DirectoryEntry[],
  files: readonly SiteFile[],
): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>()
  for (const { path, position } of files) {
    const entry = directory[position]
    if (entry === undefined) continue
    const { compressedSize, size, crc32 } = entry
    const method = entry.method === STORED ? STORED : DEFLATED
    entries.set(path, { path, offset: 0, compressedSize, size, crc32, method })
  }
  return entries
}

function shared(bytes: Buffer): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

function sharedNumbers(numbers: readonly number[]): Uint32Array<SharedArrayBuffer> {
  const copy = new Uint32Array(new SharedArrayBuffer(numbers.length * 4))
  copy.set(numbers)
  return copy
}

/** Roughly how many bytes one task reads and inflates: few enough to spread work evenly over the threads. */
const RANGE_COST = 2 * 1024 * 1024

interface CostedRange extends EntryRange {
  cost: number
}

const isLarge = ({ cost }: CostedRange): boolean => cost > 2 * RANGE_COST

/** Groups neighbouring entries. Large ranges go first, so that none is left for one thread at the end. */
function cutRanges(entries: readonly DirectoryEntry[]): EntryRange[] {
  const ranges: CostedRange[] = []
  let open: CostedRange | undefined
  for (const [position, { start, end, size, method }] of entries.entries()) {
    const cost = end - start + (method === STORED ? 0 : size)
    if (open === undefined || open.cost + cost > RANGE_COST) {
      open = { first: position, last: position, cost: 0 }
      ranges.push(open)
    }
    open.last = position + 1
    open.cost += cost
  }
  const large = ranges.filter(isLarge).toSorted((a, b) => b.cost - a.cost)
  return [...large, ...ranges.filter((range) => !isLarge(range))]
}
