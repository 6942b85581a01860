import { PublicId } from '@plinth/contract/accounts.ts'
import type { Access, ActionOf } from '@plinth/contract/endpoint.ts'
import type { Action } from '@plinth/contract/roles.ts'
import type { FastifyRequest } from 'fastify'

import type { Database } from '../database/connect.ts'
import { findMembership } from '../features/accounts/store.ts'
import type { IsAdministrator } from '../features/administration/is-administrator.ts'
import { findApiKey, findPublishTarget, updateLastUsed } from '../features/api-keys/store.ts'
import type { AuthorizationServer } from '../features/connected-agents/authorization-server.ts'
import type { CameraTokens } from '../features/pictures/camera-tokens.ts'
import type { AccountTurns } from '../http/account-turns.ts'
import type {
  ApiKeyInUse,
  Caller,
  Callers,
  MemberCaller,
  ResolveCaller,
  UserCaller,
} from '../http/callers.ts'
import { clientNetwork } from '../http/client-address.ts'
import { requirePermission } from '../http/permissions.ts'
import { Problem } from '../http/problems.ts'
import { isWellFormedKey, looksLikeKey } from '../identity/api-key-format.ts'
import type { IdentityService } from '../identity/identity-service.ts'
import { signInUser } from '../identity/store.ts'
import type { Identity } from '../identity/token-verifier.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'

interface AccessServices {
  db: Database
  identity: IdentityService
  isAdministrator: IsAdministrator
  marketplace: Marketplace
  authorizationServer: AuthorizationServer
  cameraTokens: CameraTokens
}

/** A request and whose token it has, which is undefined without a token of the identity provider. */
interface IdentifiedRequest {
  request: FastifyRequest
  identity: Identity | undefined
}

type Resolve<A extends Access> = (
  identified: IdentifiedRequest,
  services: AccessServices,
  action: ActionOf<A>,
) => Promise<Callers[A]>

/** Denies by default: there is a caller only if the resolver of the access level returns one. */
const resolvers: { [A in Access]: Resolve<A> } = {
  public: async () => ({}),
  user: signedIn,
  'user-or-key': async (identified, services) => ({ caller: await userOrKey(identified, services) }),
  member,
  'member-or-key': async (identified, services, action) => {
    const { request } = identified
    if (!hasKey(request)) {
      const { user, account } = await member(identified, services, action)
      return { caller: { kind: 'user', user }, account }
    }
    const caller = await keyOfAccount(request, services, request.headers['x-api-key'])
    await requireScope(services.db, caller.caller.key, action, request)
    return caller
  },
  // Most MCP clients can only be told a bearer token; others get one of the portal's authorization server.
  agent: async ({ request }, services) => {
    const given = hasKey(request) ? request.headers['x-api-key'] : bearerOf(request)
    if (given === undefined) throw new Problem('unauthenticated')
    if (typeof given !== 'string' || looksLikeKey(given)) return keyOfAccount(request, services, given)
    const caller = await services.authorizationServer.findCaller(given, accountOf(request))
    if (!caller) throw new Problem('agent_token_invalid')
    request.callerName = `agent ${caller.caller.agent.id}`
    return caller
  },
  // For everybody else these calls do not exist.
  admin: async (identified, services) => {
    const caller = await signedIn(identified, services)
    if (!services.isAdministrator(caller.user)) throw new Problem('not_found')
    return caller
  },
  marketplace: async ({ request }, { marketplace }) => {
    await marketplace.verifyWebhook(bearerOf(request) ?? '')
    return { marketplace: true }
  },
  camera: async ({ request }, { cameraTokens }) => {
    if (!cameraTokens.accept(bearerOf(request))) throw new Problem('unauthenticated')
    request.callerName = 'camera'
    return { camera: true }
  },
}

/** Callers that are found out without the database, or are the portal's own. */
const withoutAccount: ReadonlySet<Access> = new Set(['public', 'marketplace', 'camera'])

