import { keyPattern } from '../api-keys/key-format.ts'
import type { ViewerRequestKind } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { endRequestSpan, startRequestSpan } from '../tracing/request-spans.ts'
import type { Current } from '../tracing/trace.ts'
import type { FileRequest } from './request-head.ts'

/** What is known about a request before it is answered. */
interface AskedViewer {
  kind: ViewerRequestKind
  host: string
  request: FileRequest
  /** As `performance.now()` says it. */
  startedAt: number
  /** Present only where the request is traced. */
  within: Current | undefined
}

/**
 * Counts what the viewer hosts answer, traces it where there is a tracer, and logs it where the log is at `debug`. Most
 * files are answered within microseconds, so that what is off must cost no more than a comparison.
 */
export function observeRequests({ metrics, tracer, log }: Pick<Services, 'metrics' | 'tracer' | 'log'>) {
  const isLogged = log.isLevelEnabled('debug')

  return {
    /** The span of a request, if it is to be traced. */
    startSpan: (kind: ViewerRequestKind, { method = 'GET', headers }: FileRequest): Current | undefined =>
      tracer && startRequestSpan(tracer, headers.traceparent, method, `viewer ${kind}`),

    answered({ kind, host, request, startedAt, within }: AskedViewer, status: number, bytes: number): void {
      const milliseconds = performance.now() - startedAt
      metrics.viewerAnswered(kind, status, bytes, milliseconds / 1000)
      if (within) endRequestSpan(within, status)
      if (!isLogged) return
      const { method, url } = request
      log.debug({ kind, host, method, path: loggedPath(url), status, bytes, milliseconds }, 'viewer request')
    },
  }
}

/** Without the query, which may carry a ticket, and with no key even if somebody put one there. */
const loggedPath = (url = '/') => (url.split('?')[0] ?? '/').replaceAll(keyPattern, 'plk_…')
