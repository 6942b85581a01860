import * as contract from '@plinth/contract/connected-agents.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { clientNetwork } from '../../http/client-address.ts'
import { callProvider } from '../../http/mount-provider.ts'
import { Problem } from '../../http/problems.ts'
import { openRateLimiter, throwIfLimited } from '../../http/rate-limits/rate-limiter.ts'
import { route } from '../../http/route.ts'
import { record } from '../audit/store.ts'
import { allowAnyOrigin, answerPreflight } from './any-origin.ts'
import { metadataOf, readClient } from './client-metadata.ts'
import { decideRequest, describeRequest } from './decide-request.ts'
import type { RequestServices } from './decide-request.ts'
import { describeAgent } from './describe-agent.ts'
import { presentConnectedAgent } from './present.ts'
import { paths } from './provider.ts'
import { accountOfResource, readScope, resourceMetadataPath, resourceOf } from './resources.ts'
import { deleteConnectedAgent, deleteRecordsOfGrant, listConnectedAgents } from './store.ts'

const publicRoute = { config: { access: 'public' } } as const
/** RFC 8414; the portal's origin is the issuer. */
const serverMetadataPath = '/.well-known/oauth-authorization-server'
/** Called by programs, never with a cookie. */
const openRoute = { ...publicRoute, onRequest: allowAnyOrigin } as const

/** How many of the requests that an address may send may ask for permission: each is stored until it is answered. */
const shareOfRequests = 1 / 100

export async function connectedAgentRoutes(app: FastifyInstance, services: RequestServices): Promise<void> {
  const { db } = services

  route(app, contract.describeAgentRequest, ({ params, user, request }, reply) =>
    describeRequest(services, { request, reply }, params.uid, user),
  )

  route(app, contract.decideAgentRequest, async ({ params, body, user, actor, request }, reply) => {
    const answer = { user, actor, isAllowed: body.isAllowed }
    return { url: await decideRequest(services, { request, reply }, params.uid, answer) }
  })

  route(app, contract.listConnectedAgents, async ({ user }) =>
    (await listConnectedAgents(db, user.id)).map(presentConnectedAgent),
  )

  route(app, contract.disconnectAgent, ({ user, params, actor }) =>
    db.transaction().execute(async (trx) => {
      const agent = await deleteConnectedAgent(trx, user.id, params.id)
      if (!agent) throw new Problem('not_found')
      await deleteRecordsOfGrant(trx, agent.grant_id)
      const subject = describeAgent({
        clientName: agent.client_name,
        clientHost: agent.client_host,
        redirectHost: agent.redirect_host,
      })
      await record(trx, actor, { action: 'agent.disconnected', subject, accountId: agent.account_id })
    }),
  )

  metadataRoutes(app, services)
  await app.register(async (scope) => providerRoutes(scope, services))
}

/** What clients read before they ask for anything. The same for every account, existing or not. */
function metadataRoutes(app: FastifyInstance, { config, authorizationServer }: RequestServices) {
  const { origin } = config.publicUrl

  answerPreflight(app, serverMetadataPath, 'GET')
  app.get(serverMetadataPath, openRoute, () => ({
    issuer: origin,
    authorization_endpoint: origin + paths.authorization,
    token_endpoint: origin + paths.token,
    revocation_endpoint: origin + paths.revocation,
    registration_endpoint: origin + paths.registration,
    client_id_metadata_document_supported: true,
    scopes_supported: [readScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }))

  answerPreflight(app, resourceMetadataPath, 'GET')
  app.get<{ Params: { account: string } }>(resourceMetadataPath, openRoute, ({ params }) => {
    const resource = resourceOf(origin, params.account)
    if (accountOfResource(origin, resource) === undefined) throw new Problem('not_found')
    return {
      resource,
      authorization_servers: [origin],
      scopes_supported: [readScope],
      bearer_methods_supported: ['header'],
      resource_name: config.productName,
    }
  })

  answerPreflight(app, paths.registration, 'POST')
  app.post(paths.registration, openRoute, ({ body }, reply) => {
    const client = typeof body === 'object' && body !== null ? readClient(body) : undefined
    const clientId = client && authorizationServer.registered.register(client)
    reply.header('cache-control', 'no-store')
    if (!client || !clientId) {
      return reply.code(400).send({
        error: 'invalid_redirect_uri',
        error_description: 'Give a few addresses to return to: https, or http on localhost.',
      })
    }
    return reply
      .code(201)
      .send({ ...metadataOf(clientId, client), client_id_issued_at: Math.floor(Date.now() / 1000) })
  })
}

/** What the library answers: authorization requests, codes and tokens. It reads the bodies itself. */
function providerRoutes(app: FastifyInstance, { config, authorizationServer }: RequestServices) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const pass = (request: FastifyRequest, reply: FastifyReply) => {
    authorizationServer.noteAddress(request.raw, request.ip)
    return callProvider(request, reply, authorizationServer.provider, '')
  }
  const limitPending = openRateLimiter({ perMinute: Math.ceil(config.rates.perAddress * shareOfRequests) })
  app.get(paths.authorization, publicRoute, (request, reply) => {
    throwIfLimited(limitPending(clientNetwork(request.ip)))
    request.raw.url = `${paths.authorization}?${knownParameters(request.raw.url ?? '')}`
    return pass(request, reply)
  })
  app.get(`${paths.authorization}/:uid`, publicRoute, pass)
  for (const path of [paths.token, paths.revocation]) {
    answerPreflight(app, path, 'POST')
    app.post(path, openRoute, pass)
  }
}

const passedParameters = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
])

/** The parameters that mean something here. There is one scope, whatever is asked for; the token's answer names it. */
function knownParameters(url: string): string {
  const parameters = new URLSearchParams([['scope', readScope]])
  for (const [name, value] of new URL(url, 'http://portal').searchParams)
    if (passedParameters.has(name)) parameters.append(name, value)
  return parameters.toString()
}
