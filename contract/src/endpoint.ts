import * as z from 'zod/mini'

import type { Action } from './roles.ts'

// The portal’s content security policy forbids `eval` and reports every attempt; zod’s JIT would try it.
z.config({ jitless: true })

/**
 * Who may call an endpoint:
 * - `public`: anyone
 * - `user`: any signed-in person
 * - `user-or-key`: any signed-in person, or an API key of any account
 * - `member`: a person with an active membership in the account of the path, whose role allows the endpoint's `action`
 * - `member-or-key`: such a member, or an API key of that account
 * - `agent`: a coding agent, with an API key of the account of the path, as bearer token or in `X-API-Key`, or
 *   with an access token that a member has allowed it
 * - `admin`: a platform administrator, the operator
 * - `marketplace`: the marketplace itself, by the JWT of its webhooks
 * - `camera`: the program that takes pictures of stories, by its own token
 */
export type Access =
  | 'public'
  | 'user'
  | 'user-or-key'
  | 'member'
  | 'member-or-key'
  | 'agent'
  | 'admin'
  | 'marketplace'
  | 'camera'

type MemberAccess = 'member' | 'member-or-key'

/** Endpoints for members name the action that the member's role must allow. */
export type ActionOf<A extends Access> = A extends MemberAccess ? Action : undefined

type WhoMayCall =
  | { access: MemberAccess; action: Action }
  | { access: Exclude<Access, MemberAccess>; action?: never }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Shape = z.ZodMiniObject

/** The reply of an endpoint that sends a file instead of JSON. */
export const bytes = z.custom<Uint8Array>()

export type EndpointDefinition = WhoMayCall & {
  method: Method
  /** Parameters are written as `:name`, and `*` matches the rest of the path. */
  path: `/${string}`
  summary: string
  params?: Shape
  query?: Shape
  /** A JSON body … */
  body?: z.ZodMiniType
  /** … or the parts of a multipart form, which the handler reads as a stream. */
  form?: Shape
  /** Optional request headers, for the API reference; the handler reads them. */
  headers?: Shape
  /** The largest JSON body, in bytes, where it is larger than usual. */
  maxBodyBytes?: number
  /** Success is answered with 201 instead of 200. */
  isCreation?: true
  reply?: z.ZodMiniType
}

export interface Endpoint<
  A extends Access = Access,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Form extends Shape | undefined = Shape | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method
  path: `/${string}`
  summary: string
  access: A
  action: ActionOf<A>
  params: Params
  query: Query
  body: Body
  form: Form
  headers: Shape
  maxBodyBytes: number
  isCreation: boolean
  reply: Reply
}

export type AnyEndpoint = Endpoint

type OrEmpty<T> = T extends Shape ? T : z.ZodMiniObject<{}>
type OrNothing<T> = T extends z.ZodMiniType ? T : z.ZodMiniVoid
type OrUndefined<T> = T extends Shape ? T : undefined

type EndpointOf<D extends EndpointDefinition> = Endpoint<
  D['access'],
  OrEmpty<D['params']>,
  OrEmpty<D['query']>,
  OrNothing<D['body']>,
  OrUndefined<D['form']>,
  OrNothing<D['reply']>
>

/** Most calls say a few words. */
export const usualBodyBytes = 16 * 1024
/** For calls that name hundreds of things. */
export const longBodyBytes = 256 * 1024

const empty = z.strictObject({})
const nothing = z.void()

/** The single definition of a call: the server validates and documents it, the client gets its types from it. */
export function endpoint<const D extends EndpointDefinition>(definition: D): EndpointOf<D> {
  const defaults = {
    action: undefined,
    params: empty,
    query: empty,
    body: nothing,
    form: undefined,
    headers: empty,
    maxBodyBytes: usualBodyBytes,
    isCreation: false,
    reply: nothing,
  }
  return { ...defaults, ...definition } as unknown as EndpointOf<D>
}

type HasNone<S extends Shape> = keyof S['shape'] extends never ? true : false

/** The arguments of a call to this endpoint. */
export type Input<E extends AnyEndpoint> = {
  signal?: AbortSignal
} & (HasNone<E['params']> extends true ? { params?: never } : { params: z.input<E['params']> }) &
  (HasNone<E['query']> extends true ? { query?: never } : { query?: z.input<E['query']> }) &
  (undefined extends z.input<E['body']> ? { body?: never } : { body: z.input<E['body']> }) &
  (E['form'] extends Shape ? { form: FormData } : { form?: never })

export type Output<E extends AnyEndpoint> = z.output<E['reply']>
