import type { Registry, Tally } from './registry.ts'
import { openRegistry } from './registry.ts'

/** How often something was at hand, and how often it had to be fetched. */
export interface CacheTallies {
  hits: Tally
  misses: Tally
}

/** What the portal counts about itself. Counting costs next to nothing, so it is always on; only telling is a setting. */
export interface Metrics {
  registry: Registry
  requestTook(labels: { method: string; route: string; status: string }, seconds: number): void
  /** A cache of this name. Whoever keeps one counts here. */
  cache(name: string): CacheTallies
  /** How an upload ended: `published`, or the code of the problem it met. */
  uploadEnded(outcome: string): void
  uploadedBytes: Tally
  /** One round of a duty: `done`, `failed`, or `left` to another instance or a later round. */
  dutyEnded(duty: string, outcome: 'done' | 'failed' | 'left'): void
  /** A file of a version was answered with this status. */
  fileAnswered(status: number, bytes: number): void
}

export function openMetrics(): Metrics {
  const registry = openRegistry()
  const hits = registry.counters('plinth_cache_hits_total', 'What was at hand, by cache.')
  const misses = registry.counters('plinth_cache_misses_total', 'What had to be fetched, by cache.')
  const uploads = registry.counters('plinth_uploads_total', 'Uploads that have ended, by how.')
  const files = registry.counters(
    'plinth_viewer_requests_total',
    'Requests for files on viewer hosts, by status.',
  )
  const fileBytes = registry.counters('plinth_viewer_bytes_total', 'Bytes of files sent on viewer hosts.')()
  const duties = registry.counters('plinth_duties_total', 'Rounds of background work, by how they ended.')
  const filesByStatus: Tally[] = []
  return {
    registry,
    requestTook: registry.durations(
      'plinth_http_request_duration_seconds',
      'How long calls and pages of the portal took, by route and status.',
    ),
    cache: (cache) => ({ hits: hits({ cache }), misses: misses({ cache }) }),
    uploadEnded: (outcome) => void (uploads({ outcome }).value += 1),
    uploadedBytes: registry.counters('plinth_uploaded_bytes_total', 'Bytes of zips received.')(),
    dutyEnded: (duty, outcome) => void (duties({ duty, outcome }).value += 1),
    fileAnswered(status, bytes) {
      const tally = (filesByStatus[status] ??= files({ status: String(status) }))
      tally.value += 1
      fileBytes.value += bytes
    },
  }
}
