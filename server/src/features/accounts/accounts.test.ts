import { listAccounts } from '@plinth/contract/accounts.ts'
import { ApiError } from '@plinth/contract/client.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { expect, test } from 'vitest'

import { ensureUser } from '../../identity/store.ts'
import { aMember, aPerson, anAccount, callAs, testPortal } from '../../testing/test-app.ts'
import { insertMembership } from '../members/store.ts'

test('accounts are listed by name and say whether I am an Owner', async () => {
  const { db } = await testPortal()
  const person = await aPerson()
  const userId = await ensureUser(db, person)
  const zebra = await anAccount('Zebra')
  const apple = await anAccount('Apple')
  await insertMembership(db, zebra.id, userId, 'Owner')
  await insertMembership(db, apple.id, userId, 'User')
  const accounts = await (await callAs(person))(listAccounts)
  expect(accounts).toEqual([
    {
      publicId: apple.publicId,
      name: 'Apple',
      microsoftTenantId: null,
      role: 'User',
      isSystemOwner: false,
      allowsShareLinks: false,
    },
    {
      publicId: zebra.publicId,
      name: 'Zebra',
      microsoftTenantId: null,
      role: 'Owner',
      isSystemOwner: true,
      allowsShareLinks: false,
    },
  ])
})

test('the members of an account are listed with role and status', async () => {
  const { account, call, person } = await aMember({ role: 'Owner' })
  const members = await call(listMembers, { params: { account: account.publicId } })
  expect(members).toEqual([
    expect.objectContaining({ oid: person.objectId, role: 'Owner', status: 'active', email: person.email }),
  ])
})

test('an account of others is answered exactly like one that does not exist', async () => {
  const { call } = await aMember()
  const { account: theirs } = await aMember()
  const refusals = await Promise.all(
    [theirs.publicId, 'doesnotexist'].map((account) =>
      call(listStorybooks, { params: { account } }).catch((error: unknown) => error as ApiError),
    ),
  )
  const [foreign, missing] = refusals.map((error) => {
    if (!(error instanceof ApiError)) throw new Error('expected a refusal')
    return { status: error.status, problem: { ...error.problem, instance: undefined } }
  })
  expect(foreign).toEqual(missing)
  expect(foreign?.status).toBe(404)
})

test('a disabled membership gives no access', async () => {
  const { db } = await testPortal()
  const { account, call } = await aMember()
  await db
    .updateTable('memberships')
    .set({ status: 'disabled' })
    .where('account_id', '=', account.id)
    .execute()
  await expect(call(listMembers, { params: { account: account.publicId } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(listAccounts)).resolves.toEqual([])
})
