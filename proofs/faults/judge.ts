import { problems, titleOf } from '@plinth/contract/problems.ts'
import type { ProblemCode, ProblemDocument } from '@plinth/contract/problems.ts'

import type { FaultKind } from './kinds.ts'
import { warning } from './log-tail.ts'
import type { LogLine } from './log-tail.ts'
import type { Answer } from './send.ts'
import type { Visit } from './visits.ts'

/** When answers may show the fault: from its beginning until everything works again. */
export interface Window {
  from: number
  to: number
}

/** What is wrong with how a visit ended; undefined if it is as documented. */
export function judge(visit: Visit, kind: FaultKind, window: Window, lines: LogLine[]): string | undefined {
  const { name, answer } = visit
  const wrong = visit.lie ?? (visit.isSuccess ? undefined : judgeFailure(visit, kind, window, lines))
  if (wrong === undefined) return undefined
  const milliseconds = Math.round(answer.endedAt - answer.startedAt)
  return `${name}: ${wrong} (${describeAnswer(answer)} after ${milliseconds} ms)`
}

function judgeFailure(
  { answer, isOnViewerHost, isDownload }: Visit,
  kind: FaultKind,
  { from, to }: Window,
  lines: LogLine[],
): string | undefined {
  if (answer.endedAt < from || answer.startedAt > to) return 'failed without a fault'
  if (kind.allows.length === 0) return 'failed, though nobody may notice this fault'
  if (answer.failure !== undefined) {
    if (!isDownload || answer.status !== 200) return `no whole answer: ${answer.failure}`
    return lines.some(({ level, err }) => level >= warning && err) ? undefined : 'no cause in the log'
  }
  const undocumented = isOnViewerHost ? judgePage(answer, kind) : judgeProblem(answer, kind)
  return (
    undocumented ?? (answer.status >= 500 && !hasCause(answer, lines) ? 'no cause in the log' : undefined)
  )
}

function judgeProblem({ status, headers, bytes }: Answer, { allows }: FaultKind): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json')) return 'not a problem document'
  const { code, title, type, detail, ...rest } = JSON.parse(bytes.toString()) as ProblemDocument
  const isKnown = Object.hasOwn(problems, code) && problems[code].status === status && rest.status === status
  if (!isKnown) return `the code ${code} is not documented with this status`
  if (title !== titleOf(problems[code].status) || type !== `/api/docs#problem-${code}` || !detail)
    return 'a problem document without its title, type or detail'
  if (!allows.includes(code)) return `the problem ${code} does not tell what is wrong`
  return status === 503 && headers['retry-after'] === undefined ? '503 without Retry-After' : undefined
}

const serverProblems = new Set<ProblemCode>(['unavailable', 'internal'])

/** Viewer hosts answer with pages, not with problems. */
function judgePage({ status, headers }: Answer, { allows }: FaultKind): string | undefined {
  if (status === 503 && allows.some((code) => serverProblems.has(code)))
    return headers['retry-after'] === undefined ? '503 without Retry-After' : undefined
  const isRefusal = status === 401 || status === 403
  return isRefusal && allows.includes('unauthenticated') ? undefined : 'an answer that does not fit the fault'
}

function hasCause({ headers }: Answer, lines: LogLine[]): boolean {
  const id = headers['x-request-id']
  return lines.some(
    ({ level, reqId, err, reason }) =>
      level >= warning && reqId === id && (err !== undefined || reason !== undefined),
  )
}

function describeAnswer({ status, failure, bytes, headers }: Answer): string {
  const text = headers['content-type']?.includes('json') ? ` ${bytes.toString('utf8', 0, 300)}` : ''
  return failure === undefined ? `${status}${text}` : `${status}, ${failure}`
}
