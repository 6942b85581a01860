import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aPurchase, triggerSilently } from '../testing/purchases.ts'
import { aPerson, testPortal } from '../testing/test-app.ts'
import { MarketplaceRefusal } from './errors.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

const client = async () => (await testPortal()).services.marketplace.fulfillment

test('a purchase is resolved and activated once, only with the plan and quantity that were bought', async () => {
  const { resolve, activate, findSubscription } = await client()
  const person = await aPerson()
  const { id, token } = await aPurchase(person, { seats: 7 })
  await expect(resolve(token)).resolves.toMatchObject({
    id,
    planId: 'team',
    quantity: 7,
    subscription: { status: 'PendingFulfillmentStart', beneficiaryTenantId: person.tenantId },
  })
  await expect(activate(id, { planId: 'business', quantity: 7 })).resolves.toBe(false)
  await expect(activate(id, { planId: 'team', quantity: 8 })).resolves.toBe(false)
  await expect(activate(id, { planId: 'team', quantity: 7 })).resolves.toBe(true)
  await expect(activate(id, { planId: 'team', quantity: 7 })).resolves.toBe(false)
  await expect(findSubscription(id)).resolves.toMatchObject({ status: 'Subscribed', quantity: 7 })
})

test('unknown purchases are undefined or refused', async () => {
  const { resolve, activate, findSubscription, findOperation, settleOperation } = await client()
  await expect(resolve('nonsense')).resolves.toBeUndefined()
  await expect(findSubscription(unknown)).resolves.toBeUndefined()
  await expect(findSubscription('no id')).resolves.toBeUndefined()
  await expect(activate(unknown, { planId: 'team', quantity: 1 })).resolves.toBe(false)
  await expect(findOperation(unknown, unknown)).resolves.toBeUndefined()
  await expect(settleOperation(unknown, unknown, 'Success')).resolves.toBe(false)
})

test('a change is an operation that is decided once and then takes effect', async () => {
  const marketplace = await client()
  const { id } = await aPurchase(await aPerson())
  await marketplace.activate(id, { planId: 'team', quantity: 5 })
  await expect(marketplace.listPlans(id)).resolves.toContainEqual({
    planId: 'business',
    displayName: 'Business',
  })
  const operation = await triggerSilently(id, 'ChangePlan', { planId: 'business' })
  await expect(marketplace.listOperations(id)).resolves.toMatchObject([
    { id: operation.id, action: 'ChangePlan', status: 'InProgress', planId: 'business' },
  ])
  await expect(marketplace.changeSubscription(id, { quantity: 9 })).rejects.toBeInstanceOf(MarketplaceRefusal)
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ planId: 'team' })
  await expect(marketplace.settleOperation(id, operation.id, 'Success')).resolves.toBe(true)
  await expect(marketplace.settleOperation(id, operation.id, 'Failure')).resolves.toBe(false)
  await expect(marketplace.findOperation(id, operation.id)).resolves.toMatchObject({ status: 'Succeeded' })
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ planId: 'business' })
  await expect(marketplace.listOperations(id)).resolves.toEqual([])
})

test('a refused change has no effect; an undecided one takes effect after ten seconds', async () => {
  const { db } = await testPortal()
  const marketplace = await client()
  const { id } = await aPurchase(await aPerson())
  await marketplace.activate(id, { planId: 'team', quantity: 5 })
  const refused = await triggerSilently(id, 'ChangeQuantity', { quantity: 50 })
  await marketplace.settleOperation(id, refused.id, 'Failure')
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 5 })
  const left = await triggerSilently(id, 'ChangeQuantity', { quantity: 60 })
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 5 })
  await sql`UPDATE emulated_operations SET created_at = now() - interval '10 seconds' WHERE id = ${left.id}`.execute(
    db,
  )
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 60 })
})

test('changes and cancellations by the portal return the URL of their operation', async () => {
  const marketplace = await client()
  const { id } = await aPurchase(await aPerson())
  await marketplace.activate(id, { planId: 'team', quantity: 5 })
  await expect(marketplace.changeSubscription(id, { quantity: 6 })).resolves.toContain(`${id}/operations/`)
  await expect.poll(async () => (await marketplace.listOperations(id)).length).toBe(0)
  await expect(marketplace.cancelSubscription(id)).resolves.toContain(`${id}/operations/`)
  await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ status: 'Unsubscribed' })
})

test('all subscriptions are listed, over several pages', async () => {
  const { db } = await testPortal()
  const { listSubscriptions } = await client()
  await sql`INSERT INTO emulated_subscriptions (name, plan_id, quantity, organisation, tenant_id, email)
    SELECT 'Many', 'team', 1, 'Many', ${unknown}, '' FROM generate_series(1, 250)`.execute(db)
  const all = await listSubscriptions()
  expect(all.length).toBeGreaterThanOrEqual(250)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test('its API needs a token of its own', async () => {
  const { origin, config } = await testPortal()
  const home = `${origin}/marketplace/api/saas/subscriptions`
  const bare = await fetch(`${home}?api-version=2018-08-31`)
  expect(bare.status).toBe(403)
  const wrong = await fetch(config.marketplace?.tokenUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: config.marketplace?.clientId ?? '',
      client_secret: 'guessed',
    }),
  })
  expect(wrong.status).toBe(401)
})
