import { listAccounts } from '@plinth/contract/accounts.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  redeemInvitation,
} from '@plinth/contract/invitations.ts'
import { listMembers } from '@plinth/contract/members.ts'
import type { Role } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { ensureUser } from '../../identity/store.ts'
import { aMember, aPerson, callAs, testPortal } from '../../testing/test-app.ts'

async function anInvitation() {
  const member = await aMember({ role: 'Owner' })
  const params = { account: member.account.publicId }
  const invite = () =>
    member.call(createInvitation, {
      params,
      body: { email: 'new@colleague.example', displayName: 'New Colleague' },
    })
  return { ...member, params, invite, invitation: await invite() }
}

const redeem = async (invitationCode: string, person = aPerson()) =>
  (await callAs(await person))(redeemInvitation, { body: { invitationCode, accept: true } })

test('an invitation admits one person, and the list says who it was', async () => {
  const { call, params, invitation } = await anInvitation()
  const days = (new Date(invitation.expiresAt).getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const person = await aPerson()
  await expect(redeem(invitation.invitationCode, Promise.resolve(person))).resolves.toMatchObject({
    accountPublicId: params.account,
  })
  const accounts = await (await callAs(person))(listAccounts)
  expect(accounts).toMatchObject([{ publicId: params.account, role: 'User', isSystemOwner: false }])
  await expect(call(listInvitations, { params })).resolves.toMatchObject([
    { displayName: 'New Colleague', isUsed: true, usedByEmail: person.email },
  ])
})

test('an invitation gives the role it was created with; only Owners can invite Owners', async () => {
  const owner = await aMember({ role: 'Owner' })
  const user = await aMember({ account: owner.account })
  const params = { account: owner.account.publicId }
  const invite = (by: typeof owner, role: Role) =>
    by.call(createInvitation, { params, body: { email: 'new@org.example', displayName: 'New', role } })
  for (const [by, role] of [
    [owner, 'Owner'],
    [user, 'User'],
    [user, 'Viewer'],
  ] as const) {
    const { invitationCode, role: shown } = await invite(by, role)
    expect(shown).toBe(role)
    const person = await aPerson()
    await redeem(invitationCode, Promise.resolve(person))
    await expect((await callAs(person))(listAccounts)).resolves.toMatchObject([{ role }])
  }
  await expect(invite(user, 'Owner')).rejects.toMatchObject({
    status: 403,
    problem: { code: 'owner_required' },
  })
})

test('only the first answer contains the whole code; neither the list nor the database does', async () => {
  const { db } = await testPortal()
  const { call, params, invitation } = await anInvitation()
  expect(invitation.invitationCode).toMatch(/^[0-9A-Za-z]{32}$/)
  const [listed] = await call(listInvitations, { params })
  expect(listed?.invitationCode).toBe(`${invitation.invitationCode.slice(0, 6)}…`)
  const rows = await db.selectFrom('invitations').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(invitation.invitationCode.slice(6))
})

describe('a code is refused with its own reason if it is', () => {
  test('unknown', async () => {
    await expect(redeem('x'.repeat(32))).rejects.toMatchObject({
      status: 404,
      problem: { code: 'invitation_unknown' },
    })
  })

  test('used', async () => {
    const { invitation } = await anInvitation()
    await redeem(invitation.invitationCode)
    await expect(redeem(invitation.invitationCode)).rejects.toMatchObject({
      status: 409,
      problem: { code: 'invitation_used' },
    })
  })

  test('deleted', async () => {
    const { call, params, invitation } = await anInvitation()
    await call(deleteInvitation, { params: { ...params, id: invitation.id } })
    await expect(redeem(invitation.invitationCode)).rejects.toMatchObject({
      status: 410,
      problem: { code: 'invitation_deleted' },
    })
    await expect(call(listInvitations, { params })).resolves.toEqual([])
  })

  test('expired', async () => {
    const { db } = await testPortal()
    const { invitation } = await anInvitation()
    await sql`UPDATE invitations SET expires_at = now() WHERE id = ${invitation.id}`.execute(db)
    await expect(redeem(invitation.invitationCode)).rejects.toMatchObject({
      status: 410,
      problem: { code: 'invitation_expired' },
    })
  })

  test('empty', async () => {
    await expect(redeem('')).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ message: 'Invalid invitation token' }] },
    })
  })
})

test('a member who redeems a code succeeds and leaves it unused', async () => {
  const { call, params, invitation } = await anInvitation()
  await expect(
    call(redeemInvitation, { body: { invitationCode: invitation.invitationCode } }),
  ).resolves.toMatchObject({
    accountPublicId: params.account,
  })
  await expect(call(listInvitations, { params })).resolves.toMatchObject([{ isUsed: false }])
  await expect(redeem(invitation.invitationCode)).resolves.toMatchObject({ accountPublicId: params.account })
  await expect(call(listMembers, { params })).resolves.toHaveLength(2)
})

const long = { tags: ['long'], timeout: 120_000 }

