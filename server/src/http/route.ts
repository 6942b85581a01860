import { bytes } from '@plinth/contract/endpoint.ts'
import type { AnyEndpoint, Endpoint } from '@plinth/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { boundTo } from '../database/account-binding.ts'
import type { AccountTurns } from './account-turns.ts'
import { actorOf } from './actor.ts'
import type { Actor } from './actor.ts'
import type { Callers, ResolveCaller } from './callers.ts'
import { Problem } from './problems.ts'
import { whileClientStays } from './while-client-stays.ts'
import { writeReply } from './write-reply.ts'

declare module 'fastify' {
  interface FastifyInstance {
    resolveCaller: ResolveCaller
    /** All contract endpoints, in the order of registration; the API reference is generated from them. */
    endpoints: AnyEndpoint[]
    /** Throws a problem if this caller has made too many calls. */
    limitCaller(name: string | undefined): Promise<void>
    turns: AccountTurns
  }
  interface FastifyRequest {
    /** Whose token or key it has, as soon as that is known: "user 12", also if the call is then refused. */
    callerName: string | undefined
  }
  interface FastifyContextConfig {
    /** Who may call the route. Registering a route without it throws. */
    access?: AnyEndpoint['access']
  }
}

type Input<E extends AnyEndpoint> = Callers[E['access']] & {
  /** Recorded in the audit log for the handler's changes. */
  actor: E['access'] extends 'public' ? undefined : Actor
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  request: FastifyRequest
}

/** A reply that a thread has already checked against the schema and written as JSON, because it may be large. */
export class WrittenReply {
  readonly json: Uint8Array

  constructor(json: Uint8Array) {
    this.json = json
  }
}

/** Handlers of endpoints that reply with a file send it themselves. */
type Result<E extends AnyEndpoint> =
  z.input<E['reply']> extends Uint8Array ? void : z.input<E['reply']> | WrittenReply

type Handler<E extends AnyEndpoint> = (input: Input<E>, reply: FastifyReply) => Promise<Result<E>> | Result<E>

interface RouteOptions {
  /** The handler has slots of its own, for which it may wait long. */
  hasOwnSlots?: boolean
}

/** Registers a contract endpoint: checks access, validates the input, calls the handler, applies the reply's schema. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { hasOwnSlots = false }: RouteOptions = {},
): void {
  async function inTurn<Result>(accountId: number, { raw }: FastifyReply, work: () => Promise<Result>) {
    if (hasOwnSlots) {
      app.turns.noteCall(accountId)
      return work()
    }
    const endTurn = await whileClientStays(raw, (signal) => app.turns.take(accountId, signal))
    try {
      return await app.turns.within(accountId, work)
    } finally {
      endTurn()
    }
  }
  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request, reply) => {
      const caller = await app.resolveCaller(endpoint, request)
      const actor = actorOf(caller, request.ip)
      await app.limitCaller(rateLimitKey(caller, actor))
      const input = {
        params: parse(endpoint.params, request.params, 'not_found'),
        query: parse(endpoint.query, request.query, 'invalid_input'),
        body: parse(endpoint.body, request.body ?? undefined, 'invalid_input'),
      }
      if (endpoint.isCreation) reply.code(201)
      const work = async () => {
        const result = await handler({ ...caller, ...input, actor, request } as never, reply)
        if (endpoint.reply === bytes || result === undefined) return undefined
        return result instanceof WrittenReply ? result.json : writeReply(endpoint.reply, result)
      }
      const json =
        'account' in caller
          ? await inTurn(caller.account.id, reply, () => boundTo(caller.account.id, work))
          : await boundTo('all accounts', work)
      if (endpoint.reply === bytes) return reply
      reply.header('cache-control', 'no-store')
      if (json === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send()
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}

/** Calls with the same key count together; undefined for public endpoints, which are limited by address only. */
function rateLimitKey(caller: Callers[keyof Callers], actor: Actor | undefined): string | undefined {
  // A busy agent does not use up what its person may call.
  if ('caller' in caller && caller.caller.kind === 'agent') return `agent ${caller.caller.agent.id}`
  return actor && (actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`)
}

function parse(schema: z.ZodMiniType, value: unknown, code: 'not_found' | 'invalid_input'): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (code === 'not_found') throw new Problem('not_found')
  throw new Problem(code, {
    errors: result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
