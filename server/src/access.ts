import type { Access } from '@plinth/contract/endpoint.ts'
import type { Role } from '@plinth/contract/members.ts'
import type { FastifyRequest } from 'fastify'

import { findMembership } from './accounts/store.ts'
import { signInUser } from './identity/store.ts'
import type { User } from './identity/store.ts'
import { Problem } from './problems.ts'
import type { Services } from './services.ts'

export interface MemberAccount {
  id: number
  publicId: string
  role: Role
}

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
  member: MemberCaller
  owner: MemberCaller
}

type AccessServices = Pick<Services, 'db' | 'identity'>

type Resolve<A extends Access> = (request: FastifyRequest, services: AccessServices) => Promise<Callers[A]>

/** Deny by default: a caller exists only if the resolver of its access level returns one. */
export const resolvers: { [A in Access]: Resolve<A> } = {
  public: async () => ({}),
  user: signedIn,
  member,
  owner: async (request, services) => {
    const caller = await member(request, services)
    if (caller.account.role !== 'Owner') throw new Problem('owner_required')
    return caller
  },
}

async function signedIn(request: FastifyRequest, { db, identity }: AccessServices): Promise<UserCaller> {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new Problem('unauthenticated')
  return { user: await signInUser(db, await identity.verifyToken(token)) }
}

async function member(request: FastifyRequest, services: AccessServices): Promise<MemberCaller> {
  const { user } = await signedIn(request, services)
  const { account } = request.params as { account: string }
  const membership = await findMembership(services.db, account, user.id)
  if (!membership) throw new Problem('not_found')
  return { user, account: membership }
}