test('of fifty people who redeem a code at once, exactly one joins, five times', long, async () => {
  const { call, params, invite } = await anInvitation()
  const people = await Promise.all(Array.from({ length: 50 }, () => aPerson()))
  const calls = await Promise.all(people.map((person) => callAs(person)))
  const { db } = await testPortal()
  const owner = await db
    .selectFrom('memberships')
    .selectAll()
    .where('account_id', '=', await anAccountId(params.account))
    .execute()
  for (let round = 0; round < 5; round++) {
    const { invitationCode } = await invite()
    const results = await Promise.allSettled(
      calls.map((each) => each(redeemInvitation, { body: { invitationCode, accept: true } })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await call(listMembers, { params })).toHaveLength(owner.length + 1)
    await db
      .deleteFrom('memberships')
      .where('user_id', '!=', owner[0]?.user_id ?? 0)
      .execute()
  }
})

async function anAccountId(publicId: string): Promise<number> {
  const { db } = await testPortal()
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  return row.id
}

test('a person who redeems a code many times at once becomes one member, and every call succeeds', async () => {
  const { call, params, invitation } = await anInvitation()
  const person = await callAs(await aPerson())
  const { invitationCode } = invitation
  await Promise.all(
    Array.from({ length: 20 }, () => person(redeemInvitation, { body: { invitationCode, accept: true } })),
  )
  await expect(call(listMembers, { params })).resolves.toHaveLength(2)
})

test('an invitation of another account does not exist for me', async () => {
  const { invitation } = await anInvitation()
  const { call, account } = await aMember()
  const params = { account: account.publicId, id: invitation.id }
  await expect(call(deleteInvitation, { params })).rejects.toMatchObject({ status: 404 })
  await expect(redeem(invitation.invitationCode)).resolves.toBeDefined()
})

test.each([
  [{ email: 'nobody', displayName: 'N' }, 'email'],
  [{ email: 'a@b', displayName: 'N' }, 'email'],
  [{ email: 'a@b.c', displayName: ' ' }, 'displayName'],
])('an invitation needs a name and an e-mail address: %j', async (body, field) => {
  const { call, account } = await aMember()
  await expect(call(createInvitation, { params: { account: account.publicId }, body })).rejects.toMatchObject(
    {
      status: 400,
      problem: { errors: [expect.objectContaining({ field })] },
    },
  )
})

async function invitedAgain(was: Role, invitedAs: Role, { otherOwner = true } = {}) {
  const { db } = await testPortal()
  const { account, person } = await aMember({ role: was })
  const member = await aMember({ account, role: otherOwner ? 'Owner' : 'User' })
  await db
    .updateTable('memberships')
    .set({ status: 'disabled' })
    .where('account_id', '=', account.id)
    .where('user_id', '=', await ensureUser(db, person))
    .execute()
  const params = { account: account.publicId }
  const { id, invitationCode } = await member.call(createInvitation, {
    params,
    body: { email: 'back@colleague.example', displayName: 'Back Again' },
  })
  await db.updateTable('invitations').set({ role: invitedAs }).where('id', '=', id).execute()
  await redeem(invitationCode, Promise.resolve(person))
  const members = await member.call(listMembers, { params })
  return members.find(({ oid }) => oid === person.objectId)
}

describe('a disabled member who is invited again', () => {
  test.each([
    ['Owner', 'User'],
    ['User', 'Owner'],
    ['User', 'User'],
    ['Owner', 'Owner'],
  ] as const)('was %s and gets the role of the invitation: %s', async (was, invitedAs) => {
    await expect(invitedAgain(was, invitedAs)).resolves.toMatchObject({ role: invitedAs, status: 'active' })
  })

  test('stays an Owner if the account would have none otherwise', async () => {
    await expect(invitedAgain('Owner', 'User', { otherOwner: false })).resolves.toMatchObject({
      role: 'Owner',
    })
    await expect(invitedAgain('User', 'User', { otherOwner: false })).resolves.toMatchObject({ role: 'User' })
  })
})

test('an active Owner who redeems an invitation as User stays an Owner', async () => {
  const { call, params, person, invitation } = await anInvitation()
  await redeem(invitation.invitationCode, Promise.resolve(person))
  await expect(call(listMembers, { params })).resolves.toMatchObject([{ role: 'Owner' }])
})

test('only an Owner can delete the invitation of an Owner', async () => {
  const { db } = await testPortal()
  const { call, account, params, invitation } = await anInvitation()
  await sql`UPDATE invitations SET role = 'Owner' WHERE id = ${invitation.id}`.execute(db)
  const user = await aMember({ account })
  const target = { ...params, id: invitation.id }
  await expect(user.call(deleteInvitation, { params: target })).rejects.toMatchObject({
    status: 403,
    problem: { code: 'owner_required' },
  })
  await expect(call(listInvitations, { params })).resolves.toHaveLength(1)
  await call(deleteInvitation, { params: target })
})
