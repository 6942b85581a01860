import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import type { IdentityService } from '../../identity/identity-service.ts'
import { builtFrom } from '../../identity/signing-keys.ts'
import type { SigningKeys } from '../../identity/signing-keys.ts'
import { tokenVerifier } from '../../identity/token-verifier.ts'
import type { VerifyToken } from '../../identity/token-verifier.ts'
import type { Config } from '../../settings/config.ts'
import { providerKeys, publicKeysOf } from './keys.ts'
import { mountPath, providerFacts } from './provider-facts.ts'
import { createProvider } from './provider.ts'

export interface EmbeddedIdentity extends IdentityService {
  /** Another one after the keys have changed. */
  readonly provider: Provider
  /** For tokens of the directory service, which have its scope instead of the portal's. */
  verifyGraphToken: VerifyToken
  db: Database
  productName: string
  home: string
  isPublicDemo: boolean
}

/** An OpenID provider inside the portal, compatible with Entra ID, to try the portal or for one team on one machine. */
export async function openEmbeddedIdentity(
  config: Config,
  db: Database,
  signingKeys: SigningKeys,
  log: Logger,
): Promise<EmbeddedIdentity> {
  const ring = await signingKeys.open(providerKeys)
  const provider = builtFrom(ring, (keys) => createProvider(config, db, keys, log))
  const { issuer, tokenIssuerTemplate, apiScope } = providerFacts(config)
  const { publicUrl, identity } = config
  const verifier = {
    issuerTemplate: tokenIssuerTemplate,
    keys: publicKeysOf(ring),
    clientId: identity.clientId,
    acceptV1: false,
  }
  return {
    get provider() {
      return provider()
    },
    db,
    productName: config.productName,
    home: publicUrl.origin,
    isPublicDemo: config.isPublicDemo,
    verifyToken: tokenVerifier({ ...verifier, scope: identity.roleName }),
    verifyGraphToken: tokenVerifier({ ...verifier, scope: 'User.Read' }),
    client: {
      // The client library requires an https authority; it uses the endpoints in the metadata below.
      authority: `https://${publicUrl.host}${mountPath}`,
      knownAuthorities: [publicUrl.host],
      protocolMode: 'OIDC',
      authorityMetadata: JSON.stringify(discovery(issuer)),
      apiScope,
      graphBaseUrl: identity.graphUrl,
    },
  }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/session/end`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    response_modes_supported: ['fragment', 'query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}
