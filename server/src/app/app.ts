import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { usualBodyBytes } from '@plinth/contract/endpoint.ts'
import { probePaths, unlimitedPaths } from '@plinth/contract/health.ts'
import Fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'

import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import type { EmbeddedIdentity } from '../embedded/identity/embedded-identity.ts'
import { embeddedGraphRoutes } from '../embedded/identity/graph.ts'
import { embeddedIdentityRoutes } from '../embedded/identity/routes.ts'
import { embeddedFulfillmentRoutes } from '../embedded/marketplace/api-routes.ts'
import type { EmbeddedMarketplace } from '../embedded/marketplace/embedded-marketplace.ts'
import { marketplacePageRoutes } from '../embedded/marketplace/page-routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import type { IsAdministrator } from '../features/administration/is-administrator.ts'
import { administrationRoutes } from '../features/administration/routes.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { commentRoutes } from '../features/comments/routes.ts'
import { compositionRoutes } from '../features/compositions/routes.ts'
import { configRoutes } from '../features/config/routes.ts'
import type { AuthorizationServer } from '../features/connected-agents/authorization-server.ts'
import { challengeAgents } from '../features/connected-agents/challenge.ts'
import { connectedAgentRoutes } from '../features/connected-agents/routes.ts'
import type { ContentsReader } from '../features/contents/contents-reader.ts'
import { openQueries } from '../features/contents/queries.ts'
import { contentsRoutes } from '../features/contents/routes.ts'
import { healthRoutes } from '../features/health/routes.ts'
import { invitationRoutes } from '../features/invitations/routes.ts'
import { marketplaceRoutes } from '../features/marketplace/routes.ts'
import { mcpRoutes } from '../features/mcp/routes.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { cameraRoutes } from '../features/pictures/camera-routes.ts'
import type { CameraTokens } from '../features/pictures/camera-tokens.ts'
import { pictureRoutes } from '../features/pictures/routes.ts'
import { retentionRoutes } from '../features/retention/routes.ts'
import { reviewRoutes } from '../features/reviews/routes.ts'
import { openCorrections } from '../features/search/corrections.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { shareLinkRoutes } from '../features/share-links/routes.ts'
import { storageRoutes } from '../features/storage/routes.ts'
import type { UploadRoom } from '../features/storage/upload-room.ts'
import { iconRoutes } from '../features/storybooks/icon-routes.ts'
import { storybookRoutes } from '../features/storybooks/routes.ts'
import { subscriptionRoutes } from '../features/subscriptions/routes.ts'
import { trashRoutes } from '../features/trash/routes.ts'
import { versionRoutes } from '../features/versions/routes.ts'
import { viewerRoutes } from '../features/viewer/routes.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import type { WebhookSender } from '../features/webhooks/webhook-sender.ts'
import { whoamiRoutes } from '../features/whoami/routes.ts'
import { accountTurns } from '../http/account-turns.ts'
import { clientNetwork } from '../http/client-address.ts'
import { answerClientError } from '../http/client-errors.ts'
import { closeAfterRefusal, isShort } from '../http/close-after-refusal.ts'
import { dataPolicy } from '../http/data-policy.ts'
import { onePerTurn } from '../http/one-per-turn.ts'
import { problemFromError } from '../http/problem-from-error.ts'
import { Problem } from '../http/problems.ts'
import { openRateLimiter, throwIfLimited } from '../http/rate-limits/rate-limiter.ts'
import { addCalls } from '../http/rate-limits/store.ts'
import { addRequestSpans } from '../http/request-spans.ts'
import { routeOf } from '../http/route-of.ts'
import { sendProblem } from '../http/send-problem.ts'
import { parseSimpleJson } from '../http/simple-json.ts'
import { unsentReplies } from '../http/unsent-replies.ts'
import { keyPattern } from '../identity/api-key-format.ts'
import type { IdentityService } from '../identity/identity-service.ts'
import type { Revocations } from '../identity/revocations.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Lifecycle } from '../operations/drain.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Tracer } from '../operations/tracing/trace.ts'
import type { Config } from '../settings/config.ts'
import type { Paces } from '../shared/account-pace.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { callerResolver, bearerOf } from './access.ts'
import { apiReferenceRoutes } from './api-reference/routes.ts'
import { hostGate } from './hosts.ts'
import { readCli } from './packages/read-cli.ts'
import { readRefs } from './packages/read-refs.ts'
import { packageRoutes } from './packages/routes.ts'
import { pipelineFileRoutes } from './pipeline-files/routes.ts'
import { webAppRoutes } from './web-app/routes.ts'

