import { MessageChannel } from 'node:worker_threads'

import type { ByteSource } from '../archive/file-source.ts'
import { readingThread } from './contents-pool.ts'
import type { ContentsOutcome, WhatToRead } from './contents-tasks.ts'
import { serveSource } from './source-port.ts'

/** Throws the source's error if that failed, and the signal's reason once it is aborted. */
export async function readInThread(
  accountId: number,
  { index, source }: { index: Uint8Array; source: ByteSource },
  what: WhatToRead,
  signal: AbortSignal,
): Promise<ContentsOutcome> {
  const { port1: own, port2: port } = new MessageChannel()
  const failures: unknown[] = []
  try {
    serveSource(own, source, (error) => failures.push(error))
    const outcome = await readingThread.run(accountId, { ...what, index, port }, signal)
    signal.throwIfAborted()
    if (failures.length > 0) throw failures[0]
    return outcome
  } finally {
    own.close()
  }
}
