import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { acceptForms } from '../../http/accept-forms.ts'
import { Problem } from '../../http/problems.ts'
import { sendProblem } from '../../http/send-problem.ts'
import { embeddedMarketplacePath } from '../../settings/marketplace-settings.ts'
import type { EmbeddedMarketplace } from './embedded-marketplace.ts'
import { Refused, activate, decideOperation, decideOverdue, startOperation } from './operations.ts'
import { plans } from './plans.ts'
import { presentOperation, presentSubscription } from './present.ts'
import {
  findOperation,
  findSubscription,
  findSubscriptionByToken,
  listOpenOperations,
  listSubscriptions,
} from './store.ts'

const config = { access: 'public' } as const
const pageLength = 100
const home = `${embeddedMarketplacePath}/api/saas/subscriptions`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Params {
  id: string
  operation: string
}

/** The fulfillment API with the shapes and answers of the real one, and its token endpoint. */
export async function embeddedFulfillmentRoutes(app: FastifyInstance, marketplace: EmbeddedMarketplace) {
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.post(`${embeddedMarketplacePath}/oauth2/v2.0/token`, { config }, async (request, reply) => {
      const form = request.body as Record<string, unknown> | undefined
      const issued =
        form?.['grant_type'] === 'client_credentials'
          ? await marketplace.tokens.issueForApi(form['client_id'], form['client_secret'])
          : undefined
      if (!issued) return reply.code(401).send({ error: 'invalid_client' })
      // The real one sometimes sends a string.
      return { token_type: 'Bearer', access_token: issued.token, expires_in: String(issued.expiresIn) }
    })
  })
  await app.register(async (scope) => {
    acceptJson(scope)
    scope.addHook('onRequest', (request) => authorize(request, marketplace))
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refused) return refuse(reply, error)
      if (error instanceof Problem) return sendProblem(error, request, reply)
      const { statusCode = 500 } = error as FastifyError
      if (statusCode < 500) return refuse(reply, new Refused(statusCode, 'The request is not valid.'))
      request.log.error({ err: error }, 'the embedded marketplace failed')
      return refuse(reply, new Refused(500, 'Something went wrong.'))
    })
    purchaseRoutes(scope, marketplace)
    operationRoutes(scope, marketplace)
  })
}

function purchaseRoutes(app: FastifyInstance, { db, webhookSender, settings }: EmbeddedMarketplace) {
  const subscriptionOf = async (request: FastifyRequest) => {
    const { id } = request.params as Params
    const row = uuid.test(id) ? await findSubscription(db, id) : undefined
    if (!row) throw new Refused(404, 'There is no such subscription.')
    return row
  }

  app.post(`${home}/resolve`, { config }, async (request) => {
    const token = request.headers['x-ms-marketplace-token']
    const row = typeof token === 'string' ? await findSubscriptionByToken(db, token) : undefined
    if (!row) throw new Refused(400, 'The token is missing, invalid or expired.')
    const subscription = presentSubscription(row)
    const { id, name: subscriptionName, offerId, planId, quantity } = subscription
    return { id, subscriptionName, offerId, planId, quantity, subscription }
  })

  app.post(`${home}/:id/activate`, { config }, async (request, reply) => {
    const { id } = await subscriptionOf(request)
    await activate(db, id, request.body ?? {})
    return reply.code(200).send()
  })

  const listPage = async (request: FastifyRequest) => {
    const { continuationToken } = request.query as { continuationToken?: string }
    const offset = /^\d{1,9}$/.test(continuationToken ?? '') ? Number(continuationToken) : 0
    await decideOverdue(db)
    const rows = await listSubscriptions(db, offset, pageLength + 1)
    const next = `${settings.url}?api-version=2018-08-31&continuationToken=${offset + pageLength}`
    return {
      subscriptions: rows.slice(0, pageLength).map(presentSubscription),
      '@nextLink': rows.length > pageLength ? next : '',
    }
  }
  app.get(home, { config }, (request) => listPage(request))

  app.get(`${home}/:id`, { config }, async (request) => {
    await decideOverdue(db)
    return presentSubscription(await subscriptionOf(request))
  })

  app.get(`${home}/:id/listAvailablePlans`, { config }, async (request) => {
    await subscriptionOf(request)
    return { plans: plans.map(({ planId, displayName }) => ({ planId, displayName, isPrivate: false })) }
  })

  app.patch(`${home}/:id`, { config }, async (request, reply) => {
    const { id } = await subscriptionOf(request)
    const { planId, quantity } = (request.body ?? {}) as Record<string, unknown>
    if ((planId === undefined) === (quantity === undefined)) {
      throw new Refused(400, 'Send either a planId or a quantity.')
    }
    const action = planId === undefined ? 'ChangeQuantity' : 'ChangePlan'
    return accepted(reply, await startOperation(db, id, action, { planId, quantity }))
  })

  app.delete(`${home}/:id`, { config }, async (request, reply) => {
    const { id } = await subscriptionOf(request)
    return accepted(reply, await startOperation(db, id, 'Unsubscribe'))
  })

  const accepted = (
    reply: FastifyReply,
    { id, subscription_id }: { id: string; subscription_id: string },
  ) => {
    webhookSender.wake()
    const location = `${settings.url}/${subscription_id}/operations/${id}?api-version=2018-08-31`
    return reply.code(202).header('operation-location', location).send()
  }
}

function operationRoutes(app: FastifyInstance, { db }: EmbeddedMarketplace) {
  const operationOf = async (request: FastifyRequest) => {
    const { id, operation } = request.params as Params
    const areIds = uuid.test(id) && uuid.test(operation)
    const found = areIds ? await findOperation(db, id, operation) : undefined
    if (!found) throw new Refused(404, 'There is no such operation.')
    return found
  }

  app.get(`${home}/:id/operations`, { config }, async (request) => {
    const { id } = request.params as Params
    await decideOverdue(db)
    const open = uuid.test(id) ? await listOpenOperations(db, id) : []
    return { operations: open.map(presentOperation) }
  })

  app.get(`${home}/:id/operations/:operation`, { config }, async (request) => {
    await decideOverdue(db)
    return presentOperation(await operationOf(request))
  })

  app.patch(`${home}/:id/operations/:operation`, { config }, async (request, reply) => {
    await decideOverdue(db)
    const operation = await operationOf(request)
    const { status } = (request.body ?? {}) as { status?: unknown }
    if (status !== 'Success' && status !== 'Failure')
      throw new Refused(400, 'The status must be Success or Failure.')
    const isDecided = await decideOperation(db, operation, status === 'Success' ? 'Succeeded' : 'Failed')
    if (!isDecided) throw new Refused(409, 'The operation has been decided already.')
    return reply.code(200).send()
  })
}

async function authorize({ headers, query }: FastifyRequest, { tokens }: EmbeddedMarketplace) {
  const [scheme, token = ''] = headers.authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !(await tokens.isForApi(token))) throw new Refused(403, 'Send a valid token.')
  const { 'api-version': version } = query as Record<string, unknown>
  if (version !== '2018-08-31') throw new Refused(400, 'The api-version must be 2018-08-31.')
}

const refuse = (reply: FastifyReply, { status, message }: Refused) =>
  reply.code(status).send({ code: String(status), message, target: null, details: [] })

/** Accepts an empty body too, since resolving has none. */
function acceptJson(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text.toString()))
    } catch {
      done(new Refused(400, 'The body is not JSON.'))
    }
  })
}
