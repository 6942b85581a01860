import { bytes } from '@plinth/contract/endpoint.ts'
import type { AnyEndpoint, Endpoint } from '@plinth/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { actorOf } from './actor.ts'
import type { Actor } from './actor.ts'
import type { Callers, ResolveCaller } from './callers.ts'
import { Problem } from './problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    resolveCaller: ResolveCaller
    /** Every contract endpoint served, in order; the API reference is made from it. */
    endpoints: AnyEndpoint[]
    limitCaller(name: string | undefined): Promise<void>
  }
  interface FastifyContextConfig {
    /** Who may call the route. A route without it does not start. */
    access?: AnyEndpoint['access']
  }
}

type Handled<E extends AnyEndpoint> = Callers[E['access']] & {
  /** Who the audit log names for what the handler changes. */
  actor: E['access'] extends 'public' ? undefined : Actor
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  request: FastifyRequest
}

/** A call that answers with a file sends it itself. */
type Answer<E extends AnyEndpoint> = z.input<E['reply']> extends Uint8Array ? void : z.input<E['reply']>

type Handler<E extends AnyEndpoint> = (
  input: Handled<E>,
  reply: FastifyReply,
) => Promise<Answer<E>> | Answer<E>

/** A contract endpoint becomes a route: access first, then validation, then the handler, then the reply's own schema. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    handler: async (request, reply) => {
      const caller = await app.resolveCaller(endpoint, request)
      const actor = actorOf(caller, request.ip)
      await app.limitCaller(nameOf(actor))
      const input = {
        params: parse(endpoint.params, request.params, 'not_found'),
        query: parse(endpoint.query, request.query, 'invalid_input'),
        body: parse(endpoint.body, request.body ?? undefined, 'invalid_input'),
      }
      const answer = await handler({ ...caller, ...input, actor, request } as never, reply)
      if (endpoint.reply === bytes) return reply
      reply.header('cache-control', 'no-store')
      if (answer === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send()
      return reply.send(endpoint.reply.parse(answer))
    },
  })
}

/** Whose calls are counted together; nobody's, where nobody had to say who they are. */
const nameOf = (actor: Actor | undefined) =>
  actor && (actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`)

function parse(schema: z.ZodMiniType, value: unknown, code: 'not_found' | 'invalid_input'): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (code === 'not_found') throw new Problem('not_found')
  throw new Problem(code, {
    errors: result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
