import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import type { ByteSource } from '../archive/file-source.ts'

export type GetRange = (start: number, end: number, signal: AbortSignal) => Promise<Readable>

/** How often a broken connection is replaced without having brought a byte. */
const tries = 3

/**
 * Ranges of a remote object. What breaks on the way goes on where it broke; what cannot go on is an error, never short.
 * `explain` makes of a failure what whoever reads is told. After `silenceMs` without a byte a connection is taken for dead.
 */
export function remoteSource(
  get: GetRange,
  explain: (error: unknown) => unknown,
  silenceMs: number,
): ByteSource {
  return {
    async read(start, length) {
      const buffer = Buffer.allocUnsafe(length)
      let filled = 0
      for await (const piece of pieces(start, start + length)) {
        piece.copy(buffer, filled)
        filled += piece.length
      }
      return buffer
    },
    stream: (start, end) => Readable.from(pieces(start, end), { objectMode: false }),
  }

  async function* pieces(start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    let failures = 0
    while (at < end) {
      const connection = open(get, at, end, silenceMs)
      try {
        // Failing to begin is final: the store's client has tried often enough by then.
        await connection.begun.catch((error: unknown) => Promise.reject(explain(error)))
        for (;;) {
          const isLastTry = failures + 1 >= tries
          const piece = await connection.next().catch((error: unknown) => {
            if (isLastTry) throw explain(error)
          })
          if (!piece) break
          failures = 0
          at += piece.length
          yield piece
          if (at >= end) return
        }
      } finally {
        connection.close()
      }
      failures += 1
      await pause(100 * failures)
    }
  }
}

interface Connection {
  begun: Promise<unknown>
  next(): Promise<Buffer>
  close(): void
}

function open(get: GetRange, start: number, end: number, silenceMs: number): Connection {
  const giveUp = new AbortController()
  let body: Readable | undefined
  let left = end - start
  let isCut = false
  const begun = patiently(
    get(start, end, giveUp.signal).then((readable) => {
      // Whoever reads sees the error; after that nobody does.
      body = readable.on('error', () => {})
      return body
    }),
  )
  let iterator: AsyncIterator<Uint8Array> | undefined

  /** The clock runs only while the store is waited for, not while the reader is slow. */
  async function patiently<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      const reason = new Error('the store has gone silent')
      giveUp.abort(reason)
      body?.destroy(reason)
    }, silenceMs)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    begun,
    async next() {
      if (!body) throw new Error('nothing was opened')
      iterator ??= body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
      const { value, done } = await patiently(iterator.next())
      if (done) throw new Error(`the store ended ${left} bytes early`)
      // Some stores send more than they were asked for.
      const piece = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, left))
      isCut ||= value.length > left
      left -= piece.length
      return piece
    },
    close() {
      if (left === 0 && !isCut && iterator) {
        // Read to its end, the connection can be used again.
        iterator.next().catch(() => {})
      } else {
        body?.destroy()
        giveUp.abort()
      }
    },
  }
}
