import type { FastifyReply, FastifyRequest } from 'fastify'

import { isRejectedValue } from '../database/rejected-value.ts'
import type { Problem } from './problems.ts'
import { safePathOf } from './request-path.ts'

/**
 * Refusals that can stem from the settings: an audience, an authority or a tenant that is not the one meant. Those
 * with a cause are logged; without one, what was sent was no token at all.
 */
const refusalsBySettings = new Set<Problem['code']>(['token_invalid', 'scope_missing', 'webhook_refused'])

/** Whoever runs the portal learns here, and only here, why it failed or refused; the request's id is in every line. */
function logCause({ status, code, message, cause }: Problem, { log }: FastifyRequest) {
  if (status >= 500 && cause === undefined) log.warn({ code, reason: message }, `request failed: ${code}`)
  else if (status >= 500) log.error({ err: cause, code }, `request failed: ${code}`)
  else if (cause !== undefined && refusalsBySettings.has(code)) {
    log.warn({ err: cause, code }, `request refused: ${code}`)
  } else if (isRejectedValue(cause)) log.warn({ err: cause, code }, 'the database rejected a value')
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

/** For the caller alone: it can hold a code. */
const pathOf = ({ originalUrl }: FastifyRequest) => safePathOf(originalUrl)
