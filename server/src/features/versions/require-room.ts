import type { BlobStore } from '../../blobs/blob-store.ts'
import { Problem } from '../../http/problems.ts'

/** Refuses what is known not to fit before its bytes are taken. */
export async function requireRoom(
  blobs: Pick<BlobStore, 'freeForDrafts'>,
  announced: number,
  reserve: number,
): Promise<void> {
  const free = await blobs.freeForDrafts()
  if (free >= announced + reserve) return
  const cause = `${free} bytes are free for uploads, ${announced} were announced and ${reserve} are kept free`
  throw new Problem('storage_full', { cause: new Error(cause) })
}