/** Everything the portal's routes need; each takes what it uses. */
export interface PortalServices {
  config: Config
  /** With the rows of all accounts. */
  db: Database
  /** For what `route` calls: it sees only rows of the account that the request is about. */
  requestDb: Database
  blobs: Archives
  identity: IdentityService
  isAdministrator: IsAdministrator
  /** Present only while the embedded provider is in use. */
  embeddedIdentity: EmbeddedIdentity | undefined
  authorizationServer: AuthorizationServer
  marketplace: Marketplace
  /** Present only while the embedded marketplace is in use. */
  embeddedMarketplace: EmbeddedMarketplace | undefined
  viewer: Viewer
  revocations: Revocations
  metrics: Metrics
  paces: Paces
  uploadRoom: UploadRoom
  contents: ContentsReader
  webhooks: WebhookSender
  cameraTokens: CameraTokens
  /** Present only where traces are configured. */
  tracer: Tracer | undefined
  lifecycle: Lifecycle
  log: Logger
}

/** The whole portal, ready to listen. */
export async function buildApp(
  services: PortalServices,
  onRoute: (route: RouteOptions) => void = () => {},
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = services.log
  const { origin } = services.config.publicUrl
  const [cli, refs] = await Promise.all([readCli(origin), readRefs(origin)])
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: services.config.trustedProxies ?? false,
    bodyLimit: usualBodyBytes,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Requests on open connections are answered while the listener closes; then the connection ends.
    return503OnClosing: false,
    requestTimeout: 0,
    // Their messages contain the URL, so they are never logged.
    frameworkErrors: ({ statusCode = 400 }, request, reply) =>
      void sendProblem(new Problem(refusalsByStatus[statusCode] ?? 'bad_request'), request, reply),
    clientErrorHandler: answerClientError,
    serverFactory: hostGate(services),
  })
  // First, so that the span includes everything else.
  if (services.tracer) addRequestSpans(app, services.tracer)
  const turns = accountTurns(services.config.database.poolSize, services.paces.calls)
  app.decorate('turns', turns)
  app.decorate('unsentReplies', unsentReplies())
  app.decorate('resolveCaller', callerResolver(services, turns))
  app.decorate('endpoints', [])
  app.decorateRequest('callerName', undefined)
  const { rates } = services.config
  const shareCounts = addCalls.bind(undefined, services.db)
  const limitAddress = openRateLimiter({ perMinute: rates.perAddress, shareCounts })
  const limitCaller = openRateLimiter({ perMinute: rates.perCaller, shareCounts })
  const limitFiles = openRateLimiter({ perMinute: rates.perAddressFiles })
  app.decorate('limitCaller', async (name) => {
    if (name !== undefined) throwIfLimited(await limitCaller(name))
  })
  app.addHook('onRoute', (route) => {
    const { config, method, url } = route
    onRoute(route)
    if (!config?.access)
      throw new Error(`The route ${String(method)} ${url} does not declare who may call it.`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A CLI that is older says so.
    reply.header('plinth-cli-version', cli.version)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    // A process of its own, whatever builds share its site with: one that hangs, does so elsewhere.
    reply.header('origin-agent-cluster', '?1')
    if (services.config.publicUrl.protocol === 'https:') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
  })
  // A crowd without credentials does not hold up people and programs that have some.
  const admitted = onePerTurn()
  app.addHook('onRequest', async ({ headers, routeOptions: { url = '' } }) => {
    const credential = headers.authorization ?? headers['x-api-key'] ?? headers.cookie
    if (credential === undefined && !unlimitedPaths.has(url)) await admitted()
  })
  // All requests count: pages, the embedded services, and addresses that do not exist.
  app.addHook('onRequest', async ({ ip, headers, routeOptions: { url = '', config } }) => {
    if (unlimitedPaths.has(url)) return
    // It asks for every file of a build, with a secret that nobody else has.
    const isForCameras = config.access === 'camera'
    if (isForCameras && services.cameraTokens.accept(bearerOf({ headers }))) return
    // Counted apart: a build, or any other page, could use up what the person in front of it may call.
    const client = (isFromOtherPage(headers) ? 'pages of others ' : '') + clientNetwork(ip)
    throwIfLimited(url.startsWith('/assets/') ? limitFiles(client) : await limitAddress(`address ${client}`))
    // Before a body is read, because theirs are large.
    if (isForCameras) throw new Problem('unauthenticated')
  })
  app.addHook('onRequest', async ({ originalUrl }) => {
    if (originalUrl.search(keyPattern) !== -1) throw new Problem('key_in_address')
  })
  app.addHook('onSend', async (_, reply) => {
    const isData = String(reply.getHeader('content-type')).includes('json')
    if (isData && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', dataPolicy)
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode >= 400 && !raw.complete && !isShort(raw)) closeAfterRefusal(raw, reply.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    services.paces.noteAnswer()
    logRequest(request, reply)
    const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) }
    services.metrics.requestTook(labels, reply.elapsedTime / 1000)
  })
  // Most changes are events, and committed by now. Agents only read, whatever their method.
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const isRead = method === 'GET' || method === 'HEAD' || routeOptions.config.access === 'agent'
    if (statusCode < 400 && !isRead) services.webhooks.wake()
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(problemFor(error, request, reply), request, reply),
  )

  parseSimpleJson(app)
  challengeAgents(app, services.config)
  const features = { ...services, db: services.requestDb }
  // What people and agents ask shares these: accounts take turns.
  const lookups = {
    ...features,
    query: openQueries(services.paces.questions),
    correctQuery: openCorrections(features),
  }
  healthRoutes(app, features)
  configRoutes(app, features)
  accountRoutes(app, features)
  storageRoutes(app, features)
  storybookRoutes(app, features)
  iconRoutes(app, features)
  searchRoutes(app, lookups)
  versionRoutes(app, features)
  trashRoutes(app, features)
  retentionRoutes(app, features)
  contentsRoutes(app, lookups)
  mcpRoutes(app, lookups)
  viewerRoutes(app, features)
  shareLinkRoutes(app, features)
  memberRoutes(app, features)
  invitationRoutes(app, features)
  apiKeyRoutes(app, features)
  compositionRoutes(app, features)
  whoamiRoutes(app, features)
  auditRoutes(app, features)
  webhookRoutes(app, features)
  cameraRoutes(app, features)
  pictureRoutes(app, features)
  reviewRoutes(app, features)
  commentRoutes(app, features)
  administrationRoutes(app, features)
  subscriptionRoutes(app, features)
  marketplaceRoutes(app, features)
  apiReferenceRoutes(app, services)
  packageRoutes(app, cli, refs)
  await pipelineFileRoutes(app, origin)
  await connectedAgentRoutes(app, features)
  if (services.embeddedIdentity) {
    await embeddedIdentityRoutes(app, services.embeddedIdentity)
    embeddedGraphRoutes(app, services.embeddedIdentity)
  }
  if (services.embeddedMarketplace) {
    await embeddedFulfillmentRoutes(app, services.embeddedMarketplace)
    await marketplacePageRoutes(app, services.embeddedMarketplace)
  }
  await webAppRoutes(app, services)
  return app
}

