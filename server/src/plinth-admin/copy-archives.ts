import type { BlobStore } from '../blobs/blob-store.ts'
import { copyArchive, forEachConcurrently, sizesIn } from './copy-archive.ts'
import type { CopyOutcome, RecordedArchive } from './copy-archive.ts'
import { countOf, print, showProgress } from './output.ts'

interface CopyOptions {
  /** Nothing else writes to the target, so an archive of another size there is damaged, and is replaced. */
  isTargetExclusive: boolean
}

interface Uncopied {
  archive: RecordedArchive
  outcome: CopyOutcome
}

/** Copies what the target lacks, and prints its progress. Returns the archives that are missing or damaged. */
export async function copyArchives(
  from: BlobStore,
  to: BlobStore,
  archives: readonly RecordedArchive[],
  { isTargetExclusive }: CopyOptions,
): Promise<Uncopied[]> {
  const there = await sizesIn(to)
  const needed = archives.filter(({ key, bytes }) => there.get(key) !== bytes)
  const known = archives.length - needed.length
  if (known > 0) print(`  ${countOf(known, 'archive')} already there`)
  const progress = showProgress('copied', needed.length)
  const uncopied: Uncopied[] = []
  await forEachConcurrently(needed, async (archive) => {
    if (isTargetExclusive && there.has(archive.key)) await to.delete(archive.key)
    const outcome = await copyArchive(from, to, archive.key, archive)
    if (outcome !== 'copied' && !archive.isDeleted) uncopied.push({ archive, outcome })
    progress.add(archive.bytes)
  })
  progress.end()
  return uncopied
}
