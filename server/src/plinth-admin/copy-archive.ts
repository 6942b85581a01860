import { BlobMissing, BlobTaken, openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { writeHashed } from '../blobs/write-hashed.ts'

/** What was recorded of an archive when it was published. */
export interface RecordedArchive {
  key: string
  bytes: number
  sha256: Buffer
  /** Its version is deleted and only waits to be swept: its bytes may be gone already. */
  isDeleted: boolean
}

export type CopyOutcome = 'copied' | 'missing' | 'damaged'

/** Copies one archive, if what is read is what was recorded. It appears in the target whole or not at all. */
export async function copyArchive(
  from: BlobStore,
  to: BlobStore,
  key: string,
  recorded: Pick<RecordedArchive, 'bytes' | 'sha256'> | undefined,
): Promise<CopyOutcome> {
  const blob = await openIfExists(from, key)
  if (!blob) return 'missing'
  const draft = await to.draft()
  try {
    const sha256 = await writeHashed(blob.source.stream(0, blob.bytes), draft)
    if (recorded && (recorded.bytes !== blob.bytes || !recorded.sha256.equals(sha256))) return 'damaged'
    await to.commit(draft, key)
    return 'copied'
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing'
    // Somebody copies the same at the same time: what they wrote went through the same comparison.
    if (error instanceof BlobTaken) return (await sizeIn(to, key)) === blob.bytes ? 'copied' : 'damaged'
    throw error
  } finally {
    await to.discard(draft)
    await blob.close()
  }
}

async function sizeIn(store: BlobStore, key: string): Promise<number | undefined> {
  const blob = await openIfExists(store, key)
  await blob?.close()
  return blob?.bytes
}

/** Works on a few at a time; the first failure ends it, once nothing is under way any more. */
export async function fewAtATime<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atATime = 4,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let hasFailed = false
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: atATime }, lane))
  const failed = lanes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

export async function sizesIn(store: BlobStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of store.list()) sizes.set(key, bytes)
  return sizes
}
