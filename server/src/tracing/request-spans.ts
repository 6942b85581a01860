import type { FastifyInstance, FastifyRequest } from 'fastify'

import { clock, goOnWithin, startSpan } from './trace.ts'
import type { Current, Tracer } from './trace.ts'

const traceParent = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/

/** Every call becomes a span, named by its route; a caller who traces is joined. */
export function addRequestSpans(app: FastifyInstance, tracer: Tracer): void {
  const traces = new WeakMap<FastifyRequest, Current>()

  app.addHook('onRequest', (request, _reply, done) => {
    const parent = traceParent.exec(String(request.headers['traceparent']))?.groups
    const isSampled = parent ? (Number.parseInt(parent['flags'] ?? '', 16) & 1) === 1 : tracer.isWanted()
    if (!isSampled) return done()
    const { method, id } = request
    const route = request.routeOptions.url ?? 'page'
    const from = parent && { traceId: parent['traceId'] ?? '', spanId: parent['spanId'] ?? '' }
    const attributes = { 'http.request.method': method, 'http.route': route, 'plinth.request_id': id }
    const within = { span: startSpan(`${method} ${route}`, 'server', from, attributes), tracer }
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
    const span = traces.get(request)?.span
    if (!span) return
    span.attributes['http.response.status_code'] = statusCode
    span.hasFailed = statusCode >= 500
    span.endedAt = clock()
    tracer.collect(span)
  })
}
