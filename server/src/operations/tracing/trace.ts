import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number>

/** A span of a trace. It holds nothing that people send. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'server' | 'client' | 'internal'
  /** milliseconds since 1970 */
  startedAt: number
  endedAt: number
  attributes: Attributes
  hasFailed: boolean
}

export interface Tracer {
  /** Whether to trace a request whose caller has not decided. */
  shouldSample(): boolean
  collect(span: Span): void
  /** Sends what is left. */
  close(): Promise<void>
}

export interface ActiveSpan {
  span: Span
  tracer: Tracer
}

const activeSpan = new AsyncLocalStorage<ActiveSpan>()

/** Spans started by `work`, now or later, become children of this one. */
export const runInSpan = <T>(active: ActiveSpan, work: () => T): T => activeSpan.run(active, work)

export const clock = (): number => performance.timeOrigin + performance.now()

export function startSpan(
  name: string,
  kind: Span['kind'],
  parent: Pick<Span, 'traceId' | 'spanId'> | undefined,
  attributes: Attributes = {},
): Span {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: parent?.spanId,
    name,
    kind,
    startedAt: clock(),
    endedAt: 0,
    attributes,
    hasFailed: false,
  }
}

/** Runs a step of the current request. It becomes a child span if the request is traced. */
export function traced<T>(
  name: string | (() => string),
  work: () => Promise<T>,
  kind: Span['kind'] = 'internal',
  attributes?: () => Attributes,
): Promise<T> {
  const parent = activeSpan.getStore()
  if (!parent) return work()
  return runAsChild(parent, typeof name === 'string' ? name : name(), work, kind, attributes?.())
}

async function runAsChild<T>(
  { span: parent, tracer }: ActiveSpan,
  name: string,
  work: () => Promise<T>,
  kind: Span['kind'],
  attributes: Attributes = {},
): Promise<T> {
  const span = startSpan(name, kind, parent, attributes)
  try {
    return await activeSpan.run({ span, tracer }, work)
  } catch (error) {
    span.hasFailed = true
    throw error
  } finally {
    span.endedAt = clock()
    tracer.collect(span)
  }
}
