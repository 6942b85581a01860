import type { Logger } from 'pino'

import type { Config } from '../../settings/config.ts'
import type { Attributes, Span, Tracer } from './trace.ts'

const sendEveryMs = 2_000
const maxBatch = 512
/** Spans beyond this are dropped, so that a slow collector does not use up memory. */
const maxBuffered = 8 * maxBatch
const timeoutMs = 10_000

/** Sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON). Loaded only if one is configured. */
export function openTracer(
  { endpoint, headers, serviceName, share }: NonNullable<Config['tracing']>,
  log: Logger,
): Tracer {
  let spans: Span[] = []
  let dropped = 0
  let sending: Promise<void> | undefined
  let isFailing = false

  async function send(): Promise<void> {
    while (spans.length > 0) {
      const batch = spans.slice(0, maxBatch)
      spans = spans.slice(maxBatch)
      try {
        const response = await fetch(`${endpoint}/v1/traces`, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(asRequest(batch, serviceName)),
        })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`the collector answered ${response.status}`)
        isFailing = false
      } catch (error) {
        dropped += batch.length
        if (!isFailing) log.warn({ err: error, dropped }, 'could not send spans; they are dropped')
        isFailing = true
      }
    }
  }

  const flush = () =>
    (sending ??= send().finally(() => {
      sending = undefined
    }))
  const timer = setInterval(() => void flush(), sendEveryMs).unref()

  return {
    shouldSample: () => Math.random() < share,
    collect(span) {
      if (spans.length >= maxBuffered) dropped += 1
      else spans.push(span)
      if (spans.length === maxBatch) void flush()
    },
    close: async () => {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

const kinds = { internal: 1, server: 2, client: 3 }
const failed = { code: 2 }

function asRequest(spans: Span[], serviceName: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: asAttributes({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'plinth' }, spans: spans.map(asSpan) }],
      },
    ],
  }
}

const asSpan = ({ traceId, spanId, parentSpanId, name, kind, hasFailed, ...span }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId ? { parentSpanId } : {}),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: asAttributes(span.attributes),
  status: hasFailed ? failed : {},
})

/** As text, because a JavaScript number is not precise enough. */
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

const asAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
