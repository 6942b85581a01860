import { Readable } from 'node:stream'

import { streamOf } from '../archive/file-source.ts'
import type { ByteSource } from '../archive/file-source.ts'
import type { Metrics, StoreOperation } from '../operations/metrics/metrics.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import type { BlobStore, ListedBlob, OpenBlob } from './blob-store.ts'

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** A store that says how long its operations take and which of them fail. */
export function measuredStore(
  store: BlobStore,
  { storeTook, storeFailed }: Pick<Metrics, 'storeTook' | 'storeFailed'>,
): BlobStore {
  /** That a key is missing or taken is an answer, not a failure. */
  function countFailure(operation: StoreOperation, error: unknown): void {
    if (!(error instanceof BlobMissing || error instanceof BlobTaken)) storeFailed(operation)
  }

  async function timed<T>(
    operation: StoreOperation,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const startedAt = performance.now()
    try {
      return await work()
    } catch (error) {
      // What a client has given up is no failure of the store.
      if (!signal?.aborted) countFailure(operation, error)
      throw error
    } finally {
      storeTook(operation, secondsSince(startedAt))
    }
  }

  /** Timed until the first bytes: how fast the rest comes is up to whoever reads it. */
  async function* pieces(
    stream: AsyncIterable<Buffer>,
    hasReaderLeft: () => boolean,
  ): AsyncGenerator<Buffer> {
    const startedAt = performance.now()
    let hasBegun = false
    try {
      for await (const piece of stream) {
        if (!hasBegun) storeTook('read', secondsSince(startedAt))
        hasBegun = true
        yield piece
      }
    } catch (error) {
      // What a reader has left behind may be closed under it.
      if (!hasReaderLeft()) countFailure('read', error)
      throw error
    }
  }

  /** Only waiting for the store counts, not what is done with an item before the next one is asked for. */
  async function* list(): AsyncGenerator<ListedBlob> {
    let waited = 0
    let startedAt = performance.now()
    try {
      for await (const blob of store.list()) {
        waited += secondsSince(startedAt)
        yield blob
        startedAt = performance.now()
      }
      waited += secondsSince(startedAt)
    } catch (error) {
      countFailure('list', error)
      throw error
    } finally {
      storeTook('list', waited)
    }
  }

  function measuredSource({ source, path }: OpenBlob): ByteSource {
    const read: ByteSource['read'] = (start, length) => timed('read', () => source.read(start, length))
    // A file is streamed by reading it, which needs no second stream around the first.
    if (path !== undefined) return { read, stream: (start, end) => streamOf(read, start, end) }
    return {
      read,
      stream(start, end) {
        const stream: Readable = Readable.from(
          pieces(source.stream(start, end), () => stream.destroyed),
          { objectMode: false },
        )
        return stream
      },
    }
  }

  return {
    ...store,
    commit: (draft, key, signal) => timed('write', () => store.commit(draft, key, signal), signal),
    async open(key) {
      const blob = await timed('open', () => store.open(key))
      return { ...blob, source: measuredSource(blob) }
    },
    delete: (key) => timed('delete', () => store.delete(key)),
    list,
  }
}
