import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { acceptForms } from '../../http/accept-forms.ts'
import { Problem } from '../../http/problems.ts'
import { embeddedMarketplacePath as path } from '../../settings/marketplace-settings.ts'
import { listPeople, personFrom } from '../identity/people.ts'
import { listDeliveries } from './deliveries-store.ts'
import type { EmbeddedMarketplace } from './embedded-marketplace.ts'
import { Refused, decideOverdue, maxSeats, startOperation } from './operations.ts'
import { marketplacePage } from './page.ts'
import type { Organisation } from './page.ts'
import { isPlan, offer, plans } from './plans.ts'
import { insertLandingToken, insertSubscription, listNewestSubscriptions } from './store.ts'
import type { Order } from './store.ts'

const config = { access: 'public' } as const
const maxShown = 20
const maxDeliveries = 200

const seats = z.coerce.number().int().min(1).max(maxSeats)
const Purchase = z.object({
  tenant: z.union([z.guid(), z.literal('')]),
  domain: z.string().trim().toLowerCase().max(200).default(''),
  plan: z.string().refine(isPlan),
  seats,
})
const Action = z.object({
  action: z.enum(['ChangePlan', 'ChangeQuantity', 'Suspend', 'Reinstate', 'Unsubscribe', 'Renew', 'Manage']),
  plan: z.string().optional(),
  seats: seats.optional(),
})

/** The page to buy, change and cancel subscriptions. */
export async function marketplacePageRoutes(app: FastifyInstance, marketplace: EmbeddedMarketplace) {
  const { db, webhookSender, productName, home, isPublicDemo } = marketplace

  const show = async (reply: FastifyReply, error?: string) => {
    await decideOverdue(db)
    const subscriptions = await listNewestSubscriptions(db, maxShown)
    const deliveries = await listDeliveries(
      db,
      subscriptions.map(({ id }) => id),
      maxDeliveries,
    )
    const organisations = await organisationsOf(marketplace)
    const page = marketplacePage({
      productName,
      isPublicDemo,
      path,
      organisations,
      subscriptions,
      deliveries,
      error,
    })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', page.contentSecurityPolicy)
      .send(page.html)
  }

  const toLandingPage = async (reply: FastifyReply, subscriptionId: string) => {
    const token = await insertLandingToken(db, subscriptionId)
    return reply.redirect(`/signup?token=${encodeURIComponent(token)}`, 303)
  }

  await app.register(async (scope) => {
    acceptForms(scope)
    scope.addHook('onRequest', async (request) => assertOwnForm(request, home))
    scope.get(path, { config }, (_, reply) => show(reply))

    scope.post(`${path}/subscriptions`, { config }, async (request, reply) => {
      const form = Purchase.safeParse(request.body)
      const organisations = await organisationsOf(marketplace)
      const order = form.success ? orderOf(form.data, organisations) : undefined
      if (!order) return show(reply.code(400), 'Choose an organisation, or type its domain or tenant id.')
      return toLandingPage(reply, await insertSubscription(db, order))
    })

    scope.post(`${path}/subscriptions/:id`, { config }, async (request, reply) => {
      const { id } = request.params as { id: string }
      const form = Action.safeParse(request.body)
      if (!form.success || !z.guid().safeParse(id).success)
        return show(reply.code(400), 'That is not possible.')
      const { action, plan, seats: quantity } = form.data
      if (action === 'Manage') return toLandingPage(reply, id)
      try {
        await startOperation(db, id, action, { planId: plan, quantity })
      } catch (error) {
        if (error instanceof Refused) return show(reply.code(error.status), error.message)
        throw error
      }
      webhookSender.wake()
      return reply.redirect(path, 303)
    })
  })
}

/** Without cookies, but other pages must not make a browser buy or cancel. */
function assertOwnForm({ method, headers }: FastifyRequest, home: string) {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === home : site === 'same-origin'
  if (!isOwn) throw new Problem('forbidden', { detail: 'Use the forms on the marketplace page itself.' })
}

async function organisationsOf({ db }: EmbeddedMarketplace): Promise<Organisation[]> {
  const people = await listPeople(db)
  const byTenant = new Map(people.toReversed().map((person) => [person.tenantId, person]))
  return [...byTenant.values()]
    .map(({ organisation, tenantId, email }) => ({ name: organisation, tenantId, email }))
    .toReversed()
}

function orderOf(form: z.infer<typeof Purchase>, organisations: Organisation[]): Order | undefined {
  const buyer = buyerOf(form, organisations)
  if (!buyer) return undefined
  const { displayName = form.plan } = plans.find(({ planId }) => planId === form.plan) ?? {}
  const name = `${offer.name} ${displayName} for ${buyer.organisation}`
  return { name, plan_id: form.plan, quantity: form.seats, ...buyer }
}

/** The embedded identity provider derives tenant ids from domains, so a typed domain matches its people. */
function buyerOf({ tenant, domain }: z.infer<typeof Purchase>, organisations: Organisation[]) {
  if (z.guid().safeParse(domain).success) return { organisation: domain, tenant_id: domain, email: '' }
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    const { tenantId, organisation, email } = personFrom(`buyer@${domain}`, 'Buyer')
    return { organisation, tenant_id: tenantId, email }
  }
  const known = organisations.find(({ tenantId }) => tenantId === tenant)
  return known && domain === ''
    ? { organisation: known.name, tenant_id: known.tenantId, email: known.email }
    : undefined
}
