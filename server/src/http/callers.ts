import type { ServerResponse } from 'node:http'

import type { KeyScope } from '@plinth/contract/api-keys.ts'
import type { Access, Endpoint } from '@plinth/contract/endpoint.ts'
import type { Role } from '@plinth/contract/roles.ts'
import type { FastifyRequest } from 'fastify'

import type { User } from '../identity/store.ts'

export interface MemberAccount {
  id: number
  publicId: string
  role: Role
}

/** The API key a request was made with. */
export interface ApiKeyInUse {
  id: number
  name: string
  accountId: number
  accountPublicId: string
  accountName: string
  scope: KeyScope
}

/** A signed-in person, or a program with an API key. */
export type Caller = { kind: 'user'; user: User } | { kind: 'apiKey'; key: ApiKeyInUse }

/** The id of the person who asks, for what is theirs; null for an API key. */
export const userIdOf = (caller: Caller): number | null => (caller.kind === 'user' ? caller.user.id : null)

/** A person's MCP client, with an access token of the portal: it may read one account as that person. */
export interface AgentCaller {
  caller: { kind: 'agent'; user: User; agent: { id: number; name: string } }
  account: Pick<MemberAccount, 'id' | 'publicId'>
}

export interface UserCaller {
  user: User
}

export interface MemberCaller extends UserCaller {
  account: MemberAccount
}

/** What a handler knows about its caller, by the access its endpoint declares. */
export interface Callers {
  public: {}
  user: UserCaller
  'user-or-key': { caller: Caller }
  member: MemberCaller
  'member-or-key': {
    caller: Caller
    /** API keys have a scope instead of a role. */
    account: Pick<MemberAccount, 'id' | 'publicId'> & Partial<Pick<MemberAccount, 'role'>>
  }
  agent: AgentCaller | { caller: Extract<Caller, { kind: 'apiKey' }>; account: AgentCaller['account'] }
  admin: UserCaller
  marketplace: { marketplace: true }
  camera: { camera: true }
}

/** Throws a problem unless the caller may use the endpoint. Callers take turns as long as they wait for the answer. */
export type ResolveCaller = <A extends Access>(
  endpoint: Pick<Endpoint<A>, 'access' | 'action'>,
  request: FastifyRequest,
  response: ServerResponse,
) => Promise<Callers[A]>
