import { bytes } from './endpoint.ts'
import type { AnyEndpoint, Input, Output } from './endpoint.ts'
import type { ProblemDocument } from './problems.ts'

/** The specified messages; all other statuses read "Generic Error: …". */
const statusMessages: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

export interface FailedResponse {
  url: string
  status: number
  statusText: string
  body: string
}

/** An answer that was not OK. `message` depends on the status only; `problem` is the server's explanation, if any. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly body: string
  readonly problem: ProblemDocument | undefined

  constructor({ url, status, statusText, body }: FailedResponse) {
    super(statusMessages[status] ?? `Generic Error: ${status}; ${statusText}; ${body}`)
    this.url = url
    this.status = status
    this.statusText = statusText
    this.body = body
    this.problem = parseProblem(body)
  }
}

/** The caller aborted the request. */
export class RequestAborted extends Error {
  override name = 'RequestAborted'
  constructor() {
    super('Request aborted')
  }
}

function parseProblem(body: string): ProblemDocument | undefined {
  try {
    const parsed = JSON.parse(body) as unknown
    const isProblem = typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'detail' in parsed
    return isProblem ? (parsed as ProblemDocument) : undefined
  } catch {
    return undefined
  }
}

export interface ClientOptions {
  /** The portal's origin; empty means that of the page. */
  baseUrl?: string
  /** Called before every request, for the current bearer token or API key. */
  headers?: (endpoint: AnyEndpoint) => Record<string, string> | Promise<Record<string, string>>
  fetch?: typeof fetch
}

export type Call = <E extends AnyEndpoint>(
  endpoint: E,
  ...input: {} extends Input<E> ? [Input<E>?] : [Input<E>]
) => Promise<Output<E>>

/** Looks `fetch` up on every call, because tests and monitoring tools replace it later. */
const currentFetch: typeof fetch = (...request) => fetch(...request)

export function createClient({
  baseUrl = '',
  headers,
  fetch: send = currentFetch,
}: ClientOptions = {}): Call {
  return async (endpoint, ...[input]) => {
    const { params = {}, query = {}, body, form, signal } = (input ?? {}) as LooseInput
    const url = baseUrl + addressOf(endpoint, params, query)
    const response = await translateAbort(async () =>
      send(url, {
        method: endpoint.method,
        credentials: 'include',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(await headers?.(endpoint)),
        },
        ...(form ? { body: form } : {}),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }),
    )
    if (response.ok && endpoint.reply === bytes) {
      return new Uint8Array(await translateAbort(() => response.arrayBuffer())) as never
    }
    const text = await translateAbort(() => response.text())
    if (!response.ok) {
      throw new ApiError({ url, status: response.status, statusText: response.statusText, body: text })
    }
    return endpoint.reply.parse(text === '' ? undefined : JSON.parse(text)) as never
  }
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
  signal?: AbortSignal
}

/** The endpoint's path and query with its parameters filled in. */
export function addressOf(
  endpoint: Pick<AnyEndpoint, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    .replace('*', () => String(params['*']).split('/').map(encodeURIComponent).join('/'))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${path}?${search}` : path
}

async function translateAbort<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new RequestAborted()
    throw error
  }
}
