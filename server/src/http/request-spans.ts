import type { FastifyInstance, FastifyRequest } from 'fastify'

import { clock, goOnWithin, startSpan } from '../operations/tracing/trace.ts'
import type { Attributes, Current, Tracer } from '../operations/tracing/trace.ts'
import { routeOf } from './route-of.ts'

const traceParent = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/

/** The span of a request, if it is to be traced: a caller who traces is joined, of the others a share is chosen. */
export function startRequestSpan(
  tracer: Tracer,
  traceparent: unknown,
  method: string,
  route: string,
  attributes: Attributes = {},
): Current | undefined {
  const parent = traceParent.exec(String(traceparent))?.groups
  const isSampled = parent ? (Number.parseInt(parent['flags'] ?? '', 16) & 1) === 1 : tracer.isWanted()
  if (!isSampled) return undefined
  const from = parent && { traceId: parent['traceId'] ?? '', spanId: parent['spanId'] ?? '' }
  const facts = { 'http.request.method': method, 'http.route': route, ...attributes }
  return { span: startSpan(`${method} ${route}`, 'server', from, facts), tracer }
}

export function endRequestSpan({ span, tracer }: Current, status: number): void {
  span.attributes['http.response.status_code'] = status
  span.hasFailed = status >= 500
  span.endedAt = clock()
  tracer.collect(span)
}

/** Every call becomes a span, named by its route. */
export function addRequestSpans(app: FastifyInstance, tracer: Tracer): void {
  const traces = new WeakMap<FastifyRequest, Current>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers } = request
    const route = routeOf(request)
    const within = startRequestSpan(tracer, headers['traceparent'], method, route, {
      'plinth.request_id': id,
    })
    if (!within) return done()
    traces.set(request, within)
    return goOnWithin(within, done)
  })

  // A body is read by events, which belong to the connection; what comes after is the request's again.
  app.addHook('preValidation', (request, _reply, done) => {
    const within = traces.get(request)
    if (within) goOnWithin(within, done)
    else done()
  })

  app.addHook('onResponse', async (request, { statusCode }) => {
    const within = traces.get(request)
    if (within) endRequestSpan(within, statusCode)
  })
}
