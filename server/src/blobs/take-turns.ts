/** Lets so many work at once; the others wait in the order they came. */
export function takeTurns(seats: number) {
  const waiting: (() => void)[] = []
  let taken = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= seats) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
}
