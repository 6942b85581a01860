/** Lets so many run at once; the rest wait their turn. */
export interface Gate {
  enter(): Promise<void>
  leave(): void
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function gate(places: number): Gate {
  let free = places
  const waiting: (() => void)[] = []
  const enter = async (): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    // The place is handed over by the one who leaves, so nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return {
    enter,
    leave,
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/**
 * Inflating for clients without gzip: each holds zlib's window and buffers for as long as its client reads,
 * so their number is what bounds the memory. The thread pool bounds the processors they can take.
 */
export const inflations = gate(64)
