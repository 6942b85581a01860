import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { loadOrCreateSecret } from '../../database/generated-secrets.ts'
import type { AgentCaller } from '../../http/callers.ts'
import type { Config } from '../../settings/config.ts'
import { clientDocuments } from './client-documents.ts'
import { describeAgent } from './describe-agent.ts'
import { createProvider } from './provider.ts'
import { registeredClients } from './registered-clients.ts'
import type { RegisteredClients } from './registered-clients.ts'
import { resourceOf } from './resources.ts'
import { findConnection, updateLastUsed } from './store.ts'

export interface AuthorizationServer {
  provider: Provider
  registered: RegisteredClients
  /** Notes whose request this is, before the provider gets it: limits count by the client's address. */
  noteAddress(request: IncomingMessage, address: string): void
  /** Who uses this access token at the MCP endpoint of this account; undefined unless they may, now. */
  findCaller(token: string, accountPublicId: string): Promise<AgentCaller | undefined>
}

interface Keys {
  cookies: string[]
  registration: string
}

/** The portal's own OAuth server for MCP clients, whatever identity provider people sign in with. */
export async function openAuthorizationServer(
  config: Config,
  db: Database,
  log: Logger,
): Promise<AuthorizationServer> {
  const keys = await loadOrCreateSecret<Keys>(db, 'connected-agents', () => ({
    cookies: [newKey()],
    registration: newKey(),
  }))
  const addresses = new WeakMap<IncomingMessage, string>()
  const registered = registeredClients(keys.registration)
  const provider = await createProvider({
    config,
    db,
    log,
    cookieKeys: keys.cookies,
    documents: clientDocuments(config),
    registered,
    addressOf: (request) => addresses.get(request) ?? '',
  })
  return {
    provider,
    registered,
    noteAddress: (request, address) => void addresses.set(request, address),
    async findCaller(token, accountPublicId) {
      if (!/^[\w-]{43}$/.test(token)) return undefined
      const { grantId, aud } = (await provider.AccessToken.find(token)) ?? {}
      if (!grantId || aud !== resourceOf(config.publicUrl.origin, accountPublicId)) return undefined
      const connection = await findConnection(db, grantId)
      if (connection?.accountPublicId !== accountPublicId) return undefined
      const { id, accountId, userId, isFresh, tenantId, objectId, displayName, email } = connection
      if (!isFresh) await updateLastUsed(db, id)
      return {
        caller: {
          kind: 'agent',
          user: { id: userId, tenantId, objectId, displayName, email, roles: [] },
          agent: { id, name: describeAgent(connection) },
        },
        account: { id: accountId, publicId: accountPublicId },
      }
    },
  }
}

const newKey = () => randomBytes(32).toString('base64url')
