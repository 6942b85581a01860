import { createRemoteJWKSet } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'

import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import type { IdentityService } from './identity-service.ts'
import { tokenVerifier } from './token-verifier.ts'

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

type KeyWithIssuer = JSONWebKeySet['keys'][number] & { issuer?: string }

/** Sign-in with Microsoft Entra ID, or a compatible provider, at the configured authority. */
export async function entraIdentity({ identity }: Config): Promise<IdentityService> {
  const authority = identity.authority ?? ''
  const discovery = await discover(authority)
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: 5_000 })
  return {
    verifyToken: tokenVerifier({
      issuerTemplate: discovery.issuer,
      keys,
      issuerOfKey: ({ kid }) =>
        keys.jwks()?.keys.find((key): key is KeyWithIssuer => key.kid === kid)?.issuer,
      clientId: identity.clientId,
      scope: identity.roleName,
      acceptV1: identity.acceptV1,
    }),
    client: {
      authority: authority.replace(/\/v2\.0$/, ''),
      knownAuthorities: [new URL(authority).host],
      protocolMode: 'AAD',
      apiScope: `api://${identity.clientId}/${identity.roleName}`,
      graphBaseUrl: identity.graphUrl,
    },
  }
}

async function discover(authority: string) {
  const address = `${authority.replace(/\/v2\.0$/, '')}/v2.0/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
    return Discovery.parse(await response.json())
  } catch (cause) {
    throw new StartupError(`PLINTH_IDENTITY_AUTHORITY does not answer at ${address}.`, { cause })
  }
}
