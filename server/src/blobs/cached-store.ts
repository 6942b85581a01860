import { Readable } from 'node:stream'

import type { BlobStore, OpenBlob } from './blob-store.ts'
import { cachedBlob } from './cached-blob.ts'
import type { LocalCache } from './local-cache.ts'

/** A remote store, or two of them, with local copies. */
export function cachedStore(store: BlobStore, cache: LocalCache): BlobStore {
  return {
    ...store,

    async commit(draft, key, signal) {
      // While the draft still exists; nothing reads the copy before the archive is recorded.
      await cache.adopt(draft, key)
      try {
        await store.commit(draft, key, signal)
      } catch (error) {
        await cache.drop(key)
        throw error
      }
    },

    async open(key) {
      const copy = await cache.find(key)
      // With a copy, the store is not contacted, so that cached archives stay readable while it is unavailable.
      const remote = copy ? lazyBlob(copy.bytes, () => store.open(key)) : await store.open(key)
      // A file on this machine needs no copy.
      if (remote.path) return remote
      const blob = cachedBlob({ cache, key, bytes: remote.bytes, remote: remote.source, copy })
      return {
        ...blob,
        async close() {
          await blob.close()
          await remote.close()
        },
      }
    },

    async delete(key) {
      await store.delete(key)
      await cache.drop(key)
    },

    async tidy(before) {
      await cache.dropUnrecorded()
      return store.tidy(before)
    },

    async close() {
      cache.close()
      await store.close()
    },
  }
}

/** A blob that is opened on first read. */
function lazyBlob(bytes: number, open: () => Promise<OpenBlob>): OpenBlob {
  let opened: Promise<OpenBlob> | undefined
  async function source() {
    opened ??= open()
    try {
      return (await opened).source
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  async function* pieces(start: number, end: number): AsyncGenerator<Buffer> {
    yield* (await source()).stream(start, end)
  }

  return {
    bytes,
    source: {
      read: async (start, length) => (await source()).read(start, length),
      stream: (start, end) => Readable.from(pieces(start, end), { objectMode: false }),
    },
    close: async () => (await opened?.catch(() => {}))?.close(),
  }
}
