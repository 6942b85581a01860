import { deleteAccount, listAccounts } from '@plinth/contract/accounts.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { listSubscriptions, signUp } from '@plinth/contract/subscriptions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { addPerson, personFrom } from '../../embedded/identity/people.ts'
import { findSubscription, insertLandingToken } from '../../embedded/marketplace/store.ts'
import { signInUser } from '../../identity/store.ts'
import type { FulfillmentClient } from '../../marketplace/fulfillment-client.ts'
import { aPurchase, triggerSilently } from '../../testing/purchases.ts'
import { aPerson, callAs, testPortal } from '../../testing/test-app.ts'
import { setUpAccount } from './set-up-account.ts'

async function aBuyer() {
  const person = await aPerson()
  return { person, call: await callAs(person), ...(await aPurchase(person)) }
}

async function rowsOf(subscriptionId: string) {
  const { db } = await testPortal()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('external_id', '=', subscriptionId)
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('microsoft_tenant_id', '=', (await findSubscription(db, subscriptionId))?.tenant_id ?? null)
    .execute()
  return { subscriptions, accounts }
}

test('a purchase becomes an account with an Owner and an active subscription', async () => {
  const { db } = await testPortal()
  const { person, call, id, token } = await aBuyer()
  const { accountPublicId } = await call(signUp, { body: { token, organizationName: ' Org Ltd ' } })
  await expect(call(listAccounts)).resolves.toEqual([
    {
      publicId: accountPublicId,
      name: 'Org Ltd',
      microsoftTenantId: person.tenantId,
      role: 'Owner',
      isSystemOwner: true,
      allowsShareLinks: false,
      viewersMayCompose: false,
    },
  ])
  await expect(call(listSubscriptions, { params: { account: accountPublicId } })).resolves.toMatchObject([
    { externalId: id, status: 'Subscribed', planId: 'team', quantity: 5 },
  ])
  expect((await findSubscription(db, id))?.status).toBe('Subscribed')
})

test('without an organisation name the account gets the name of the subscription', async () => {
  const { call, token, person } = await aBuyer()
  await call(signUp, { body: { token, organizationName: null } })
  await expect(call(listAccounts)).resolves.toMatchObject([{ name: `Plinth for ${person.organisation}` }])
})

test('repeating the setup, or using another token for the same purchase, returns the same account', async () => {
  const { db } = await testPortal()
  const { call, id, token } = await aBuyer()
  const first = await call(signUp, { body: { token, organizationName: 'Org' } })
  await expect(call(signUp, { body: { token, organizationName: 'Other' } })).resolves.toEqual(first)
  const again = await insertLandingToken(db, id)
  await expect(call(signUp, { body: { token: again, organizationName: null } })).resolves.toEqual(first)
  await expect(call(listAccounts)).resolves.toMatchObject([{ name: 'Org' }])
})

test('tokens also work URL-encoded, and with spaces instead of plus signs', async () => {
  const { call, token } = await aBuyer()
  const first = await call(signUp, { body: { token: encodeURIComponent(token), organizationName: null } })
  const spaced = token.replaceAll('+', ' ')
  await expect(call(signUp, { body: { token: spaced, organizationName: null } })).resolves.toEqual(first)
})

