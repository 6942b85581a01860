import { Provider, interactionPolicy } from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { logProviderErrors, sendProviderPage, usePublicUrl } from '../../http/mount-provider.ts'
import { databaseRecords } from '../../identity/provider-records.ts'
import type { Config } from '../../settings/config.ts'
import type { ProviderKeys } from './keys.ts'
import { errorPage, loggedOutPage, logoutPage } from './pages.ts'
import { findPerson } from './people.ts'
import { mountPath, providerFacts } from './provider-facts.ts'

const day = 24 * 60 * 60

/** The first of the keys signs. */
export function createProvider(
  config: Config,
  db: Database,
  keys: readonly ProviderKeys[],
  log: Logger,
): Provider {
  const { issuer, tokenIssuerTemplate, apiScope, redirectUri } = providerFacts(config)
  const { clientId, roleName } = config.identity
  const { productName, publicUrl, isPublicDemo } = config
  const audience = `api://${clientId}`
  const pageOptions = { productName, home: publicUrl.origin, isPublicDemo }

  const configuration: Configuration = {
    adapter: databaseRecords(db),
    jwks: { keys: keys.map(({ signing }) => signing) },
    clients: [
      {
        client_id: clientId,
        client_name: productName,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [publicUrl.origin, `${publicUrl.origin}/`],
        id_token_signed_response_alg: 'RS256',
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub', 'oid', 'tid'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    // Browsers treat loopback as secure, so the strictest cookies work there too.
    cookies: {
      keys: keys.flatMap(({ cookies }) => cookies),
      names: {
        session: '__Host-idp-session',
        interaction: '__Host-idp-interaction',
        resume: '__Host-idp-resume',
      },
      short: { path: '/', secure: true, httpOnly: true, sameSite: 'lax', signed: true },
      long: { path: '/', secure: true, httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: 60 * 60,
      AuthorizationCode: 60,
      IdToken: 60 * 60,
      Interaction: 60 * 60,
      RefreshToken: day,
      Grant: 14 * day,
      Session: 14 * day,
    },
    rotateRefreshToken: false,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: (_, origin) => origin === publicUrl.origin,
    interactions: {
      url: (_, interaction) => `${mountPath}/interaction/${interaction.uid}`,
      policy: policyWithAccountPicker(),
    },
    findAccount: async (_, objectId) => {
      const person = await findPerson(db, objectId)
      if (!person) return undefined
      return {
        accountId: objectId,
        claims: async () => ({
          sub: objectId,
          oid: objectId,
          tid: person.tenantId,
          name: person.displayName,
          preferred_username: person.email,
          email: person.email,
        }),
      }
    },
    loadExistingGrant: async (ctx) => grantEverything(ctx, audience, ['User.Read', apiScope]),
    formats: {
      customizers: {
        jwt: async (_, token, jwt) => {
          const person = 'accountId' in token ? await findPerson(db, token.accountId) : undefined
          if (!person || !jwt.payload) return
          const { scope: granted } = jwt.payload
          const scopes = typeof granted === 'string' ? granted.split(' ') : []
          Object.assign(jwt.payload, {
            iss: tokenIssuerTemplate.replace('{tenantid}', person.tenantId),
            ver: '2.0',
            azp: clientId,
            oid: person.objectId,
            tid: person.tenantId,
            scp: scopes.map((scope) => (scope === apiScope ? roleName : scope)).join(' '),
            name: person.displayName,
            preferred_username: person.email,
            email: person.email,
          })
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: `User.Read ${apiScope}`,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 60 * 60,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        // On the portal's own page the person has already confirmed; other pages need a confirmation.
        logoutSource: (ctx, form) =>
          sendProviderPage(
            ctx,
            logoutPage(pageOptions, form, { isConfirmed: ctx.get('sec-fetch-site') === 'same-origin' }),
          ),
        postLogoutSuccessSource: (ctx) => sendProviderPage(ctx, loggedOutPage(pageOptions)),
      },
    },
    renderError: (ctx, out) =>
      sendProviderPage(ctx, errorPage(pageOptions, out.error_description ?? out.error)),
  }
  const provider = new Provider(issuer, configuration)
  logProviderErrors(provider, log, 'the embedded identity provider failed')
  return usePublicUrl(provider, publicUrl)
}

/** `prompt=select_account` (Switch Account) always shows the list of people. */
function policyWithAccountPicker() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** The portal is a first-party client: its requests are granted without consent, unless they ask for it. */
async function grantEverything({ oidc }: KoaContextWithOIDC, audience: string, scopes: string[]) {
  const grantId = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(oidc.client?.clientId ?? '')
  const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  if (existing) return existing
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId ?? '',
    accountId: oidc.session?.accountId ?? '',
  })
  grant.addOIDCScope('openid profile email')
  grant.addResourceScope(audience, scopes.join(' '))
  await grant.save()
  return grant
}
