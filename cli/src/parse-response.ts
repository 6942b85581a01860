import { parseRetryAfter } from '@plinth/contract/retry-after.ts'

import { Failure, Unavailable } from './failure.ts'
import type { HttpResponse } from './send-request.ts'

/** The JSON body of a successful response; throws the matching failure for any other. */
export function parseResponse(
  response: HttpResponse,
  url: URL,
  notFoundMessage: string,
  messages: Record<string, string> = {},
): unknown {
  const { status, headers } = response
  const body = parseJson(response.text)
  if (status >= 200 && status < 300) {
    if (body === undefined) throw notAPortal(url)
    return body
  }
  const problem = problemText(body)
  const detail = problem ?? `status ${status}`
  if (status === 408 || status === 429 || (status >= 502 && status <= 504)) {
    throw new Unavailable(withoutFullStop(detail), parseRetryAfter(headers['retry-after']))
  }
  if (status >= 300 && status < 400) throw redirected(headers.location, url)
  if (problem === undefined) throw status >= 500 ? portalError(detail) : notAPortal(url)
  if (status === 401) {
    throw new Failure(
      'keyRefused',
      `${detail} Create a new key under Settings, API Access, and set PLINTH_API_KEY to it.`,
    )
  }
  const message = messages[codeOf(body) ?? '']
  if (message) throw new Failure('notFound', message)
  if (status === 403) throw new Failure('keyRefused', detail)
  if (status === 404) throw new Failure('notFound', notFoundMessage)
  if (status >= 500) throw portalError(detail)
  throw new Failure('refused', `The portal refused the request: ${detail}`)
}

export function notAPortal(url: URL): Failure {
  return new Failure(
    'unreachable',
    `There is no Plinth portal at ${url.origin}: check the address given with --url.`,
  )
}

const portalError = (detail: string) =>
  new Failure(
    'unexpected',
    `The portal failed (${withoutFullStop(detail)}): try again, or tell its operator.`,
  )

function redirected(location: string | undefined, url: URL): Failure {
  const target =
    location && URL.canParse(location, url.href) ? new URL(location, url).origin : 'another address'
  return new Failure(
    'usage',
    `${url.origin} redirects to ${target}, and the key is not sent there: give the final address with --url.`,
  )
}

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined

/** The detail of a problem document, followed by its errors on single fields. */
function problemText(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined
  if (typeof body.detail !== 'string') return undefined
  const errors = 'errors' in body && Array.isArray(body.errors) ? (body.errors as unknown[]) : []
  const fields = errors.map((error) => {
    const { field, message } = error as { field?: unknown; message?: unknown }
    return ` ${String(field)}: ${String(message)}.`
  })
  return body.detail + fields.join('')
}