export function callerResolver(
  services: AccessServices,
  turns: Pick<AccountTurns, 'identify'>,
): ResolveCaller {
  return async ({ access, action }, request, response) => {
    const resolve = resolvers[access]
    if (withoutAccount.has(access)) return resolve({ request, identity: undefined }, services, action)
    // Before the turn: the identity provider may take seconds to send its keys, and others could not be identified.
    const identity = access === 'agent' ? undefined : await verifyToken(request, services)
    return turns.identify(credentialOf(request), response, () =>
      resolve({ request, identity }, services, action),
    )
  }
}

async function verifyToken(request: FastifyRequest, { identity }: AccessServices) {
  const token = hasKey(request) ? undefined : bearerOf(request)
  return token ? identity.verifyToken(token) : undefined
}

/** What a caller is known by before anything is looked up. */
const credentialOf = ({ headers, ip }: FastifyRequest) =>
  String(headers.authorization ?? headers['x-api-key'] ?? `address ${clientNetwork(ip)}`)

async function signedIn(
  { request, identity }: IdentifiedRequest,
  { db }: AccessServices,
): Promise<UserCaller> {
  if (hasKey(request)) throw new Problem('key_not_allowed')
  if (!identity) throw new Problem('unauthenticated')
  const user = await signInUser(db, identity)
  request.callerName = `user ${user.id}`
  return { user }
}

export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme, token, ...rest] = headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
}

async function member(
  identified: IdentifiedRequest,
  services: AccessServices,
  action: Action,
): Promise<MemberCaller> {
  const { user } = await signedIn(identified, services)
  const account = await findMembership(services.db, accountOf(identified.request), user.id)
  if (!account) throw new Problem('not_found')
  requirePermission(account, action)
  return { user, account }
}

async function userOrKey(identified: IdentifiedRequest, services: AccessServices): Promise<Caller> {
  const { request } = identified
  if (hasKey(request)) {
    return { kind: 'apiKey', key: await findKeyInUse(request, services, request.headers['x-api-key']) }
  }
  return { kind: 'user', ...(await signedIn(identified, services)) }
}

/** A bearer token takes precedence over an API key. */
const hasKey = ({ headers }: FastifyRequest) =>
  headers['x-api-key'] !== undefined && headers.authorization === undefined

/** What a header says is the key. */
type GivenKey = string | string[] | undefined

async function findKeyInUse(
  request: FastifyRequest,
  { db }: AccessServices,
  given: GivenKey,
): Promise<ApiKeyInUse> {
  const key = typeof given === 'string' && isWellFormedKey(given) ? await findApiKey(db, given) : undefined
  if (!key) throw new Problem('key_invalid')
  request.callerName = `apiKey ${key.id}`
  if (!key.isFresh) await updateLastUsed(db, key.id)
  return key
}

/** A key of another account answers like one of an account that does not exist. */
async function keyOfAccount(request: FastifyRequest, services: AccessServices, given: GivenKey) {
  const key = await findKeyInUse(request, services, given)
  if (key.accountPublicId !== accountOf(request)) throw new Problem('not_found')
  return {
    caller: { kind: 'apiKey' as const, key },
    account: { id: key.accountId, publicId: key.accountPublicId },
  }
}

/** Throws unless the key's scope allows the action. Every key may read; storybooks of other accounts do not exist. */
async function requireScope(
  db: Database,
  key: ApiKeyInUse,
  action: Action,
  request: FastifyRequest,
): Promise<void> {
  if (key.scope === 'publishAll' || action === 'view') return
  const isReader = key.scope === 'read'
  const isOfStorybook = action === 'publish' || action === 'markVersions'
  if (!isOfStorybook) throw new Problem(isReader ? 'key_lacks_publish' : 'key_lacks_all_storybooks')
  const storybook = await findPublishTarget(db, key, idOf(request, 'storybook'))
  if (!storybook) throw new Problem('not_found')
  if (isReader) throw new Problem('key_lacks_publish')
  if (!storybook.isChosen) throw new Problem('key_lacks_storybook')
}

/** Refuses malformed ids before they reach the database. */
function idOf({ params }: FastifyRequest, name: 'account' | 'storybook'): string {
  const { success, data } = PublicId.safeParse((params as Record<string, string>)[name])
  if (!success) throw new Problem('not_found')
  return data
}

const accountOf = (request: FastifyRequest) => idOf(request, 'account')