describe('setup is refused', () => {
  test('for a person of another organisation', async () => {
    const { id, token } = await aBuyer()
    const stranger = await callAs(await aPerson())
    await expect(stranger(signUp, { body: { token, organizationName: 'X' } })).rejects.toMatchObject({
      status: 403,
      problem: { code: 'purchase_of_another_tenant' },
    })
    await expect(rowsOf(id)).resolves.toEqual({ subscriptions: [], accounts: [] })
  })

  test('for a colleague who is not a member of the existing account', async () => {
    const { db } = await testPortal()
    const { person, call, token } = await aBuyer()
    const domain = person.email.split('@')[1] ?? ''
    const colleague = await callAs(await addPerson(db, personFrom(`colleague@${domain}`, 'Colleague')))
    const { accountPublicId: account } = await call(signUp, { body: { token, organizationName: null } })
    await expect(colleague(signUp, { body: { token, organizationName: null } })).rejects.toMatchObject({
      status: 403,
      problem: { detail: 'This purchase already has an account. Ask one of its Owners for an invitation.' },
    })
    await expect(call(listMembers, { params: { account } })).resolves.toHaveLength(1)
  })

  test.each(['', 'nonsense', 'a'.repeat(7000), '%E0%A4%A'])('for the token %j', async (token) => {
    const { call } = await aBuyer()
    await expect(call(signUp, { body: { token, organizationName: null } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('for an expired token', async () => {
    const { db } = await testPortal()
    const { call, id, token } = await aBuyer()
    await sql`UPDATE emulated_landing_tokens SET expires_at = now() WHERE subscription_id = ${id}`.execute(db)
    await expect(call(signUp, { body: { token, organizationName: null } })).rejects.toMatchObject({
      problem: { code: 'purchase_invalid' },
    })
  })

  test.each(['Suspend', 'Unsubscribe'] as const)('after %s', async (action) => {
    const { db } = await testPortal()
    const { call, id, token } = await aBuyer()
    await sql`UPDATE emulated_subscriptions SET status = 'Subscribed' WHERE id = ${id}`.execute(db)
    await triggerSilently(id, action)
    await expect(call(signUp, { body: { token, organizationName: null } })).rejects.toMatchObject({
      status: 409,
      problem: { code: 'subscription_ended' },
    })
    expect((await rowsOf(id)).subscriptions).toEqual([])
  })
})

test('fifty setups at once with one token create one account, and all return it', async () => {
  const { call, id, token } = await aBuyer()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call(signUp, { body: { token, organizationName: 'Org' } })),
  )
  expect(new Set(answers.map(({ accountPublicId }) => accountPublicId)).size).toBe(1)
  const { subscriptions, accounts } = await rowsOf(id)
  expect(accounts).toHaveLength(1)
  expect(subscriptions).toMatchObject([{ status: 'Subscribed' }])
})

test('of fifty colleagues who use one token at once, one owns the account and the others are refused', async () => {
  const { db } = await testPortal()
  const { person, id, token } = await aBuyer()
  const domain = person.email.split('@')[1] ?? ''
  const colleagues = await Promise.all(
    Array.from({ length: 50 }, async (_, i) =>
      callAs(await addPerson(db, personFrom(`c${i}@${domain}`, `Colleague ${i}`))),
    ),
  )
  const results = await Promise.allSettled(
    colleagues.map((call) => call(signUp, { body: { token, organizationName: 'Org' } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await rowsOf(id)).accounts).toHaveLength(1)
})

test('an account deleted after its subscription ended is not set up again', async () => {
  const { db } = await testPortal()
  const { call, id, token } = await aBuyer()
  const { accountPublicId: account } = await call(signUp, { body: { token, organizationName: null } })
  await triggerSilently(id, 'Unsubscribe')
  await db
    .updateTable('subscriptions')
    .set({ status: 'Unsubscribed' })
    .where('external_id', '=', id)
    .execute()
  await call(deleteAccount, { params: { account } })
  await expect(call(signUp, { body: { token, organizationName: null } })).rejects.toMatchObject({
    status: 409,
  })
  expect((await rowsOf(id)).subscriptions).toMatchObject([{ account_id: null }])
})

/** A fulfillment client that fails at one step: before the request is sent, or after it was answered. */
function failingAt(
  real: FulfillmentClient,
  step: keyof FulfillmentClient,
  when: 'before' | 'after',
): FulfillmentClient {
  const fail = async (...args: never[]) => {
    if (when === 'after') await (real[step] as (...all: never[]) => Promise<unknown>)(...args)
    throw new Error('killed')
  }
  return { ...real, [step]: fail }
}

describe('the next visit completes a setup that was killed, and creates nothing twice', () => {
  test.each([
    ['before the token is resolved', 'resolve', 'before', 0, 'PendingFulfillmentStart'],
    ['after the token is resolved', 'resolve', 'after', 0, 'PendingFulfillmentStart'],
    ['after account, Owner and subscription are created', 'activate', 'before', 1, 'PendingFulfillmentStart'],
    ['after the marketplace has activated it', 'activate', 'after', 1, 'Subscribed'],
    ['before it is marked as subscribed', 'findSubscription', 'after', 1, 'Subscribed'],
  ] as const)('%s', async (_, step, when, accountsBefore, soldAs) => {
    const { db, services } = await testPortal()
    const { person, call, id, token } = await aBuyer()
    const user = await signInUser(db, { ...person, roles: [] })
    const actor = { kind: 'user', name: 'Buyer', id: user.id, address: null } as const
    const marketplace = {
      ...services.marketplace,
      fulfillment: failingAt(services.marketplace.fulfillment, step, when),
    }
    const setup = { token, organizationName: 'Org' }
    await expect(setUpAccount({ db, marketplace }, actor, user, setup)).rejects.toThrow('killed')
    expect((await rowsOf(id)).accounts).toHaveLength(accountsBefore)
    expect((await findSubscription(db, id))?.status).toBe(soldAs)

    const { accountPublicId: account } = await call(signUp, { body: setup })
    await expect(call(listSubscriptions, { params: { account } })).resolves.toMatchObject([
      { externalId: id, status: 'Subscribed' },
    ])
    await expect(call(listMembers, { params: { account } })).resolves.toMatchObject([{ role: 'Owner' }])
    expect((await rowsOf(id)).accounts).toHaveLength(1)
  })

  test('in the middle of its transaction', async () => {
    const { db } = await testPortal()
    const { call, id, token } = await aBuyer()
    await sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'killed'; END $$`.execute(db)
    for (const table of ['accounts', 'memberships', 'subscriptions', 'audit_entries']) {
      await sql`CREATE TRIGGER die BEFORE INSERT ON ${sql.table(table)} EXECUTE FUNCTION die()`.execute(db)
      await expect(call(signUp, { body: { token, organizationName: 'Org' } })).rejects.toMatchObject({
        status: 500,
      })
      await sql`DROP TRIGGER die ON ${sql.table(table)}`.execute(db)
      await expect(rowsOf(id)).resolves.toEqual({ subscriptions: [], accounts: [] })
    }
    await call(signUp, { body: { token, organizationName: 'Org' } })
    expect((await rowsOf(id)).accounts).toHaveLength(1)
  })
})
