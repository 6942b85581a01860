import type { BlobStore } from '../../blobs/blob-store.ts'
import { Problem } from '../../http/problems.ts'

/** Refuses an upload that does not fit on the disk before any of it is received. */
export async function requireRoom(
  blobs: Pick<BlobStore, 'freeForDrafts'>,
  announced: number,
  reserve: number,
): Promise<void> {
  const free = await blobs.freeForDrafts()
  if (free >= announced + reserve) return
  const cause = `${free} bytes are free for uploads, ${announced} were announced and ${reserve} must stay free`
  throw new Problem('storage_full', { cause: new Error(cause) })
}
