import { listAccounts } from '@plinth/contract/accounts.ts'
import { createClient } from '@plinth/contract/client.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Person } from '../embedded/identity/people.ts'
import { aPerson, callAs, testPortal, tokenOf } from '../testing/test-app.ts'

async function userRow({ tenantId, objectId }: Person) {
  const { db } = await testPortal()
  return db
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .execute()
}

async function callWithName(person: Person, name: string) {
  const { origin } = await testPortal()
  const authorization = `Bearer ${await tokenOf(person, { name })}`
  return createClient({ baseUrl: origin, headers: () => ({ authorization }) })(listAccounts)
}

test('the first sign-in creates the user once, even if many calls arrive together', async () => {
  const person = await aPerson()
  const call = await callAs(person)
  await Promise.all(Array.from({ length: 20 }, () => call(listAccounts)))
  const rows = await userRow(person)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ display_name: person.displayName, email: person.email })
  expect(rows[0]?.last_login_at).toBeInstanceOf(Date)
})

test('later sign-ins update name and last login, at most every five minutes', async () => {
  const { db } = await testPortal()
  const person = await aPerson()
  await callWithName(person, 'Old Name')
  await callWithName(person, 'Too Soon')
  expect((await userRow(person))[0]?.display_name).toBe('Old Name')

  await sql`UPDATE users SET last_login_at = now() - interval '6 minutes' WHERE object_id = ${person.objectId}`.execute(
    db,
  )
  await callWithName(person, 'New Name')
  const [row] = await userRow(person)
  expect(row?.display_name).toBe('New Name')
  expect(Date.now() - (row?.last_login_at?.getTime() ?? 0)).toBeLessThan(60_000)
})

test('the same object id in another tenant is another person', async () => {
  const person = await aPerson()
  const stranger = { ...person, tenantId: '22222222-2222-4222-8222-222222222222' }
  await (
    await callAs(person)
  )(listAccounts)
  await (
    await callAs(stranger)
  )(listAccounts)
  expect(await userRow(person)).toHaveLength(1)
  expect(await userRow(stranger)).toHaveLength(1)
})
