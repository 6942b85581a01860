import { BlobMissing } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { forgetPicture } from './store.ts'
import type { FoundPicture } from './store.ts'

/** Its bytes. A picture whose bytes are lost is forgotten, and taken again. */
export async function readPicture(
  { db, blobs }: { db: Database; blobs: Archives },
  picture: FoundPicture,
): Promise<Buffer | undefined> {
  if (!blobs.pictures) return undefined
  try {
    const blob = await blobs.pictures.open(picture.key)
    try {
      return await blob.source.read(0, picture.bytes)
    } finally {
      await blob.close()
    }
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error
    await forgetPicture(db, picture.id)
    return undefined
  }
}
