import { parseRetryAfter } from '@plinth/contract/retry-after.ts'

import type { Answer } from './connection.ts'
import { Failure, Unavailable } from './failure.ts'

/** What came back with a good status, as JSON; everything else as the failure it is. */
export function readAnswer(answer: Answer, url: URL, missing: string): unknown {
  const { status, headers } = answer
  const body = parse(answer.text)
  if (status >= 200 && status < 300) {
    if (body === undefined) throw notAPortal(url)
    return body
  }
  const problem = readProblem(body)
  const detail = problem ?? `status ${status}`
  if (status === 408 || status === 429 || (status >= 502 && status <= 504)) {
    throw new Unavailable(withoutStop(detail), parseRetryAfter(headers['retry-after']))
  }
  if (status >= 300 && status < 400) throw redirected(headers.location, url)
  if (problem === undefined) throw status >= 500 ? broken(detail) : notAPortal(url)
  if (status === 401) {
    throw new Failure(
      'keyRefused',
      `${detail} Make a new key under Settings, API Access, and put it into PLINTH_API_KEY.`,
    )
  }
  if (status === 403) throw new Failure('keyRefused', detail)
  if (status === 404) throw new Failure('notFound', missing)
  if (status >= 500) throw broken(detail)
  throw new Failure('refused', `The portal refused it: ${detail}`)
}

export function notAPortal(url: URL): Failure {
  return new Failure(
    'unreachable',
    `What answers at ${url.origin} is no Plinth portal: check the address given with --url.`,
  )
}

const broken = (detail: string) =>
  new Failure('unexpected', `The portal failed: ${withoutStop(detail)}; try again, or tell its operator.`)

function redirected(location: string | undefined, url: URL): Failure {
  const target =
    location && URL.canParse(location, url.href) ? new URL(location, url).origin : 'another address'
  return new Failure(
    'usage',
    `${url.origin} redirects to ${target}, where the key is not sent: give the final address with --url.`,
  )
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The sentence of a problem document, with what it says on single fields. */
function readProblem(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined
  if (typeof body.detail !== 'string') return undefined
  const errors = 'errors' in body && Array.isArray(body.errors) ? (body.errors as unknown[]) : []
  const fields = errors.map((error) => {
    const { field, message } = error as { field?: unknown; message?: unknown }
    return ` ${String(field)}: ${String(message)}.`
  })
  return body.detail + fields.join('')
}
