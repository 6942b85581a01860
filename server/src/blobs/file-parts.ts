import type { FileHandle } from 'node:fs/promises'

import { readExactly } from '../archive/file-source.ts'

export interface LocalFile {
  handle: FileHandle
  bytes: number
}

const partBytes = 8 * 1024 * 1024
const maxParts = 10_000
/** Parts sent at once; each is held in memory. */
const lanes = 2

/**
 * Sends a file in parts, a few at a time, each from a buffer so that it can be retried. Returns the results of `send` in
 * the order of the parts. Throws when a part fails, after the others have settled.
 */
export async function sendParts<Sent>(
  { handle, bytes }: LocalFile,
  send: (part: Buffer, number: number) => Promise<Sent>,
): Promise<Sent[]> {
  const size = Math.max(partBytes, Math.ceil(bytes / maxParts))
  const starts = Array.from({ length: Math.ceil(bytes / size) }, (_, i) => i * size)
  const waiting = starts.entries()
  const sent: Sent[] = []
  let hasFailed = false
  const lane = async () => {
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, bytes))
    for (const [i, start] of waiting) {
      if (hasFailed) return
      try {
        const part = await readExactly(handle, buffer.subarray(0, Math.min(size, bytes - start)), start)
        sent[i] = await send(part, i + 1)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(lanes, starts.length) }, lane))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return sent
}

export const fitsOnePart = ({ bytes }: LocalFile) => bytes <= partBytes
