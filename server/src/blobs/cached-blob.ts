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

/** Read from the copy while there is one, from the store otherwise. Whatever is wrong with a copy costs only time. */
export function cachedBlob({ cache, key, bytes, remote, copy: found }: CachedBlobParts): OpenBlob {
  let copy = found
  let isObtaining = false
  let isClosed = false

  /** The copy if it is good; otherwise one is asked for, to be there for those who come later. */
  function goodCopy(): LocalCopy | undefined {
    if (copy?.isGivenUp) copy = undefined
    if (copy?.isIntact()) return copy
    if (copy) distrust(copy, 'it was changed')
    if (!isObtaining && !isClosed) void obtain()
    return undefined
  }

  async function obtain() {
    isObtaining = true
    const obtained = await cache.obtain(key, bytes, remote)
    isObtaining = false
    if (isClosed) obtained?.giveUp()
    else copy = obtained
  }

  function distrust(bad: LocalCopy, reason: unknown) {
    if (copy === bad) copy = undefined
    cache.distrust(key, bad, reason)
    bad.giveUp()
  }

  async function readCopy(start: number, length: number): Promise<Buffer | undefined> {
    const reading = goodCopy()
    try {
      const piece = await reading?.read(start, length)
      cache.tallies[piece ? 'hits' : 'misses'].value += 1
      return piece
    } catch (error) {
      if (reading) distrust(reading, error)
      cache.tallies.misses.value += 1
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
      copy?.giveUp()
      copy = undefined
    },
  }
}
