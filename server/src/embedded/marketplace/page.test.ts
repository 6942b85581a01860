import { randomUUID } from 'node:crypto'

import { signUp } from '@plinth/contract/subscriptions.ts'
import { expect, test } from 'vitest'

import { sendRequest } from '../../testing/raw-request.ts'
import { aPerson, callAs, testPortal, tokenOf } from '../../testing/test-app.ts'
import { listNewestSubscriptions } from './store.ts'

async function send(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const { config } = await testPortal()
  return sendRequest(path, {
    host: config.publicUrl.host,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })
}

async function page() {
  const { config } = await testPortal()
  return sendRequest('/marketplace', { host: config.publicUrl.host })
}

const newest = async () => {
  const { db } = await testPortal()
  const [row] = await listNewestSubscriptions(db, 1)
  if (!row) throw new Error('nothing was bought')
  return row
}

test('a customer buys a plan, is sent to setup, and later changes, suspends, reinstates and cancels', async () => {
  const person = await aPerson()
  const shown = await page()
  expect(shown.status).toBe(200)
  expect(shown.text).toContain(person.tenantId)
  expect(String(shown.headers['content-security-policy'])).toContain("default-src 'none'")
  const bought = await send('/marketplace/subscriptions', {
    tenant: person.tenantId,
    domain: '',
    plan: 'team',
    seats: '3',
  })
  expect(bought.status).toBe(303)
  const landing = new URL(String(bought.headers['location']), 'http://any')
  expect(landing.pathname).toBe('/signup')
  const token = landing.searchParams.get('token') ?? ''
  const call = await callAs(person)
  const first = await call(signUp, { body: { token, organizationName: 'Org' } })

  const { id } = await newest()
  const act = (form: Record<string, string>) => send(`/marketplace/subscriptions/${id}`, form)
  expect((await act({ action: 'ChangePlan', plan: 'enterprise' })).status).toBe(303)
  await expect.poll(newest).toMatchObject({ plan_id: 'enterprise' })
  expect((await act({ action: 'ChangeQuantity', seats: '30' })).status).toBe(303)
  await expect.poll(newest).toMatchObject({ quantity: 30 })
  await act({ action: 'Suspend' })
  await expect.poll(newest).toMatchObject({ status: 'Suspended' })
  expect((await act({ action: 'ChangeQuantity', seats: '31' })).status).toBe(400)
  await act({ action: 'Reinstate' })
  await expect.poll(newest).toMatchObject({ status: 'Subscribed' })
  const managed = await act({ action: 'Manage' })
  const again = new URL(String(managed.headers['location']), 'http://any').searchParams.get('token') ?? ''
  await expect(call(signUp, { body: { token: again, organizationName: null } })).resolves.toEqual(first)
  await act({ action: 'Unsubscribe' })
  await expect.poll(newest).toMatchObject({ status: 'Unsubscribed' })
  await expect
    .poll(async () => (await page()).text)
    .toMatch(/<td>Unsubscribe<\/td>\s*<td>[^<]+<\/td>\s*<td>200/)
})

test('an unknown organisation can be entered by its domain, and its people can set it up', async () => {
  const person = await aPerson()
  const domain = person.email.split('@')[1] ?? ''
  await send('/marketplace/subscriptions', {
    tenant: '',
    domain: ` ${domain.toUpperCase()} `,
    plan: 'team',
    seats: '1',
  })
  await expect(newest()).resolves.toMatchObject({ tenant_id: person.tenantId, organisation: domain })
})

test.each([
  [{ tenant: '', domain: '', plan: 'team', seats: '1' }],
  [{ tenant: '', domain: '<script>', plan: 'team', seats: '1' }],
  [{ tenant: '', domain: 'a.example', plan: 'free', seats: '1' }],
  [{ tenant: '', domain: 'a.example', plan: 'team', seats: '0' }],
])('the order %j is refused', async (form) => {
  const answer = await send('/marketplace/subscriptions', form)
  expect(answer.status).toBe(400)
  expect(answer.text).not.toContain('<script>')
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://abc.plinth.localhost' }],
  [{ 'sec-fetch-site': 'none' }],
])('forms of other pages are refused: %j', async (headers) => {
  const form = { tenant: '', domain: 'csrf.example', plan: 'team', seats: '1' }
  expect((await send('/marketplace/subscriptions', form, headers)).status).toBe(403)
})

test('without sec-fetch-site, the origin is checked', async () => {
  const { config } = await testPortal()
  const body = 'tenant=&domain=origin.example&plan=team&seats=1'
  const post = async (headers: Record<string, string>) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
    const host = config.publicUrl.host
    return (await sendRequest('/marketplace/subscriptions', { host, method: 'POST', headers: form, body }))
      .status
  }
  expect(await post({})).toBe(403)
  expect(await post({ origin: 'http://evil.example' })).toBe(403)
  expect(await post({ origin: config.publicUrl.origin })).toBe(303)
})

test('the directory returns the organisation of the signed-in person only', async () => {
  const { origin } = await testPortal()
  const person = await aPerson()
  const organization = async (authorization?: string) =>
    fetch(`${origin}/graph/v1.0/organization?$select=id,displayName`, {
      headers: authorization ? { authorization } : {},
    })
  const answer = await organization(`Bearer ${await tokenOf(person, { scp: 'User.Read' })}`)
  await expect(answer.json()).resolves.toEqual({
    value: [{ id: person.tenantId, displayName: person.organisation }],
  })
  expect((await organization()).status).toBe(401)
  expect((await organization(`Bearer ${await tokenOf(person)}`)).status).toBe(403)
})

test('of the subscriptions that nobody uses, the oldest are forgotten', async () => {
  const { db } = await testPortal()
  const old = {
    name: 'Plinth',
    plan_id: 'team',
    quantity: 1,
    organisation: 'Bought long ago',
    tenant_id: randomUUID(),
    email: 'buyer@example.com',
    created_at: new Date('2001-01-01'),
  }
  const used = { ...old, status: 'Subscribed', created_at: new Date('2000-01-01') }
  await db
    .insertInto('emulated_subscriptions')
    .values([used, ...Array.from({ length: 300 }, () => ({ ...old, status: 'Unsubscribed' }))])
    .execute()
  await send('/marketplace/subscriptions', {
    tenant: '',
    domain: 'forgotten.example',
    plan: 'team',
    seats: '3',
  })
  const left = await db
    .deleteFrom('emulated_subscriptions')
    .where('organisation', '=', old.organisation)
    .returning('status')
    .execute()
  expect(left.length).toBeLessThanOrEqual(200)
  expect(left).toContainEqual({ status: 'Subscribed' })
  expect(await newest()).toMatchObject({ status: 'PendingFulfillmentStart', quantity: 3 })
})
