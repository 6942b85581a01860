import type { FastifyInstance, FastifyRequest } from 'fastify'

import { clock, runInSpan, startSpan } from '../operations/tracing/trace.ts'
import type { ActiveSpan, Attributes, Tracer } from '../operations/tracing/trace.ts'
import { routeOf } from './route-of.ts'

const traceParent = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/

/** The span of a request, if it is traced: the caller's `traceparent` decides; without one, the sampler does. */
export function startRequestSpan(
  tracer: Tracer,
  traceparent: unknown,
  method: string,
  route: string,
  attributes: Attributes = {},
): ActiveSpan | undefined {
  const parent = traceParent.exec(String(traceparent))?.groups
  const isSampled = parent ? (Number.parseInt(parent['flags'] ?? '', 16) & 1) === 1 : tracer.shouldSample()
  if (!isSampled) return undefined
  const from = parent && { traceId: parent['traceId'] ?? '', spanId: parent['spanId'] ?? '' }
  const facts = { 'http.request.method': method, 'http.route': route, ...attributes }
  return { span: startSpan(`${method} ${route}`, 'server', from, facts), tracer }
}

export function endRequestSpan({ span, tracer }: ActiveSpan, status: number): void {
  span.attributes['http.response.status_code'] = status
  span.hasFailed = status >= 500
  span.endedAt = clock()
  tracer.collect(span)
}

/** Every call becomes a span, named by its route. */
export function addRequestSpans(app: FastifyInstance, tracer: Tracer): void {
  const activeSpans = new WeakMap<FastifyRequest, ActiveSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers } = request
    const route = routeOf(request)
    const active = startRequestSpan(tracer, headers['traceparent'], method, route, {
      'plinth.request_id': id,
    })
    if (!active) return done()
    activeSpans.set(request, active)
    return runInSpan(active, done)
  })

  // Reading the body loses the async context, because its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const active = activeSpans.get(request)
    if (active) runInSpan(active, done)
    else done()
  })

  app.addHook('onResponse', async (request, { statusCode }) => {
    const active = activeSpans.get(request)
    if (active) endRequestSpan(active, statusCode)
  })
}
