import type { MessagePort } from 'node:worker_threads'

import { streamOf } from '../archive/file-source.ts'
import type { ByteSource } from '../archive/file-source.ts'
import { releaseMemory } from '../shared/release-memory.ts'

interface Request {
  start: number
  length: number
}

type Answer = { bytes: Uint8Array } | { failure: string }

/** Lets a thread read from a source that belongs to this one, whether that is a file or an object store. */
export function serveSource(
  port: MessagePort,
  source: ByteSource,
  onFailure: (error: unknown) => void,
): void {
  port.on('message', ({ start, length }: Request) => {
    void answer(start, length)
  })

  async function answer(start: number, length: number): Promise<void> {
    try {
      const bytes = await source.read(start, length)
      port.postMessage({ bytes } satisfies Answer)
      releaseMemory(bytes, length)
    } catch (error) {
      onFailure(error)
      port.postMessage({ failure: String(error) } satisfies Answer)
    }
  }
}

/** The other end: answers arrive in the order of the requests, because there is one at a time. */
export function sourceBehind(port: MessagePort): ByteSource {
  let last: Promise<unknown> = Promise.resolve()
  const ask = (request: Request) =>
    new Promise<Buffer>((resolve, reject) => {
      port.once('message', (answer: Answer) => {
        if ('failure' in answer) reject(new Error(answer.failure))
        else resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength))
      })
      port.postMessage(request)
    })
  const read: ByteSource['read'] = (start, length) => {
    const answer = last.then(() => ask({ start, length }))
    last = answer.catch(() => {})
    return answer
  }
  return { read, stream: (start, end) => streamOf(read, start, end) }
}
