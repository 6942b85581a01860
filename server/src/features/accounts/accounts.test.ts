import { listAccounts } from '@plinth/contract/accounts.ts'
import { ApiError } from '@plinth/contract/client.ts'
import { listMembers, updateMember } from '@plinth/contract/members.ts'
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
      viewersMayCompose: false,
    },
    {
      publicId: zebra.publicId,
      name: 'Zebra',
      microsoftTenantId: null,
      role: 'Owner',
      isSystemOwner: true,
      allowsShareLinks: false,
      viewersMayCompose: false,
    },
  ])
})

test('accounts and members are in the order of titles, whatever the database’s collation', async () => {
  const { db } = await testPortal()
  const inOrder = ['android', 'Éclair', 'Team 2', 'Team 10', 'zebra']
  const shuffled = inOrder.toReversed()
  const owner = await aMember({ role: 'Owner', account: await anAccount('zebra') })
  const userId = await ensureUser(db, owner.person)
  for (const name of shuffled.slice(1)) {
    await insertMembership(db, (await anAccount(name)).id, userId, 'User')
  }
  expect((await owner.call(listAccounts)).map(({ name }) => name)).toEqual(inOrder)

  const params = { account: owner.account.publicId }
  for (const [index, displayName] of shuffled.entries()) {
    const { person } = index === 0 ? owner : await aMember({ account: owner.account })
    const body = { displayName, email: person.email }
    await owner.call(updateMember, { params: { ...params, oid: person.objectId }, body })
  }
  const members = await owner.call(listMembers, { params })
  expect(members.map(({ displayName }) => displayName)).toEqual(inOrder)
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
