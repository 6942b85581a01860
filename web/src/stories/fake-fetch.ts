import type { AnyEndpoint, Output } from '@plinth/contract/endpoint.ts'
import { problems, titleOf } from '@plinth/contract/problems.ts'
import type { InvitationFacts, ProblemCode, ProblemDocument } from '@plinth/contract/problems.ts'

import { logError } from '../log.ts'

/** A call to the portal, or to the graph service. */
type Address = Pick<AnyEndpoint, 'method' | 'path'>

/** The response to one of a story's calls. */
export interface Answer {
  endpoint: Address
  respond: () => Promise<Response>
}

export const answer = <E extends AnyEndpoint>(endpoint: E, reply: Output<E>): Answer => ({
  endpoint,
  respond: async () => (reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply)),
})

/** For endpoints that reply with a file. */
export const answerBytes = (endpoint: Address, bytes: Uint8Array<ArrayBuffer>): Answer => ({
  endpoint,
  respond: async () => new Response(bytes),
})

/** For stories that show loading or saving. */
export const answerNever = (endpoint: Address): Answer => ({
  endpoint,
  respond: () => new Promise(() => {}),
})

/** Answers once; then the portal refuses, as one that restarts does. */
export function thenFails({ endpoint, respond }: Answer): Answer {
  let isFirst = true
  return {
    endpoint,
    respond: async () => {
      if (!isFirst) return new Response(null, { status: 403 })
      isFirst = false
      return respond()
    },
  }
}

export const answerProblem = (
  endpoint: AnyEndpoint,
  code: ProblemCode,
  {
    detail = problems[code].detail,
    ...extras
  }: Pick<Partial<ProblemDocument>, 'detail' | 'errors' | keyof InvitationFacts> = {},
): Answer => ({
  endpoint,
  respond: async () => {
    const { status } = problems[code]
    const title = titleOf(status)
    return Response.json({ type: 'about:blank', title, status, detail, code, ...extras }, { status })
  },
})

/** Responds with the first matching answer, and fails for any other call. */
export function fakeFetch(answers: Answer[]): typeof fetch {
  return async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.origin).pathname
    const method = init?.method ?? 'GET'
    const match = answers.find(({ endpoint }) => endpoint.method === method && matches(endpoint.path, path))
    if (match) return match.respond()
    const error = new Error(`This story has no answer to ${method} ${path}`)
    logError('A story is incomplete', error)
    throw error
  }
}

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path)
