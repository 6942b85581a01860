import { Problem } from '../problems.ts'

/** At most `size` uploads at once: each takes disk and cores, and a crowd would slow all of them down. */
export function uploadSlots(size: number) {
  let taken = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= size) throw new Problem('uploads_busy', { retryAfter: 5 })
    taken += 1
    try {
      return await work()
    } finally {
      taken -= 1
    }
  }
}
