import { Readable } from 'node:stream'

import type { ByteSource } from '../archive/file-source.ts'
import { BlobMissing, openIfThere } from './blob-store.ts'
import type { BlobStore, OpenBlob } from './blob-store.ts'

/** While archives move: new ones go to `next`, what is not there yet is read from `earlier`. */
export function twoStores(next: BlobStore, earlier: BlobStore): BlobStore {
  async function open(key: string): Promise<OpenBlob> {
    const found = await openIfThere(next, key)
    if (found) return found
    const old = await openIfThere(earlier, key)
    // It may have gone from there to here between the two questions.
    return old ? followed(old, () => next.open(key)) : next.open(key)
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
        // Whatever holds it back there: that one may be readable only.
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
    disclaim: () => next.disclaim(),
    async close() {
      await next.close()
      await earlier.close()
    },
  }
}

/** A blob that may be removed from under us once it has arrived elsewhere: then it is read there. */
function followed(old: OpenBlob, openNext: () => Promise<OpenBlob>): OpenBlob {
  let moved: Promise<OpenBlob> | undefined
  const follow = async (error: unknown, source: ByteSource): Promise<ByteSource> => {
    if (!(error instanceof BlobMissing) || source !== old.source) throw error
    moved ??= openNext()
    return (await moved).source
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
            source = await follow(error, source)
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
          .catch(async (error: unknown) => (await follow(error, old.source)).read(start, length))
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
