import type { Histogram, Registry, Tally } from './registry.ts'
import { openRegistry, readBounds } from './registry.ts'

/** How often something was at hand, and how often it had to be fetched. */
export interface CacheTallies {
  hits: Tally
  misses: Tally
}

/** A file of a version, or the exchange of a ticket for the session to see it with. */
export type ViewerRequestKind = 'file' | 'session'

export type StoreOperation = 'open' | 'read' | 'write' | 'delete' | 'list'

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
  /** A viewer host began to answer a request after so many milliseconds. */
  viewerAnswered(kind: ViewerRequestKind, status: number, bytes: number, milliseconds: number): void
  storeTook(operation: StoreOperation, seconds: number): void
  storeFailed(operation: StoreOperation): void
}

export function openMetrics(): Metrics {
  const registry = openRegistry()
  const hits = registry.counters('plinth_cache_hits_total', 'Lookups a cache could answer.', ['cache'])
  const misses = registry.counters('plinth_cache_misses_total', 'Lookups a cache could not answer.', [
    'cache',
  ])
  const requests = registry.durations(
    'plinth_http_request_duration_seconds',
    'How long calls and pages of the portal took, by route and status.',
    ['method', 'route', 'status'],
  )
  const uploads = registry.counters(
    'plinth_uploads_total',
    'Uploads that have ended: `published`, or the code of the problem they met.',
    ['outcome'],
  )
  const duties = registry.counters(
    'plinth_duties_total',
    'Rounds of background work: `done`, `failed`, or `left` to another instance or a later round.',
    ['duty', 'outcome'],
  )
  return {
    registry,
    requestTook: (labels, seconds) => requests(labels).add(seconds),
    cache: (cache) => ({ hits: hits({ cache }), misses: misses({ cache }) }),
    uploadEnded: (outcome) => void (uploads({ outcome }).value += 1),
    uploadedBytes: registry.counters('plinth_uploaded_bytes_total', 'Bytes of zips received.')(),
    dutyEnded: (duty, outcome) => void (duties({ duty, outcome }).value += 1),
    viewerAnswered: viewerMetrics(registry),
    ...storeMetrics(registry),
  }
}

function viewerMetrics(registry: Registry): Metrics['viewerAnswered'] {
  const requests = registry.counters(
    'plinth_viewer_requests_total',
    'Requests for files on viewer hosts, by status.',
    ['status'],
  )
  const bytesSent = registry.counters('plinth_viewer_bytes_total', 'Bytes of files sent on viewer hosts.')()
  const durations = registry.durations(
    'plinth_viewer_request_duration_seconds',
    'How long viewer hosts took to begin an answer, by class of status (`2xx`) and kind: `file`, or `session` for a ticket exchanged for a cookie.',
    ['kind', 'status'],
    readBounds,
  )
  // Found by number: this is done for every file, where writing out labels would cost more than the rest.
  const requestsByStatus: Tally[] = []
  const durationsByClass: Record<ViewerRequestKind, Histogram[]> = { file: [], session: [] }
  return (kind, status, bytes, milliseconds) => {
    const statusClass = Math.trunc(status / 100)
    const histogram = (durationsByClass[kind][statusClass] ??= durations({
      kind,
      status: `${statusClass}xx`,
    }))
    histogram.add(milliseconds / 1000)
    if (kind !== 'file') return
    const tally = (requestsByStatus[status] ??= requests({ status: String(status) }))
    tally.value += 1
    bytesSent.value += bytes
  }
}

function storeMetrics(registry: Registry): Pick<Metrics, 'storeTook' | 'storeFailed'> {
  const durations = registry.durations(
    'plinth_store_operation_duration_seconds',
    'How long the store of archives took, by operation. A read ends with its first bytes; a list is all its pages together.',
    ['operation'],
    readBounds,
  )
  const errors = registry.counters('plinth_store_errors_total', 'Operations that the store failed.', [
    'operation',
  ])
  const known = (operation: StoreOperation) => ({
    duration: durations({ operation }),
    errors: errors({ operation }),
  })
  // All of them from the start, so that the first error is a rise and not a new series.
  const operations: Record<StoreOperation, ReturnType<typeof known>> = {
    open: known('open'),
    read: known('read'),
    write: known('write'),
    delete: known('delete'),
    list: known('list'),
  }
  return {
    storeTook: (operation, seconds) => operations[operation].duration.add(seconds),
    storeFailed: (operation) => void (operations[operation].errors.value += 1),
  }
}
