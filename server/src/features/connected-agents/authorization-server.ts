import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { exportJWK, generateKeyPair } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import type { AgentCaller } from '../../http/callers.ts'
import { builtFrom } from '../../identity/signing-keys.ts'
import type { KeyKind, SigningKeys } from '../../identity/signing-keys.ts'
import type { Config } from '../../settings/config.ts'
import { clientDocuments } from './client-documents.ts'
import { describeAgent } from './describe-agent.ts'
import { createProvider, grantDays } from './provider.ts'
import { registeredClients } from './registered-clients.ts'
import type { RegisteredClients } from './registered-clients.ts'
import { resourceOf } from './resources.ts'
import { findConnection, updateLastUsed } from './store.ts'

export interface AuthorizationServer {
  /** Another one after the keys have changed. */
  readonly provider: Provider
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

export const agentKeys: KeyKind<Keys> = {
  name: 'connected-agents',
  // The ids of clients are signed, and used as long as their connections.
  lifetimeDays: grantDays,
  create: () => ({ cookies: [newKey()], registration: newKey() }),
}

/** The portal's own OAuth server for MCP clients, whatever identity provider people sign in with. */
export async function openAuthorizationServer(
  config: Config,
  db: Database,
  signingKeys: SigningKeys,
  log: Logger,
): Promise<AuthorizationServer> {
  const ring = await signingKeys.open(agentKeys)
  const addresses = new WeakMap<IncomingMessage, string>()
  const registered = registeredClients(ring)
  const services = {
    config,
    db,
    log,
    unusedKey: await createUnusedKey(),
    documents: clientDocuments(config),
    registered,
    addressOf: (request: IncomingMessage) => addresses.get(request) ?? '',
  }
  const provider = builtFrom(ring, (keys) =>
    createProvider({ ...services, cookieKeys: keys.flatMap(({ cookies }) => cookies) }),
  )
  return {
    get provider() {
      return provider()
    },
    registered,
    noteAddress: (request, address) => void addresses.set(request, address),
    async findCaller(token, accountPublicId) {
      if (!/^[\w-]{43}$/.test(token)) return undefined
      const { grantId, aud } = (await provider().AccessToken.find(token)) ?? {}
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

async function createUnusedKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'unused' }
}

const newKey = () => randomBytes(32).toString('base64url')
