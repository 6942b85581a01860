import type { FastifyReply, FastifyRequest } from 'fastify'

import { isRefusedRow, isRejectedValue } from '../database/rejected-value.ts'
import type { Problem } from './problems.ts'
import { safePathOf } from './request-path.ts'

/**
 * Refusals that wrong settings can cause: another audience, authority or tenant. Those with a cause are logged; without
 * one, the request had no token that could be parsed.
 */
const refusalsFromSettings = new Set<Problem['code']>(['token_invalid', 'scope_missing', 'webhook_refused'])

/** Only the log says why a request failed or was refused; every line has the request id. */
function logCause({ status, code, message, cause }: Problem, { log }: FastifyRequest) {
  if (status >= 500 && cause === undefined) log.warn({ code, reason: message }, `request failed: ${code}`)
  else if (status >= 500) log.error({ err: cause, code }, `request failed: ${code}`)
  else if (cause !== undefined && refusalsFromSettings.has(code)) {
    log.warn({ err: cause, code }, `request refused: ${code}`)
  } else if (isRejectedValue(cause)) log.warn({ err: cause, code }, 'the database rejected a value')
  // Its parent was deleted meanwhile, or a statement has the wrong account: that would be a bug.
  else if (isRefusedRow(cause)) log.warn({ err: cause, code }, 'row-level security refused a row')
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  logCause(problem, request)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(problem.document(pathOf(request)))
}

/** Sent to the caller, but not logged: a path can still contain an invitation code. */
const pathOf = ({ originalUrl }: FastifyRequest) => safePathOf(originalUrl)
