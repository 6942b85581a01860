import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import { openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'

/** Two addresses can lead to one store: then what is written through one is visible through the other. */
export async function isSameStore(read: BlobStore, written: BlobStore): Promise<boolean> {
  const key = `probe-${randomUUID()}`
  const draft = await written.draft()
  try {
    await writeFile(draft, 'plinth')
    await written.commit(draft, key)
    const seen = await openIfExists(read, key)
    await seen?.close()
    return seen !== undefined
  } finally {
    await written.discard(draft)
    await written.delete(key)
  }
}
