import type { IncomingMessage } from 'node:http'

import type { JWK } from 'jose'
import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { logProviderErrors, sendProviderPage, usePublicUrl } from '../../http/mount-provider.ts'
import { databaseRecords } from '../../identity/provider-records.ts'
import type { Config } from '../../settings/config.ts'
import type { ClientDocuments } from './client-documents.ts'
import { isOwnMachine, metadataOf } from './client-metadata.ts'
import { errorPage } from './error-page.ts'
import type { RegisteredClients } from './registered-clients.ts'
import { accountOfResource, readScope, resourceOf } from './resources.ts'
import { deleteConnection, findConnection } from './store.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** How long an agent stays connected at most. */
export const grantDays = 365
const grantSeconds = grantDays * day

export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  /** The page of the web app that asks the person. */
  consent: '/authorize',
} as const

const sessionCookie = '__Host-agents-session'

interface ProviderServices {
  config: Config
  db: Database
  log: Logger
  cookieKeys: string[]
  /** The library wants a key to sign with, but tokens are random and no other is issued: nothing is ever signed. */
  unusedKey: JWK
  documents: ClientDocuments
  registered: RegisteredClients
  /** Of the client that sent this request. */
  addressOf: (request: IncomingMessage) => string
}

/** Issues codes and tokens to MCP clients. People are signed in by the web app; the provider knows nobody by itself. */
export function createProvider(services: ProviderServices): Provider {
  const { config, log, cookieKeys, unusedKey, documents, addressOf } = services
  const { publicUrl } = config
  const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'lax', signed: true } as const
  const configuration: Configuration = {
    adapter: recordsOf(services),
    jwks: { keys: [unusedKey] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: [readScope],
    pkce: { required: () => true },
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      revocation: paths.revocation,
    },
    cookies: {
      keys: cookieKeys,
      names: {
        session: sessionCookie,
        interaction: '__Host-agents-interaction',
        resume: '__Host-agents-resume',
      },
      short: cookie,
      long: cookie,
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: minute,
      Interaction: 30 * minute,
      RefreshToken: 30 * day,
      Grant: grantSeconds,
      Session: minute,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    interactions: {
      url: (_, { uid }) => `${paths.consent}/${uid}`,
      policy: askEveryTime(),
    },
    findAccount: (_, userId) => ({ accountId: userId, claims: () => ({ sub: userId }) }),
    // The library gives up after 2.5 seconds.
    fetch: (clientId, init) => documents.fetch(clientId as string, init?.signal ?? AbortSignal.abort()),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: ({ req }, clientId) => documents.mayFetch(clientId, addressOf(req)),
        cacheDuration: { min: 5 * minute, max: day },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => {
          throw new errors.InvalidTarget(
            'resource is required: the address of an MCP endpoint of this portal',
          )
        },
        useGrantedResource: () => true,
        getResourceServerInfo: ({ oidc }, resource) => {
          if (Array.isArray(oidc.params?.['resource'])) throw new errors.InvalidTarget('give one resource')
          if (accountOfResource(publicUrl.origin, resource) === undefined)
            throw new errors.InvalidTarget('resource is not an MCP endpoint of this portal')
          return { scope: readScope, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: hour }
        },
      },
    },
    renderError: (ctx, { error, error_description: reason }) =>
      sendProviderPage(ctx, errorPage(config, reason ?? error)),
  }
  const provider = new Provider(publicUrl.origin, configuration)
  logProviderErrors(provider, log, 'the authorization server for agents failed')
  keepUnaskedBrowsers(provider)
  return withoutSession(usePublicUrl(provider, publicUrl))
}

/**
 * Anybody can register a client, so its address is no reason to send a browser there before the person has answered: a link to
 * the portal would lead to any other site. A program on the person's own machine still learns what was wrong.
 */
function keepUnaskedBrowsers(provider: Provider) {
  provider.on('authorization.error', ({ oidc }, error) => {
    const redirect = URL.parse(String(oidc.params?.['redirect_uri']))
    if (oidc.route === 'authorization' && !(redirect && isOwnMachine(redirect)))
      Object.assign(error, { allow_redirect: false })
  })
}

function recordsOf({ db, registered, config }: ProviderServices) {
  const inDatabase = databaseRecords(db, 'agents ')
  const findClient = async (clientId: string) => {
    const client = registered.find(clientId)
    return client && metadataOf(clientId, client)
  }
  const findGrant = async (grantId: string) => {
    const connection = await findConnection(db, grantId)
    return connection && grantOf(grantId, connection, config.publicUrl.origin)
  }
  const special: Partial<Record<string, Adapter>> = {
    // Who is signed in is the web app's matter, so no session is kept.
    Session: nothing,
    Client: { ...nothing, find: findClient },
    // The connection, as long as the membership is active; it is stored when the person allows it.
    Grant: { ...nothing, find: findGrant, destroy: (grantId) => deleteConnection(db, grantId) },
  }
  return (model: string) => special[model] ?? inDatabase(model)
}

const nothing: Adapter = {
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  upsert: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** Neither reads nor sets the cookie of a session: it could only lead to permissions that nobody was asked for. */
function withoutSession(provider: Provider): Provider {
  const createContext = provider.createContext.bind(provider)
  provider.createContext = (request, response) => {
    const context = createContext(request, response)
    const { cookies } = context
    const get = cookies.get.bind(cookies)
    const set = cookies.set.bind(cookies)
    cookies.get = (name, options) => (name === sessionCookie ? undefined : get(name, options))
    cookies.set = (name, value, options) => (name === sessionCookie ? cookies : set(name, value, options))
    return context
  }
  return provider
}

const nameOfClient = ({ oidc }: KoaContextWithOIDC) => ({ clientName: oidc.client?.clientName ?? null })

/** One question for everything, every time. What the client calls itself is kept for the page that asks. */
function askEveryTime() {
  const { Check, Prompt } = interactionPolicy
  const unanswered = new Check('unanswered', 'the person has not been asked', ({ oidc }) =>
    oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  const policy = interactionPolicy.base()
  policy.clear()
  policy.add(new Prompt({ name: 'consent' }, nameOfClient, unanswered))
  return policy
}

type Connection = NonNullable<Awaited<ReturnType<typeof findConnection>>>

function grantOf(
  grantId: string,
  { userId, clientId, accountPublicId, createdAt }: Connection,
  origin: string,
): AdapterPayload {
  const issuedAt = Math.floor(createdAt.getTime() / 1000)
  return {
    kind: 'Grant',
    jti: grantId,
    iat: issuedAt,
    exp: issuedAt + grantSeconds,
    accountId: String(userId),
    clientId,
    resources: { [resourceOf(origin, accountPublicId)]: readScope },
  }
}
