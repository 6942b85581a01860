import type { ArchiveIndex, IndexEntry } from '../archive-index.ts'
import { contentTypeOf } from '../content-types.ts'
import { DEFLATED } from '../zip-format.ts'

/** Smaller files gain a few bytes at most. */
const minContentBytes = 1024
/** Larger ones would take the thread too long, and too much memory. */
const maxContentBytes = 16 * 1024 * 1024

const isText = (type: string) => /^text\/|javascript|json|xml|wasm|graphql|yaml/.test(type)

/** Source maps are as large as the scripts, and only developer tools request them. */
const isSourceMap = (path: string) => /\.map$/i.test(path)

/** The files worth compressing again, the largest first: they gain most, should there not be time or room for all. */
export function selectEntries({ entries }: ArchiveIndex): IndexEntry[] {
  return [...entries.values()]
    .filter(
      ({ path, method, size, compressedSize }) =>
        method === DEFLATED &&
        size >= minContentBytes &&
        size <= maxContentBytes &&
        compressedSize <= maxContentBytes &&
        !isSourceMap(path) &&
        isText(contentTypeOf(path)),
    )
    .toSorted((a, b) => b.compressedSize - a.compressedSize)
}
