import { bytes } from '@plinth/contract/endpoint.ts'
import type { AnyEndpoint, Endpoint } from '@plinth/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { boundTo } from '../database/account-binding.ts'
import type { Party } from '../shared/account-pace.ts'
import type { AccountTurns } from './account-turns.ts'
import { actorOf } from './actor.ts'
import type { Actor } from './actor.ts'
import type { Callers, ResolveCaller } from './callers.ts'
import { Problem } from './problems.ts'
import type { UnsentReplies } from './unsent-replies.ts'
import { inPieces, writeReply } from './write-reply.ts'

declare module 'fastify' {
  interface FastifyInstance {
    resolveCaller: ResolveCaller
    /** All contract endpoints, in the order of registration; the API reference is generated from them. */
    endpoints: AnyEndpoint[]
    /** Throws a problem if this caller has made too many calls. */
    limitCaller(name: string | undefined): Promise<void>
    turns: AccountTurns
    unsentReplies: UnsentReplies
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
  /** For handlers that go on to wait for slots of their own, or for another server: further calls of the account begin. */
  endTurn: () => void
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
  /** The handler has slots of its own, for which it may wait long. It ends its turn before that. */
  hasOwnSlots?: boolean
}

/** What is known of a call before its body is read. */
interface AdmittedCall {
  caller: Callers[keyof Callers]
  actor: Actor | undefined
  params: unknown
  query: unknown
}

/**
 * Registers a contract endpoint: checks access, validates the input, calls the handler, applies the reply's schema. Nobody's
 * body is read before it is known that they may call the endpoint.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { hasOwnSlots = false }: RouteOptions = {},
): void {
  const admitted = new WeakMap<FastifyRequest, AdmittedCall>()
  const kind = `${endpoint.method} ${endpoint.path}`

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await app.resolveCaller(endpoint, request, reply.raw)
    const actor = actorOf(caller, request.ip)
    await app.limitCaller(rateLimitKey(caller, actor))
    const params = parse(endpoint.params, request.params, 'not_found')
    const query = parse(endpoint.query, request.query, 'invalid_input')
    admitted.set(request, { caller, actor, params, query })
  }

  function inTurn<Result>(
    party: Party | undefined,
    { raw }: FastifyReply,
    work: (endTurn: () => void) => Promise<Result>,
  ) {
    if (party === undefined) return work(() => {})
    const turn = { party, kind }
    return hasOwnSlots ? app.turns.runUntilOwnSlots(turn, raw, work) : app.turns.run(turn, raw, work)
  }

  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access },
    bodyLimit: endpoint.maxBodyBytes,
    onRequest: admit,
    handler: async (request, reply) => {
      const call = admitted.get(request)
      if (!call) throw new Error('a call was not admitted')
      const { caller, actor, params, query } = call
      const body = parse(endpoint.body, request.body ?? undefined, 'invalid_input')
      if (endpoint.isCreation) reply.code(201)
      const work = async (endTurn: () => void) => {
        const input = { ...caller, params, query, body, actor, request, endTurn }
        const result = await handler(input as never, reply)
        if (endpoint.reply === bytes || result === undefined) return undefined
        return result instanceof WrittenReply ? result.json : writeReply(endpoint.reply, result)
      }
      const bound = 'account' in caller ? caller.account.id : 'all accounts'
      const party = partyOf(caller)
      const json = await inTurn(party, reply, (endTurn) => boundTo(bound, () => work(endTurn)))
      if (endpoint.reply === bytes) return reply
      reply.header('cache-control', 'no-store')
      if (json === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send()
      reply.type('application/json; charset=utf-8')
      const pieces = inPieces(json)
      if (!pieces) return reply.send(json)
      // What has been changed already is not refused.
      if (party !== undefined && endpoint.method === 'GET') {
        app.unsentReplies.add(party, json.length, reply.raw)
      }
      return reply.header('content-length', json.length).send(pieces)
    },
  })
}

/** Whose turn a call takes. A person's calls that are about no account take turns of their own. */
function partyOf(caller: Callers[keyof Callers]): Party | undefined {
  if ('account' in caller) return caller.account.id
  if ('user' in caller) return `user ${caller.user.id}`
  if (!('caller' in caller)) return undefined
  return caller.caller.kind === 'apiKey' ? caller.caller.key.accountId : `user ${caller.caller.user.id}`
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
