import { sayCount } from '../archive/refusal.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { copyArchive, fewAtATime, sizesIn } from './copy-archive.ts'
import type { CopyOutcome, RecordedArchive } from './copy-archive.ts'
import { progress, say } from './say.ts'

interface CopyOptions {
  /** Nobody else writes to the target, so what is of another size there is damaged, and replaced. */
  isTargetOurs: boolean
}

interface Uncopied {
  archive: RecordedArchive
  outcome: CopyOutcome
}

/** Copies what the target lacks, and tells how far it is. Answers what could not be copied as it was published. */
export async function copyArchives(
  from: BlobStore,
  to: BlobStore,
  archives: readonly RecordedArchive[],
  { isTargetOurs }: CopyOptions,
): Promise<Uncopied[]> {
  const there = await sizesIn(to)
  const needed = archives.filter(({ key, bytes }) => there.get(key) !== bytes)
  const known = archives.length - needed.length
  if (known > 0) say(`  ${sayCount(known)} archives are there already`)
  const told = progress('copied', needed.length)
  const uncopied: Uncopied[] = []
  await fewAtATime(needed, async (archive) => {
    if (isTargetOurs && there.has(archive.key)) await to.delete(archive.key)
    const outcome = await copyArchive(from, to, archive.key, archive)
    if (outcome !== 'copied' && !archive.isDeleted) uncopied.push({ archive, outcome })
    told.add(archive.bytes)
  })
  told.end()
  return uncopied
}
