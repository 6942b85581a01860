import { randomUUID } from 'node:crypto'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { addMember, deleteMember, listMembers, updateMember } from '@plinth/contract/members.ts'
import { roles } from '@plinth/contract/roles.ts'
import { expect, test } from 'vitest'

import { ensureUser } from '../../identity/store.ts'
import { aMember, aPerson, callAs, testPortal } from '../../testing/test-app.ts'
import { insertMembership } from './store.ts'

async function aTeam() {
  const owner = await aMember({ role: 'Owner' })
  const user = await aMember({ account: owner.account })
  return { owner, user, params: { account: owner.account.publicId } }
}

test('an edited name applies to this account only', async () => {
  const { owner, user, params } = await aTeam()
  const { db } = await testPortal()
  const changes = { displayName: 'Known Here As', email: 'here@team.example' }
  const target = { ...params, oid: user.person.objectId }
  await expect(owner.call(updateMember, { params: target, body: changes })).resolves.toMatchObject(changes)
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('object_id', '=', user.person.objectId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ display_name: user.person.displayName, email: user.person.email })
})

test('only Owners can change roles, and a new role applies at once', async () => {
  const { owner, user, params } = await aTeam()
  const body = { displayName: 'U', email: 'u@team.example', role: 'Owner' as const }
  const target = { ...params, oid: user.person.objectId }
  await expect(user.call(updateMember, { params: target, body })).rejects.toMatchObject({
    status: 403,
    problem: { code: 'owner_required' },
  })
  await expect(
    user.call(updateMember, { params: target, body: { ...body, role: 'User' } }),
  ).resolves.toMatchObject({ role: 'User' })
  await expect(owner.call(updateMember, { params: target, body })).resolves.toMatchObject({ role: 'Owner' })
  await expect(user.call(listAccounts)).resolves.toMatchObject([{ isSystemOwner: true }])
})

test('a User can neither remove nor edit an Owner, active or disabled, nor add one', async () => {
  const { db } = await testPortal()
  const { owner, user, params } = await aTeam()
  const second = await aMember({ role: 'Owner', account: owner.account })
  const target = { ...params, oid: second.person.objectId }
  const body = { displayName: 'Somebody else', email: 'else@team.example' }
  const attempts = () => [
    user.call(deleteMember, { params: target }),
    user.call(updateMember, { params: target, body }),
    user.call(updateMember, { params: target, body: { ...body, role: 'Owner' } }),
    user.call(updateMember, { params: target, body: { ...body, role: 'User' } }),
    user.call(deleteMember, { params: { ...params, oid: target.oid.toUpperCase() } }),
    user.call(addMember, { params, body: { ...body, oid: randomUUID(), role: 'Owner' } }),
  ]
  const refused = { status: 'rejected', reason: { status: 403, problem: { code: 'owner_required' } } }
  for (const attempt of await Promise.allSettled(attempts())) expect(attempt).toMatchObject(refused)
  await db
    .updateTable('memberships')
    .set({ status: 'disabled' })
    .where('account_id', '=', owner.account.id)
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('id').where('object_id', '=', target.oid),
    )
    .execute()
  for (const attempt of await Promise.allSettled(attempts())) expect(attempt).toMatchObject(refused)
  const shown = await user.call(listMembers, { params })
  expect(shown.find(({ oid }) => oid === target.oid)).toMatchObject({
    displayName: second.person.displayName,
    role: 'Owner',
  })
  await expect(owner.call(updateMember, { params: target, body })).resolves.toMatchObject(body)
  await owner.call(deleteMember, { params: target })
})

test('a User can edit and remove Users, themselves included', async () => {
  const { user, params, owner } = await aTeam()
  const other = await aMember({ account: owner.account })
  const body = { displayName: 'Edited', email: 'edited@team.example' }
  for (const { objectId: oid } of [other.person, user.person]) {
    await expect(user.call(updateMember, { params: { ...params, oid }, body })).resolves.toMatchObject(body)
    await user.call(deleteMember, { params: { ...params, oid } })
  }
})

test.each(roles)('the role %s can be stored', async (role) => {
  const { call, account } = await aMember({ role })
  await expect(call(listMembers, { params: { account: account.publicId } })).resolves.toMatchObject([
    { role },
  ])
})

test('the last Owner can neither be removed nor change to any other role', async () => {
  const { owner, params } = await aTeam()
  const target = { ...params, oid: owner.person.objectId }
  const body = { displayName: 'O', email: 'o@team.example' }
  const lesser = roles.filter((role) => role !== 'Owner')
  const attempts = await Promise.allSettled([
    owner.call(deleteMember, { params: target }),
    ...lesser.map((role) => owner.call(updateMember, { params: target, body: { ...body, role } })),
  ])
  expect(attempts).toHaveLength(roles.length)
  for (const attempt of attempts) {
    expect(attempt).toMatchObject({
      status: 'rejected',
      reason: { status: 409, problem: { code: 'last_owner' } },
    })
  }
})

