import type { Counter, Histogram, Registry } from './registry.ts'
import { openRegistry, readBounds } from './registry.ts'

export interface CacheCounters {
  hits: Counter
  misses: Counter
}

/** A file of a version, or the exchange of a ticket for a session cookie. */
export type ViewerRequestKind = 'file' | 'session'

export type StoreOperation = 'open' | 'read' | 'write' | 'delete' | 'list'

/** Counting costs next to nothing, so it is always on; only publishing the metrics is a setting. */
export interface Metrics {
  registry: Registry
  requestTook(labels: { method: string; route: string; status: string }, seconds: number): void
  /** The counters of the cache with this name. */
  cache(name: string): CacheCounters
  /** `published`, or the code of the problem that ended the upload. */
  uploadEnded(outcome: string): void
  uploadedBytes: Counter
  /** One round of a duty: `done`, `failed`, or `left` for another instance or a later round. */
  dutyEnded(duty: string, outcome: 'done' | 'failed' | 'left'): void
  /** `milliseconds` until the response began. */
  viewerAnswered(kind: ViewerRequestKind, status: number, bytes: number, milliseconds: number): void
  /** One attempt to send an event to a webhook; test events do not count. */
  cameraJobEnded: (kind: string, end: string) => void
  webhookAttempted(outcome: 'delivered' | 'failed'): void
  storeTook(operation: StoreOperation, seconds: number): void
  storeFailed(operation: StoreOperation): void
}

export function openMetrics(): Metrics {
  const registry = openRegistry()
  const hits = registry.counters('plinth_cache_hits_total', 'Cache lookups that found an entry.', ['cache'])
  const misses = registry.counters('plinth_cache_misses_total', 'Cache lookups that did not.', ['cache'])
  const requests = registry.durations(
    'plinth_http_request_duration_seconds',
    'Duration of the portal’s API calls and pages, by route and status.',
    ['method', 'route', 'status'],
  )
  const uploads = registry.counters(
    'plinth_uploads_total',
    'Finished uploads: `published`, or the code of the problem that ended them.',
    ['outcome'],
  )
  const duties = registry.counters(
    'plinth_duties_total',
    'Rounds of background work: `done`, `failed`, or `left` for another instance or a later round.',
    ['duty', 'outcome'],
  )
  const webhooks = registry.counters(
    'plinth_webhook_attempts_total',
    'Attempts to send an event to a webhook: `delivered` or `failed`.',
    ['outcome'],
  )
  const cameraJobs = registry.counters(
    'plinth_camera_jobs_total',
    'Attempts of cameras, by kind and how they ended: `done`, `stopped`, `failed`, `crashed`, or the limit that a build exceeded.',
    ['kind', 'end'],
  )
  // Created at the start, so that the first failure is an increase and not a new series.
  const webhookOutcomes = {
    delivered: webhooks({ outcome: 'delivered' }),
    failed: webhooks({ outcome: 'failed' }),
  }
  return {
    registry,
    requestTook: (labels, seconds) => requests(labels).add(seconds),
    cache: (cache) => ({ hits: hits({ cache }), misses: misses({ cache }) }),
    uploadEnded: (outcome) => void (uploads({ outcome }).value += 1),
    uploadedBytes: registry.counters('plinth_uploaded_bytes_total', 'Bytes of uploaded zips received.')(),
    dutyEnded: (duty, outcome) => void (duties({ duty, outcome }).value += 1),
    viewerAnswered: viewerMetrics(registry),
    cameraJobEnded: (kind, end) => void (cameraJobs({ kind, end }).value += 1),
    webhookAttempted: (outcome) => void (webhookOutcomes[outcome].value += 1),
    ...storeMetrics(registry),
  }
}

function viewerMetrics(registry: Registry): Metrics['viewerAnswered'] {
  const requests = registry.counters(
    'plinth_viewer_requests_total',
    'File requests on viewer hosts, by status.',
    ['status'],
  )
  const bytesSent = registry.counters('plinth_viewer_bytes_total', 'Bytes of files sent by viewer hosts.')()
  const durations = registry.durations(
    'plinth_viewer_request_duration_seconds',
    'Time until a viewer host’s response began, by status class (`2xx`) and kind: `file`, or `session` for a ticket exchanged for a cookie.',
    ['kind', 'status'],
    readBounds,
  )
  // Looked up by number, because formatting labels for every file would cost more than all the rest.
  const requestsByStatus: Counter[] = []
  const durationsByClass: Record<ViewerRequestKind, Histogram[]> = { file: [], session: [] }
  return (kind, status, bytes, milliseconds) => {
    const statusClass = Math.trunc(status / 100)
    const histogram = (durationsByClass[kind][statusClass] ??= durations({
      kind,
      status: `${statusClass}xx`,
    }))
    histogram.add(milliseconds / 1000)
    if (kind !== 'file') return
    const counter = (requestsByStatus[status] ??= requests({ status: String(status) }))
    counter.value += 1
    bytesSent.value += bytes
  }
}

function storeMetrics(registry: Registry): Pick<Metrics, 'storeTook' | 'storeFailed'> {
  const durations = registry.durations(
    'plinth_store_operation_duration_seconds',
    'Duration of blob store operations. A read is measured until its first bytes, a list over all its pages.',
    ['operation'],
    readBounds,
  )
  const errors = registry.counters('plinth_store_errors_total', 'Failed blob store operations.', [
    'operation',
  ])
  const metricsOf = (operation: StoreOperation) => ({
    duration: durations({ operation }),
    errors: errors({ operation }),
  })
  // Created at the start, so that the first error is an increase and not a new series.
  const operations: Record<StoreOperation, ReturnType<typeof metricsOf>> = {
    open: metricsOf('open'),
    read: metricsOf('read'),
    write: metricsOf('write'),
    delete: metricsOf('delete'),
    list: metricsOf('list'),
  }
  return {
    storeTook: (operation, seconds) => operations[operation].duration.add(seconds),
    storeFailed: (operation) => void (operations[operation].errors.value += 1),
  }
}
