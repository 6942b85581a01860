import type { Config } from '../../settings/config.ts'

/** Below the portal's own origin; the web app's redirect page is `/redirect.html`. */
export const mountPath = '/idp'

export interface ProviderFacts {
  issuer: string
  /** As with Entra ID, the issuer of an access token contains the tenant. */
  tokenIssuerTemplate: string
  apiScope: string
  redirectUri: string
}

export function providerFacts({ publicUrl, identity }: Config): ProviderFacts {
  const issuer = `${publicUrl.origin}${mountPath}`
  return {
    issuer,
    tokenIssuerTemplate: `${issuer}/{tenantid}/v2.0`,
    apiScope: `api://${identity.clientId}/${identity.roleName}`,
    redirectUri: `${publicUrl.origin}/redirect.html`,
  }
}
