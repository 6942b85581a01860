import {
  activateSubscription,
  getOperation,
  listMarketplace,
  resolvePurchase,
} from '@plinth/contract/marketplace.ts'
import { listSubscriptions, signUp } from '@plinth/contract/subscriptions.ts'
import { expect, test } from 'vitest'

import { MarketplaceUnavailable, WebhookRejected } from '../../marketplace/errors.ts'
import { openMarketplace } from '../../marketplace/marketplace.ts'
import { readConfig } from '../../settings/config.ts'
import { aPurchase, triggerSilently } from '../../testing/purchases.ts'
import { aPerson, anAdministrator, callAs } from '../../testing/test-app.ts'

test('the operator sees every subscription and the account it was set up for', async () => {
  const { call } = await anAdministrator()
  const person = await aPerson()
  const { id, token } = await aPurchase(person)
  const mine = async () => (await call(listMarketplace)).find(({ externalId }) => externalId === id)
  expect(await mine()).toMatchObject({
    status: 'PendingFulfillmentStart',
    offerId: 'plinth',
    beneficiaryEmail: person.email,
    beneficiaryTenantId: person.tenantId,
    accountPublicId: null,
  })
  await expect(call(resolvePurchase, { query: { token } })).resolves.toMatchObject({ externalId: id })
  await expect(call(resolvePurchase, { query: { token: 'nonsense' } })).rejects.toMatchObject({ status: 400 })
  const customer = await callAs(person)
  const { accountPublicId } = await customer(signUp, { body: { token, organizationName: 'Shown' } })
  expect(await mine()).toMatchObject({ status: 'Subscribed', accountPublicId, accountName: 'Shown' })
})

test('the operator activates a subscription, and a second call gets the same answer', async () => {
  const { call } = await anAdministrator()
  const { id } = await aPurchase(await aPerson())
  const params = { subscription: id }
  await expect(call(activateSubscription, { params, body: { planId: 'other' } })).rejects.toMatchObject({
    status: 409,
  })
  const body = { planId: 'team', quantity: 5 }
  const first = await call(activateSubscription, { params, body })
  expect(first).toMatchObject({ externalId: id, status: 'Subscribed' })
  await expect(call(activateSubscription, { params, body })).resolves.toEqual(first)
  await expect(
    call(activateSubscription, { params: { subscription: 'unknown' }, body }),
  ).rejects.toMatchObject({ status: 404 })
})

test('the operator sees an operation as the marketplace reports it', async () => {
  const { call } = await anAdministrator()
  const person = await aPerson()
  const { id, token } = await aPurchase(person)
  const customer = await callAs(person)
  const { accountPublicId } = await customer(signUp, { body: { token, organizationName: null } })
  const { id: operation } = await triggerSilently(id, 'ChangeQuantity', { quantity: 8 })
  const params = { subscription: id, operation }
  await expect(call(getOperation, { params })).resolves.toMatchObject({
    id: operation,
    subscriptionId: id,
    action: 'ChangeQuantity',
    status: 'InProgress',
    quantity: 8,
  })
  await expect(call(getOperation, { params: { ...params, operation: id } })).rejects.toMatchObject({
    status: 404,
  })
  const account = { account: accountPublicId }
  await expect(customer(listSubscriptions, { params: account })).resolves.toMatchObject([{ quantity: 5 }])
})

const external = {
  PLINTH_IDENTITY_AUTHORITY: 'https://login.example/common',
  PLINTH_IDENTITY_CLIENT_ID: 'client',
}
const tenant = '11111111-1111-4111-8111-111111111111'

test('a portal without a marketplace says so and refuses all webhooks', async () => {
  const config = readConfig(external)
  expect(config.marketplace).toBeUndefined()
  const { fulfillment, verifyWebhook } = openMarketplace(config, undefined)
  await expect(fulfillment.resolve('token')).rejects.toBeInstanceOf(MarketplaceUnavailable)
  await expect(verifyWebhook('a.b.c')).rejects.toBeInstanceOf(WebhookRejected)
})

test('the settings of a marketplace are required together', () => {
  const connected = {
    ...external,
    PLINTH_MARKETPLACE_TENANT: tenant,
    PLINTH_MARKETPLACE_CLIENT_ID: 'offer',
    PLINTH_MARKETPLACE_CLIENT_SECRET: 'secret',
  }
  expect(readConfig(connected).marketplace).toMatchObject({
    url: 'https://marketplaceapi.microsoft.com/api/saas/subscriptions',
    tokenUrl: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    isEmbedded: false,
  })
  expect(readConfig({}).marketplace?.isEmbedded).toBe(true)
  expect(readConfig({ PLINTH_EMBEDDED_MARKETPLACE: 'false' }).marketplace).toBeUndefined()
  expect(readConfig({ ...external, PLINTH_EMBEDDED_MARKETPLACE: 'true' }).marketplace?.isEmbedded).toBe(true)
  expect(() => readConfig({ ...external, PLINTH_MARKETPLACE_TENANT: tenant })).toThrow('are required when')
  expect(() => readConfig({ ...connected, PLINTH_EMBEDDED_MARKETPLACE: 'true' })).toThrow(
    'exclude each other',
  )
})
