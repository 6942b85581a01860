import { findEntry, servedPath } from '../archive/archive-index.ts'
import type { ArchiveIndex, IndexEntry } from '../archive/archive-index.ts'
import { blockOf, decodeBlock } from '../archive/index-blocks.ts'
import type { IndexBlock, IndexBlocks } from '../archive/index-blocks.ts'
import { Pending, whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'

/** Where the files of an archive are. */
export interface ArchiveFiles {
  /** As `findEntry`. The entry of a path is always the same object. */
  find(path: string): MaybePromise<IndexEntry | undefined>
  /** About how many bytes of memory it takes. */
  readonly bytes: number
}

/** Of an entry in memory, besides its encoded form, which is nearly all path. */
const bytesPerEntry = 200

export const filesOfIndex = (index: ArchiveIndex, encodedBytes: number): ArchiveFiles => ({
  find: (path) => findEntry(index, path),
  bytes: encodedBytes + index.entries.size * bytesPerEntry,
})

/** For a large index: reads its blocks when they are needed, and keeps them. */
export function filesOfBlocks(
  index: IndexBlocks,
  /** Undefined once the version is gone. */
  read: (block: IndexBlock) => Promise<Buffer | undefined>,
  onResized: () => void,
): ArchiveFiles {
  const decoded = new Map<IndexBlock, Pending<ReadonlyMap<string, IndexEntry>>>()
  let bytes = index.blocks.reduce((sum, { firstPath }) => sum + firstPath.length + bytesPerEntry, 0)

  function entriesOf(block: IndexBlock): MaybePromise<ReadonlyMap<string, IndexEntry>> {
    const known = decoded.get(block)
    if (known) return known.value
    const reading = read(block).then((encoded) => {
      if (!encoded) return new Map<string, IndexEntry>()
      const entries = decodeBlock(index, block, encoded)
      bytes += encoded.length + entries.size * bytesPerEntry
      onResized()
      return entries
    })
    decoded.set(block, new Pending(reading))
    reading.catch(() => decoded.delete(block))
    return reading
  }

  return {
    find(path) {
      const name = servedPath(path)
      const block = blockOf(index, name)
      return block && whenReady(entriesOf(block), (entries) => entries.get(name))
    },
    get bytes() {
      return bytes
    },
  }
}
