import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Problem } from '../../http/problems.ts'
import { sendProblem } from '../../http/send-problem.ts'
import { embeddedMarketplacePath } from '../../settings/marketplace-settings.ts'
import type { EmbeddedMarketplace } from './embedded-marketplace.ts'
import { plans } from './plans.ts'
import { presentOperation, presentSold } from './present.ts'
import { readForms } from './read-forms.ts'
import { Refused, activate, decideOperation, decideOverdue, startOperation } from './sales.ts'
import { findOperation, findSold, findSoldByToken, listOpenOperations, listSold } from './store.ts'

const config = { access: 'public' } as const
const pageLength = 100
const home = `${embeddedMarketplacePath}/api/saas/subscriptions`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Params {
  id: string
  operation: string
}

/** The fulfillment API with the shapes and answers of the real one, and the token endpoint before it. */
export async function embeddedFulfillmentRoutes(app: FastifyInstance, marketplace: EmbeddedMarketplace) {
  await app.register(async (scope) => {
    readForms(scope)
    scope.post(`${embeddedMarketplacePath}/oauth2/v2.0/token`, { config }, async (request, reply) => {
      const form = request.body as Record<string, unknown> | undefined
      const issued =
        form?.['grant_type'] === 'client_credentials'
          ? await marketplace.tokens.issueForApi(form['client_id'], form['client_secret'])
          : undefined
      if (!issued) return reply.code(401).send({ error: 'invalid_client' })
      // The real one sends a string at times.
      return { token_type: 'Bearer', access_token: issued.token, expires_in: String(issued.expiresIn) }
    })
  })
  await app.register(async (scope) => {
    readJson(scope)
    scope.addHook('onRequest', (request) => admit(request, marketplace))
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refused) return refuse(reply, error)
      if (error instanceof Problem) return sendProblem(error, request, reply)
      const { statusCode = 500 } = error as FastifyError
      if (statusCode < 500) return refuse(reply, new Refused(statusCode, 'The request is not understood.'))
      request.log.error({ err: error }, 'the embedded marketplace failed')
      return refuse(reply, new Refused(500, 'Something went wrong.'))
    })
    purchaseRoutes(scope, marketplace)
    operationRoutes(scope, marketplace)
  })
}

function purchaseRoutes(app: FastifyInstance, { db, webhookSender, settings }: EmbeddedMarketplace) {
  const soldOf = async (request: FastifyRequest) => {
    const { id } = request.params as Params
    const sold = uuid.test(id) ? await findSold(db, id) : undefined
    if (!sold) throw new Refused(404, 'There is no such subscription.')
    return sold
  }

  app.post(`${home}/resolve`, { config }, async (request) => {
    const token = request.headers['x-ms-marketplace-token']
    const sold = typeof token === 'string' ? await findSoldByToken(db, token) : undefined
    if (!sold) throw new Refused(400, 'The token is missing, invalid or expired.')
    const subscription = presentSold(sold)
    const { id, name: subscriptionName, offerId, planId, quantity } = subscription
    return { id, subscriptionName, offerId, planId, quantity, subscription }
  })

  app.post(`${home}/:id/activate`, { config }, async (request, reply) => {
    const { id } = await soldOf(request)
    await activate(db, id, request.body ?? {})
    return reply.code(200).send()
  })

  const listPage = async (request: FastifyRequest) => {
    const { continuationToken } = request.query as { continuationToken?: string }
    const offset = /^\d{1,9}$/.test(continuationToken ?? '') ? Number(continuationToken) : 0
    await decideOverdue(db)
    const rows = await listSold(db, offset, pageLength + 1)
    const next = `${settings.url}?api-version=2018-08-31&continuationToken=${offset + pageLength}`
    return {
      subscriptions: rows.slice(0, pageLength).map(presentSold),
      '@nextLink': rows.length > pageLength ? next : '',
    }
  }
  app.get(home, { config }, (request) => listPage(request))

  app.get(`${home}/:id`, { config }, async (request) => {
    await decideOverdue(db)
    return presentSold(await soldOf(request))
  })

  app.get(`${home}/:id/listAvailablePlans`, { config }, async (request) => {
    await soldOf(request)
    return { plans: plans.map(({ planId, displayName }) => ({ planId, displayName, isPrivate: false })) }
  })

  app.patch(`${home}/:id`, { config }, async (request, reply) => {
    const { id } = await soldOf(request)
    const { planId, quantity } = (request.body ?? {}) as Record<string, unknown>
    if ((planId === undefined) === (quantity === undefined)) {
      throw new Refused(400, 'Send a planId or a quantity, and not both.')
    }
    const action = planId === undefined ? 'ChangeQuantity' : 'ChangePlan'
    return accepted(reply, await startOperation(db, id, action, { planId, quantity }))
  })

  app.delete(`${home}/:id`, { config }, async (request, reply) => {
    const { id } = await soldOf(request)
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
    if (status !== 'Success' && status !== 'Failure') throw new Refused(400, 'Say Success or Failure.')
    const isDecided = await decideOperation(db, operation, status === 'Success' ? 'Succeeded' : 'Failed')
    if (!isDecided) throw new Refused(409, 'The operation has been decided already.')
    return reply.code(200).send()
  })
}

async function admit({ headers, query }: FastifyRequest, { tokens }: EmbeddedMarketplace) {
  const [scheme, token = ''] = headers.authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !(await tokens.isForApi(token))) throw new Refused(403, 'Send a valid token.')
  const { 'api-version': version } = query as Record<string, unknown>
  if (version !== '2018-08-31') throw new Refused(400, 'Say api-version=2018-08-31.')
}

const refuse = (reply: FastifyReply, { status, message }: Refused) =>
  reply.code(status).send({ code: String(status), message, target: null, details: [] })

/** Also an empty body: resolving has none. */
function readJson(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text.toString()))
    } catch {
      done(new Refused(400, 'The body is not JSON.'))
    }
  })
}
