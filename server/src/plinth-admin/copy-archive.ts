import { BlobMissing, BlobTaken, openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { writeHashed } from '../blobs/write-hashed.ts'

/** What the database recorded when the archive was published. */
export interface RecordedArchive {
  key: string
  bytes: number
  sha256: Buffer
  /** Its version is deleted for good, so it may have been swept already. */
  isDeleted: boolean
}

export type CopyOutcome = 'copied' | 'missing' | 'damaged'

/** Copies one archive if it matches what was recorded. It appears in the target completely or not at all. */
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
    // Another process copies it at the same time, with the same check.
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

/** Stops at the first failure, and throws it once the work already started has ended. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  concurrency = 4,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let hasFailed = false
  const runLane = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, runLane))
  const failed = lanes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

export async function sizesIn(store: BlobStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of store.list()) sizes.set(key, bytes)
  return sizes
}
