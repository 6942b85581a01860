import { Readable } from 'node:stream'

import type { ByteSource } from '../archive/file-source.ts'
import { BlobMissing, openIfExists } from './blob-store.ts'
import type { BlobStore, OpenBlob } from './blob-store.ts'

/** For a move: new archives go to `next`; those not there yet are read from `earlier`. */
export function twoStores(next: BlobStore, earlier: BlobStore): BlobStore {
  async function open(key: string): Promise<OpenBlob> {
    const found = await openIfExists(next, key)
    if (found) return found
    const old = await openIfExists(earlier, key)
    // It may have been moved between the two lookups.
    return old ? followMove(old, () => next.open(key)) : next.open(key)
  }

  return {
    async probe(signal) {
      await next.probe(signal)
      await earlier.probe(signal)
    },
    draft: () => next.draft(),
    commit: (draft, key, signal) => next.commit(draft, key, signal),
    discard: (draft) => next.discard(draft),
    freeForDrafts: () => next.freeForDrafts(),
    open,
    async delete(key) {
      try {
        await earlier.delete(key)
      } finally {
        // Even if deleting there fails: that store may be read-only.
        await next.delete(key)
      }
    },
    async *list() {
      yield* next.list()
      yield* earlier.list()
    },
    tidy: (before) => next.tidy(before),
    async abortUnfinished(before) {
      return (await next.abortUnfinished(before)) + (await earlier.abortUnfinished(before))
    },
    owner: () => next.owner(),
    claim: (owner) => next.claim(owner),
    releaseClaim: () => next.releaseClaim(),
    async close() {
      await next.close()
      await earlier.close()
    },
  }
}

/** A blob that may be deleted once it has been moved; reading then continues in the new store. */
function followMove(old: OpenBlob, openNext: () => Promise<OpenBlob>): OpenBlob {
  let moved: Promise<OpenBlob> | undefined
  const sourceAfter = async (error: unknown, source: ByteSource): Promise<ByteSource> => {
    if (!(error instanceof BlobMissing) || source !== old.source) throw error
    const opening = (moved ??= openNext())
    try {
      return (await opening).source
    } catch (failure) {
      // The next read tries again, unless another one does already.
      if (moved === opening) moved = undefined
      throw failure
    }
  }

  async function* pieces(start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    let source = moved ? (await moved).source : old.source
    while (at < end) {
      const stream = source.stream(at, end)
      const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      try {
        for (;;) {
          const next = await iterator.next().catch(async (error: unknown) => {
            source = await sourceAfter(error, source)
          })
          if (!next) break
          if (next.done) return
          at += next.value.length
          yield next.value
        }
      } finally {
        stream.destroy()
      }
    }
  }

  return {
    bytes: old.bytes,
    ...(old.path ? { path: old.path } : {}),
    source: {
      async read(start, length) {
        if (moved) return (await moved).source.read(start, length)
        return old.source
          .read(start, length)
          .catch(async (error: unknown) => (await sourceAfter(error, old.source)).read(start, length))
      },
      stream: (start, end) => Readable.from(pieces(start, end), { objectMode: false }),
    },
    async close() {
      await old.close()
      await moved?.then(
        (blob) => blob.close(),
        () => {},
      )
    },
  }
}
