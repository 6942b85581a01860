import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import type { ByteSource } from '../archive/file-source.ts'

export type GetRange = (start: number, end: number, signal: AbortSignal) => Promise<Readable>

/** How often a connection may fail in a row without having delivered a byte. */
const maxTries = 3

/**
 * Ranges of a remote object. A broken connection is resumed where it broke; if that fails, reading throws and never
 * ends early. `explain` translates errors for the reader. After `idleTimeoutMs` without a byte a connection counts as broken.
 */
export function remoteSource(
  get: GetRange,
  explain: (error: unknown) => unknown,
  idleTimeoutMs: number,
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
      const connection = open(get, at, end, idleTimeoutMs)
      try {
        // Not retried: the store's client has already done so.
        await connection.opened.catch((error: unknown) => Promise.reject(explain(error)))
        for (;;) {
          const isLastTry = failures + 1 >= maxTries
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
  opened: Promise<unknown>
  next(): Promise<Buffer>
  close(): void
}

function open(get: GetRange, start: number, end: number, idleTimeoutMs: number): Connection {
  const abort = new AbortController()
  let body: Readable | undefined
  let left = end - start
  let hasExcess = false
  const opened = withIdleTimeout(
    get(start, end, abort.signal).then((readable) => {
      // The reader sees the error; later ones must not crash the process.
      body = readable.on('error', () => {})
      return body
    }),
  )
  let iterator: AsyncIterator<Uint8Array> | undefined

  /** The timeout runs only while waiting for the store, not while the reader is slow. */
  async function withIdleTimeout<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      const reason = new Error('the store stopped sending')
      abort.abort(reason)
      body?.destroy(reason)
    }, idleTimeoutMs)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    opened,
    async next() {
      if (!body) throw new Error('the connection is not open')
      iterator ??= body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
      const { value, done } = await withIdleTimeout(iterator.next())
      if (done) throw new Error(`the store ended ${left} bytes early`)
      // Some stores send more than requested.
      const piece = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, left))
      hasExcess ||= value.length > left
      left -= piece.length
      return piece
    },
    close() {
      if (left === 0 && !hasExcess && iterator) {
        // Reading to the end allows the connection to be reused.
        iterator.next().catch(() => {})
      } else {
        body?.destroy()
        abort.abort()
      }
    },
  }
}
