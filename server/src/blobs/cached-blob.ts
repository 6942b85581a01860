import { Readable } from 'node:stream'

import type { ByteSource } from '../archive/file-source.ts'
import type { OpenBlob } from './blob-store.ts'
import type { LocalCache } from './local-cache.ts'
import type { LocalCopy } from './local-copy.ts'

interface CachedBlobParts {
  cache: LocalCache
  key: string
  bytes: number
  remote: ByteSource
  copy: LocalCopy | undefined
}

const pieceBytes = 256 * 1024

/** Reads from the local copy if there is one, from the store otherwise. A bad copy costs only time. */
export function cachedBlob({ cache, key, bytes, remote, copy: found }: CachedBlobParts): OpenBlob {
  let copy = found
  let isFetching = false
  let isClosed = false

  /** The copy if it is intact; otherwise one is fetched in the background, for later reads. */
  function intactCopy(): LocalCopy | undefined {
    if (copy?.isClosed) copy = undefined
    if (copy?.isIntact()) return copy
    if (copy) dropDamaged(copy, 'it has changed')
    if (!isFetching && !isClosed) void fetchCopy()
    return undefined
  }

  async function fetchCopy() {
    isFetching = true
    const fetched = await cache.findOrFetch(key, bytes, remote)
    isFetching = false
    if (isClosed) fetched?.close()
    else copy = fetched
  }

  function dropDamaged(bad: LocalCopy, reason: unknown) {
    if (copy === bad) copy = undefined
    cache.dropDamaged(key, bad, reason)
    bad.close()
  }

  async function readCopy(start: number, length: number): Promise<Buffer | undefined> {
    const reading = intactCopy()
    try {
      const piece = await reading?.read(start, length)
      cache.counters[piece ? 'hits' : 'misses'].value += 1
      return piece
    } catch (error) {
      if (reading) dropDamaged(reading, error)
      cache.counters.misses.value += 1
      return undefined
    }
  }

  async function* pieces(start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    while (at < end) {
      const piece = await readCopy(at, Math.min(pieceBytes, end - at))
      if (!piece) {
        yield* remote.stream(at, end)
        return
      }
      at += piece.length
      yield piece
    }
  }

  return {
    bytes,
    source: {
      read: async (start, length) => (await readCopy(start, length)) ?? remote.read(start, length),
      stream: (start, end) => Readable.from(pieces(start, end), { objectMode: false }),
    },
    async close() {
      isClosed = true
      copy?.close()
      copy = undefined
    },
  }
}