test('of two Owners who remove each other at the same time, one remains', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await aMember({ role: 'Owner' })
    const second = await aMember({ role: 'Owner', account: first.account })
    const params = { account: first.account.publicId }
    await Promise.allSettled([
      first.call(deleteMember, { params: { ...params, oid: second.person.objectId } }),
      second.call(deleteMember, { params: { ...params, oid: first.person.objectId } }),
    ])
    const { db } = await testPortal()
    const owners = await db
      .selectFrom('memberships')
      .select('role')
      .where('account_id', '=', first.account.id)
      .execute()
    expect(owners).toEqual([{ role: 'Owner' }])
  }
})

test('a deleted member has no access from the next call on', async () => {
  const { owner, user, params } = await aTeam()
  await expect(user.call(listMembers, { params })).resolves.toHaveLength(2)
  await owner.call(deleteMember, { params: { ...params, oid: user.person.objectId } })
  await expect(user.call(listMembers, { params })).rejects.toMatchObject({ status: 404 })
  await expect(user.call(listAccounts)).resolves.toEqual([])
  await expect(
    owner.call(deleteMember, { params: { ...params, oid: user.person.objectId } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a person of the account’s own tenant can be added before their first sign-in', async () => {
  const { db } = await testPortal()
  const { owner, user, params } = await aTeam()
  const person = await aPerson()
  const body = { oid: person.objectId, displayName: 'Added', email: 'added@team.example' }
  await expect(owner.call(addMember, { params, body })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'no_tenant' },
  })
  await db
    .updateTable('accounts')
    .set({ microsoft_tenant_id: person.tenantId })
    .where('id', '=', owner.account.id)
    .execute()
  await expect(user.call(addMember, { params, body: { ...body, role: 'Owner' } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(user.call(addMember, { params, body })).resolves.toMatchObject({
    oid: person.objectId,
    role: 'User',
    lastLogin: null,
  })
  const viewer = { ...body, oid: randomUUID(), role: 'Viewer' as const }
  await expect(user.call(addMember, { params, body: viewer })).resolves.toMatchObject({ role: 'Viewer' })
  await expect(owner.call(addMember, { params, body })).rejects.toMatchObject({
    problem: { code: 'already_member' },
  })
  await expect((await callAs(person))(listAccounts)).resolves.toMatchObject([{ publicId: params.account }])
})

test('people of two tenants with the same object id are told apart', async () => {
  const { db } = await testPortal()
  const { owner, user, params } = await aTeam()
  const tenantId = randomUUID()
  await db
    .updateTable('accounts')
    .set({ microsoft_tenant_id: tenantId })
    .where('id', '=', owner.account.id)
    .execute()
  const oid = owner.person.objectId
  const shown = { displayName: 'Shadow', email: 'shadow@team.example' }
  await expect(user.call(addMember, { params, body: { oid, ...shown } })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'already_member', detail: expect.stringContaining('another organisation') },
  })

  // Whoever was added first cannot stand in for a person who is invited later.
  const guest = await aPerson()
  const shadow = { oid: guest.objectId, ...shown }
  await user.call(addMember, { params, body: shadow })
  await insertMembership(db, owner.account.id, await ensureUser(db, guest), 'User')
  const target = { ...params, oid: guest.objectId }
  const ambiguous = { status: 409, problem: { code: 'member_ambiguous' } }
  await expect(owner.call(deleteMember, { params: target })).rejects.toMatchObject(ambiguous)
  await expect(owner.call(updateMember, { params: target, body: shown })).rejects.toMatchObject(ambiguous)
  const renamed = { displayName: 'A Guest', email: 'guest@elsewhere.example' }
  await expect(
    owner.call(updateMember, { params: target, query: { tenant: guest.tenantId }, body: renamed }),
  ).resolves.toMatchObject({ ...renamed, microsoftTenantId: guest.tenantId })
  const unknown = owner.call(deleteMember, { params: target, query: { tenant: randomUUID() } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
  await owner.call(deleteMember, { params: target, query: { tenant: guest.tenantId.toUpperCase() } })
  const left = await owner.call(listMembers, { params })
  expect(left.filter((member) => member.oid === guest.objectId)).toMatchObject([
    { microsoftTenantId: tenantId, displayName: 'Shadow' },
  ])
  const theirs = await callAs(guest)
  await expect(theirs(listAccounts)).resolves.toEqual([])
})

test('members of other accounts do not exist', async () => {
  const { user, params } = await aTeam()
  const { call, account } = await aMember({ role: 'Owner' })
  const body = { displayName: 'X', email: 'x@y.z' }
  for (const home of [params.account, account.publicId]) {
    const target = { account: home, oid: user.person.objectId }
    await expect(call(updateMember, { params: target, body })).rejects.toMatchObject({ status: 404 })
    await expect(call(deleteMember, { params: target })).rejects.toMatchObject({ status: 404 })
  }
  await expect(
    call(deleteMember, { params: { account: account.publicId, oid: randomUUID() } }),
  ).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ displayName: '', email: 'a@b.c' }, 'Name and email are required'],
  [{ displayName: 'A', email: 'nonsense' }, 'Please enter a valid email address'],
])('a member needs a name and a valid e-mail address: %j', async (body, message) => {
  const { owner, params } = await aTeam()
  const target = { ...params, oid: owner.person.objectId }
  await expect(owner.call(updateMember, { params: target, body })).rejects.toMatchObject({
    problem: { errors: [expect.objectContaining({ message })] },
  })
})
