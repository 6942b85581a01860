import type { BlobStore } from '../blobs/blob-store.ts'
import { Problem } from '../problems.ts'
import type { UploadRequest } from './receive-upload.ts'

/** Refuses what is known not to fit before its bytes are taken. */
export async function requireRoom(
  blobs: Pick<BlobStore, 'freeForDrafts'>,
  { headers }: Pick<UploadRequest, 'headers'>,
  reserve: number,
): Promise<void> {
  const announced = Number(headers['content-length'] ?? 0)
  const free = await blobs.freeForDrafts()
  if (free >= announced + reserve) return
  const cause = `${free} bytes are free for uploads, ${announced} were announced and ${reserve} are kept free`
  throw new Problem('storage_full', { cause: new Error(cause) })
}
