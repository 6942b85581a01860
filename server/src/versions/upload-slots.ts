import type { Metrics } from '../metrics/metrics.ts'
import { Problem } from '../problems.ts'

/** At most `size` uploads at once: each takes disk and cores, and a crowd would slow all of them down. */
export function uploadSlots(size: number, metrics: Metrics) {
  const { registry } = metrics
  let taken = 0
  registry.observe('gauge', 'plinth_uploads_in_progress', 'Uploads being taken in.', () => taken)
  registry.observe('gauge', 'plinth_upload_slots', 'How many uploads are taken in at once.', () => size)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      if (taken >= size) throw new Problem('uploads_busy', { retryAfter: 5 })
      taken += 1
      try {
        const outcome = await work()
        metrics.uploadEnded('published')
        return outcome
      } finally {
        taken -= 1
      }
    } catch (error) {
      metrics.uploadEnded(error instanceof Problem ? error.code : 'failed')
      throw error
    }
  }
}
