import { Readable } from 'node:stream'

import { streamOf } from '../archive/file-source.ts'
import type { ByteSource } from '../archive/file-source.ts'
import type { Metrics, StoreOperation } from '../operations/metrics/metrics.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import type { BlobStore, ListedBlob, OpenBlob } from './blob-store.ts'

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** Measures how long the operations of a store take and which of them fail. */
export function measuredStore(
  store: BlobStore,
  { storeTook, storeFailed }: Pick<Metrics, 'storeTook' | 'storeFailed'>,
): BlobStore {
  /** A missing or existing key is a valid answer, not a failure. */
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
      // A request cancelled by the client is no failure of the store.
      if (!signal?.aborted) countFailure(operation, error)
      throw error
    } finally {
      storeTook(operation, secondsSince(startedAt))
    }
  }

  /** Timed until the first bytes: the reader determines how fast the rest comes. */
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
      // A stream its reader has destroyed may fail.
      if (!hasReaderLeft()) countFailure('read', error)
      throw error
    }
  }

  /** Only the time spent waiting for the store counts, not what the caller does between items. */
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
    // A file is streamed by reading it, so that no second stream has to wrap the first.
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
