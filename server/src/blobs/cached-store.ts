import { Readable } from 'node:stream'

import type { BlobStore, OpenBlob } from './blob-store.ts'
import { cachedBlob } from './cached-blob.ts'
import type { LocalCache } from './local-cache.ts'

/** A store elsewhere, or two of them, with copies on this machine. */
export function cachedStore(store: BlobStore, cache: LocalCache): BlobStore {
  return {
    ...store,

    async commit(draft, key, signal) {
      // Now, while there is a draft; nobody asks for the copy before the archive is recorded.
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
      // With a copy at hand the store is not asked, so that what is here is seen while the store is away.
      const remote = copy ? openedLater(copy.bytes, () => store.open(key)) : await store.open(key)
      // What lies on this machine needs no copy.
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

/** A blob that is opened when something is read from it. */
function openedLater(bytes: number, open: () => Promise<OpenBlob>): OpenBlob {
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
