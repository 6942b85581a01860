import { PublicId } from '@plinth/contract/accounts.ts'
import type { Access } from '@plinth/contract/endpoint.ts'
import type { Role } from '@plinth/contract/members.ts'
import type { FastifyRequest } from 'fastify'

import { findMembership } from '../features/accounts/store.ts'
import { findApiKey, updateLastUsed } from '../features/api-keys/store.ts'
import { Problem } from '../http/problems.ts'
import { isWellFormedKey } from '../identity/api-key-format.ts'
import { signInUser } from '../identity/store.ts'
import type { User } from '../identity/store.ts'
import type { Services } from '../services.ts'

export interface MemberAccount {
  id: number
  publicId: string
  role: Role
}

type ApiKeyInUse = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

/** Somebody signed in, or a program with a key. */
export type Caller = { kind: 'user'; user: User } | { kind: 'apiKey'; key: ApiKeyInUse }

interface UserCaller {
  user: User
}

interface MemberCaller extends UserCaller {
  account: MemberAccount
}

/** What a handler may know of its caller, by the access its endpoint declares. */
export interface Callers {
  public: {}
  user: UserCaller
  'user-or-key': { caller: Caller }
  member: MemberCaller
  'member-or-key': { caller: Caller; account: Pick<MemberAccount, 'id' | 'publicId'> }
  owner: MemberCaller
  admin: UserCaller
  marketplace: { marketplace: true }
}

type AccessServices = Pick<Services, 'db' | 'identity' | 'isAdministrator' | 'marketplace'>

type Resolve<A extends Access> = (request: FastifyRequest, services: AccessServices) => Promise<Callers[A]>

/** Deny by default: a caller exists only if the resolver of its access level returns one. */
export const resolvers: { [A in Access]: Resolve<A> } = {
  public: async () => ({}),
  user: signedIn,
  'user-or-key': async (request, services) => ({ caller: await userOrKey(request, services) }),
  member,
  'member-or-key': async (request, services) => {
    if (!hasKey(request)) {
      const { user, account } = await member(request, services)
      return { caller: { kind: 'user', user }, account }
    }
    const key = await keyInUse(request, services)
    if (key.accountPublicId !== accountOf(request)) throw new Problem('not_found')
    return { caller: { kind: 'apiKey', key }, account: { id: key.accountId, publicId: key.accountPublicId } }
  },
  owner: async (request, services) => {
    const caller = await member(request, services)
    if (caller.account.role !== 'Owner') throw new Problem('owner_required')
    return caller
  },
  // To everybody else who is signed in, the operator's calls do not exist.
  admin: async (request, services) => {
    const caller = await signedIn(request, services)
    if (!services.isAdministrator(caller.user)) throw new Problem('not_found')
    return caller
  },
  marketplace: async (request, { marketplace }) => {
    await marketplace.verifyWebhook(bearerOf(request) ?? '')
    return { marketplace: true }
  },
}

async function signedIn(request: FastifyRequest, { db, identity }: AccessServices): Promise<UserCaller> {
  if (hasKey(request)) throw new Problem('key_not_allowed')
  const token = bearerOf(request)
  if (!token) throw new Problem('unauthenticated')
  return { user: await signInUser(db, await identity.verifyToken(token)) }
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
}

async function member(request: FastifyRequest, services: AccessServices): Promise<MemberCaller> {
  const { user } = await signedIn(request, services)
  const account = await findMembership(services.db, accountOf(request), user.id)
  if (!account) throw new Problem('not_found')
  return { user, account }
}

async function userOrKey(request: FastifyRequest, services: AccessServices): Promise<Caller> {
  if (hasKey(request)) return { kind: 'apiKey', key: await keyInUse(request, services) }
  return { kind: 'user', ...(await signedIn(request, services)) }
}

/** A key speaks only where nobody signed in does. */
const hasKey = ({ headers }: FastifyRequest) =>
  headers['x-api-key'] !== undefined && headers.authorization === undefined

async function keyInUse({ headers }: FastifyRequest, { db }: AccessServices): Promise<ApiKeyInUse> {
  const given = headers['x-api-key']
  const key = typeof given === 'string' && isWellFormedKey(given) ? await findApiKey(db, given) : undefined
  if (!key) throw new Problem('key_invalid')
  if (!key.isFresh) await updateLastUsed(db, key.id)
  return key
}

/** Before it is looked for: what cannot be an id is nobody's account. */
function accountOf({ params }: FastifyRequest): string {
  const { success, data } = PublicId.safeParse((params as { account: string }).account)
  if (!success) throw new Problem('not_found')
  return data
}
