import { setTimeout as sleep } from 'node:timers/promises'

import { parseRetryAfter } from '@plinth/contract/retry-after.ts'

import { version } from '../served-as.ts'

/** The host did not do what it was asked to. The message follows its name: "GitHub answered 403". */
export class HostError extends Error {
  override name = 'HostError'
  /** The token may lack a permission. Hosts also answer 404 then. */
  readonly isRefusal: boolean

  constructor(
    message: string,
    { isRefusal = false, ...options }: ErrorOptions & { isRefusal?: boolean } = {},
  ) {
    super(message, options)
    this.isRefusal = isRefusal
  }
}

export interface HostLimits {
  requestMs: number
  /** For everything that is sent to the host. */
  totalMs: number
  /** The longest delay a host may ask for. */
  maxRetryAfterMs: number
}

export const defaultLimits: HostLimits = { requestMs: 10_000, totalMs: 60_000, maxRetryAfterMs: 10_000 }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** The JSON in the answer to one request; throws `HostError` in every other case. */
export type CallHost = (method: Method, path: string, body?: object) => Promise<unknown>

/** Redirects are not followed, so that the token goes only to the host that the pipeline names. */
export function hostApi(base: string, authorization: Record<string, string>, limits: HostLimits): CallHost {
  const deadline = Date.now() + limits.totalMs
  const origin = base.replace(/\/*$/, '/')
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': `plinth-cli/${version}`,
    ...authorization,
  }
  const send = async (method: Method, path: string, body?: object) => {
    const timeoutMs = Math.min(limits.requestMs, deadline - Date.now())
    if (timeoutMs <= 0) throw new HostError('is too slow')
    try {
      const response = await fetch(origin + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { response, text: await readText(response) }
    } catch (error) {
      throw unreachable(error, timeoutMs)
    }
  }
  return async (method, path, body) => {
    let { response, text } = await send(method, path, body)
    const delayMs = response.ok ? undefined : parseRetryAfter(response.headers.get('retry-after'))
    if (delayMs !== undefined && delayMs <= limits.maxRetryAfterMs) {
      await sleep(delayMs)
      ;({ response, text } = await send(method, path, body))
    }
    const { ok, status } = response
    if (!ok) throw new HostError(`answered ${status}`, { isRefusal: [401, 403, 404].includes(status) })
    return parse(text)
  }
}

/** More than a page of the longest comments. */
const maxAnswerLength = 16 * 1024 * 1024

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxAnswerLength) throw new HostError('sent too much')
  }
  return text + decoder.decode()
}

function unreachable(error: unknown, timeoutMs: number): HostError {
  if (error instanceof HostError) return error
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return new HostError(`did not answer in ${Math.ceil(timeoutMs / 1000)} s`)
  const { code = message } = (cause ?? {}) as NodeJS.ErrnoException
  return new HostError(`could not be reached (${code})`, { cause: error })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HostError('did not answer with JSON', { cause })
  }
}

type Fields = Record<string, unknown>

/** The objects in a list that a host answered with. */
export function objectsIn(list: unknown): Fields[] {
  if (!Array.isArray(list)) throw new HostError('answered with something else than a list')
  return list.filter((item): item is Fields => typeof item === 'object' && item !== null)
}

/** A property of an answer; undefined where the answer is no object. */
export const fieldOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? (answer as Fields)[name] : undefined