function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const facts = {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
    address: request.ip,
    caller: request.callerName,
  }
  // Load balancers send probes every few seconds, and a camera asks for hundreds of files.
  const isFrequent = probePaths.has(request.originalUrl) || request.callerName === 'camera'
  request.log[isFrequent && reply.statusCode < 400 ? 'debug' : 'info'](facts, 'request')
}

/** Whether a browser says that a page of another origin makes this request. Clients other than browsers do not say it. */
const isFromOtherPage = ({ 'sec-fetch-site': site, 'sec-fetch-dest': dest }: IncomingHttpHeaders) =>
  (site === 'same-site' || site === 'cross-site') && dest !== 'document'

/** Problems for Fastify's own refusals. */
const refusalsByStatus: Partial<Record<number, Problem['code']>> = {
  400: 'bad_request',
  403: 'not_found',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  // The parameter is too long for any of our ids.
  414: 'not_found',
  415: 'media_type',
}

function problemFor(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Problem {
  if (!(error instanceof Problem) && hasDisconnected(reply)) {
    // A cancelled upload, for example: no response can reach the client.
    request.log.info({ err: error }, 'the client disconnected before it was answered')
    return new Problem('bad_request', { cause: error })
  }
  const known = problemFromError(error)
  if (known) return known
  const refusal = error.statusCode === undefined ? undefined : refusalsByStatus[error.statusCode]
  if (refusal) return new Problem(refusal, { cause: error })
  return new Problem('internal', {
    detail: `Something went wrong on our side. Tell support the request id ${request.id}.`,
    cause: error,
  })
}

/** Read from the response, because a failed pipeline detaches the socket from the request. */
const hasDisconnected = ({ raw }: FastifyReply) => raw.destroyed || raw.socket?.destroyed === true
