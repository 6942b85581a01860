import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number>

/** Something that took a while, as part of something larger. Nothing in it comes from what people send. */
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
  /** Whether what begins here is to be traced, if nobody before us has decided. */
  isWanted(): boolean
  collect(span: Span): void
  /** Sends what it has. */
  close(): Promise<void>
}

/** What is being traced at this moment, on this line of execution. */
export interface Current {
  span: Span
  tracer: Tracer
}

const current = new AsyncLocalStorage<Current>()

/** Goes on inside: what is done from here belongs to it. */
export const goOnWithin = <T>(within: Current, next: () => T): T => current.run(within, next)

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

/** Does a step of what is going on. It becomes a span where that is traced, and costs a look otherwise. */
export function traced<T>(
  name: string | (() => string),
  work: () => Promise<T>,
  kind: Span['kind'] = 'internal',
  attributes?: () => Attributes,
): Promise<T> {
  const within = current.getStore()
  if (!within) return work()
  return tracedWithin(within, typeof name === 'string' ? name : name(), work, kind, attributes?.())
}

async function tracedWithin<T>(
  { span: parent, tracer }: Current,
  name: string,
  work: () => Promise<T>,
  kind: Span['kind'],
  attributes: Attributes = {},
): Promise<T> {
  const span = startSpan(name, kind, parent, attributes)
  try {
    return await current.run({ span, tracer }, work)
  } catch (error) {
    span.hasFailed = true
    throw error
  } finally {
    span.endedAt = clock()
    tracer.collect(span)
  }
}
