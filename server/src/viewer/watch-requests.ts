import type { Logger } from 'pino'

import { safePathOf } from '../http/request-path.ts'
import { endRequestSpan, startRequestSpan } from '../http/request-spans.ts'
import type { ViewerRequestKind } from '../operations/metrics/metrics.ts'
import { runInSpan } from '../operations/tracing/trace.ts'
import type { Tracer } from '../operations/tracing/trace.ts'
import { whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { FileRequest } from './file-request.ts'

type Handler<Request extends FileRequest, Rest extends unknown[], Answer> = (
  hostVersion: string,
  request: Request,
  ...rest: Rest
) => MaybePromise<Answer>

export type WatchRequests = <Request extends FileRequest, Rest extends unknown[], Answer>(
  kind: ViewerRequestKind,
  handler: Handler<Request, Rest, Answer>,
  statusOf: (answer: Answer) => number,
) => Handler<Request, Rest, Answer>

interface WatchOptions {
  tracer: Tracer | undefined
  log: Logger
}

/**
 * Traces requests on viewer hosts if there is a tracer, and logs them if the log level is `debug`. Otherwise handlers are
 * returned unchanged, since most files are answered within microseconds.
 */
export function watchRequests({ tracer, log }: WatchOptions): WatchRequests {
  const isLogged = log.isLevelEnabled('debug')
  if (!tracer && !isLogged) return (_kind, handler) => handler

  return (kind, handler, statusOf) =>
    (hostVersion, request, ...rest) => {
      const startedAt = performance.now()
      const { method = 'GET', url, headers } = request
      const active = tracer && startRequestSpan(tracer, headers.traceparent, method, `viewer ${kind}`)
      const work = () => handler(hostVersion, request, ...rest)
      return whenReady(active ? runInSpan(active, work) : work(), (answer) => {
        const status = statusOf(answer)
        if (active) endRequestSpan(active, status)
        if (isLogged) {
          const milliseconds = performance.now() - startedAt
          log.debug(
            { kind, host: hostVersion, method, path: safePathOf(url), status, milliseconds },
            'viewer request',
          )
        }
        return answer
      })
    }
}
