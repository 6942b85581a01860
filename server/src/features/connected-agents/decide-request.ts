import { randomBytes } from 'node:crypto'

import { maxConnectedAgents } from '@plinth/contract/connected-agents.ts'
import type { AgentRequest } from '@plinth/contract/connected-agents.ts'
import { rolesThatCan } from '@plinth/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'

import type { Database } from '../../database/connect.ts'
import { DatabaseUnavailable } from '../../database/unavailable.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { User } from '../../identity/store.ts'
import type { Config } from '../../settings/config.ts'
import { listAccountsOfUser } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { isOwnMachine } from './client-metadata.ts'
import { describeAgent } from './describe-agent.ts'
import { accountOfResource } from './resources.ts'
import { countConnectedAgents, insertConnectedAgent } from './store.ts'

export interface RequestServices {
  config: Config
  db: Database
  authorizationServer: AuthorizationServer
}

/** What an MCP client asked for, in the browser that this call comes from. */
interface PendingRequest {
  clientId: string
  clientName: string | null
  clientHost: string | null
  /** Null for a program on the person's own machine, which may listen on any port. */
  redirectHost: string | null
  accountPublicId: string
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export async function describeRequest(
  services: RequestServices,
  { request, reply }: Exchange,
  uid: string,
  user: User,
): Promise<AgentRequest> {
  const pending = await findPending(services, { request, reply }, uid)
  const { name: accountName } = await findAccount(services, pending, user)
  const { clientName, clientHost, redirectHost } = pending
  return { name: clientName, clientHost, redirectHost, accountName }
}

/** Records the person's answer; resolves to the address at which the browser continues. */
export async function decideRequest(
  services: RequestServices,
  exchange: Exchange,
  uid: string,
  { user, actor, isAllowed }: { user: User; actor: Actor; isAllowed: boolean },
): Promise<string> {
  const pending = await findPending(services, exchange, uid)
  const result = isAllowed
    ? await allow(services, pending, user, actor)
    : { error: 'access_denied', error_description: 'The person refused.' }
  const { provider } = services.authorizationServer
  return provider.interactionResult(exchange.request.raw, exchange.reply.raw, result)
}

async function allow(
  services: RequestServices,
  pending: PendingRequest,
  user: User,
  actor: Actor,
): Promise<InteractionResults> {
  const { id: accountId } = await findAccount(services, pending, user)
  const grantId = randomBytes(32).toString('base64url')
  await services.db.transaction().execute(async (trx) => {
    if ((await countConnectedAgents(trx, user.id)) >= maxConnectedAgents)
      throw new Problem('too_many_connected_agents')
    await insertConnectedAgent(trx, { ...pending, accountId, userId: user.id, grantId })
    await record(trx, actor, { action: 'agent.connected', subject: describeAgent(pending), accountId })
  })
  return { login: { accountId: String(user.id), remember: false }, consent: { grantId } }
}

/** The browser is known by its cookie, so a link to somebody else's request leads nowhere. */
async function findPending(
  { config, authorizationServer }: RequestServices,
  { request, reply }: Exchange,
  uid: string,
): Promise<PendingRequest> {
  const details = await authorizationServer.provider
    .interactionDetails(request.raw, reply.raw)
    .catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) throw error
      return undefined
    })
  if (details?.uid !== uid) throw new Problem('agent_request_expired')
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    resource,
  } = details.params as Record<string, string>
  const { clientName } = details.prompt.details as { clientName: string | null }
  if (clientId === undefined || redirectUri === undefined || resource === undefined)
    throw new Problem('agent_request_expired')
  const redirect = new URL(redirectUri)
  return {
    clientId,
    clientName,
    clientHost: /^https:/i.test(clientId) ? new URL(clientId).host : null,
    redirectHost: isOwnMachine(redirect) ? null : redirect.host,
    accountPublicId: accountOfResource(config.publicUrl.origin, resource) ?? '',
  }
}

/** An account that the person does not belong to, or may not view, answers like one that does not exist. */
async function findAccount({ db }: RequestServices, { accountPublicId }: PendingRequest, user: User) {
  const accounts = await listAccountsOfUser(db, user.id)
  const account = accounts.find(({ public_id: publicId }) => publicId === accountPublicId)
  if (!account || !rolesThatCan('view').includes(account.role)) throw new Problem('not_found')
  return account
}
