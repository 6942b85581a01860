import { listMarketplace } from '@plinth/contract/marketplace.ts'
import { listSubscriptions, signUp } from '@plinth/contract/subscriptions.ts'
import { expect, test } from 'vitest'

import { aPerson, anAdministrator, callAs, restartPortal } from '../../testing/test-app.ts'
import { fakeMarketplace, json } from '../../testing/vendor-emulator.ts'

test('an account is set up with a marketplace that answers plain OK and sends no dates', async () => {
  let status = 'PendingFulfillmentStart'
  let tenantId = ''
  const subscription = () => ({
    id: 'sub-1',
    name: 'Bought',
    offerId: 'offer',
    planId: 'gold',
    quantity: '',
    saasSubscriptionStatus: status,
    beneficiary: { tenantId },
  })
  const fake = await fakeMarketplace(({ method, url }, response) => {
    if (url.pathname.endsWith('/resolve'))
      return json(response, { id: 'sub-1', subscription: subscription() })
    if (url.pathname.endsWith('/activate')) {
      status = 'Subscribed'
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('OK')
    }
    if (method === 'GET' && url.pathname.endsWith('/sub-1')) return json(response, subscription())
    return json(response, [subscription()])
  })
  await restartPortal(fake.environment)
  const person = await aPerson()
  tenantId = person.tenantId
  const call = await callAs(person)
  const body = { token: 'a-token', organizationName: null }
  const { accountPublicId: account } = await call(signUp, { body })
  const [own] = await call(listSubscriptions, { params: { account } })
  expect(own).toMatchObject({ status: 'Subscribed' })
  const [shown] = await (await anAdministrator()).call(listMarketplace)
  expect(shown).toMatchObject({ externalId: 'sub-1', createdOn: null, lastUpdatedOn: null })
  // A second sign-up does not change the date.
  await call(signUp, { body })
  expect(await call(listSubscriptions, { params: { account } })).toMatchObject([
    { createdOn: own?.createdOn },
  ])
  await fake.close()
})
