import { releaseMemory } from '../../shared/release-memory.ts'

/** Smaller pieces are left to the garbage collector: a client that sends single bytes would fill the queue with them. */
const smallestReleased = 4 * 1024

/** The pieces of an upload on their way to its file, oldest first. */
export function unwrittenPieces() {
  const queue: { piece: Buffer; end: number }[] = []
  return {
    /** `end` is the position in the file at which the piece ends. */
    add(piece: Buffer, end: number) {
      if (piece.length >= smallestReleased) queue.push({ piece, end })
    },
    /** Releases what the file has written. */
    releaseUpTo(bytesWritten: number) {
      for (let first = queue[0]; first && first.end <= bytesWritten; first = queue[0]) {
        releaseMemory(first.piece, first.piece.length)
        queue.shift()
      }
    },
    count: () => queue.length,
  }
}
