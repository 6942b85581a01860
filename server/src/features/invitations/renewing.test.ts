import { createAccount } from '@plinth/contract/administration.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  redeemInvitation,
  renewInvitation,
} from '@plinth/contract/invitations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aMember, anAdministrator, aPerson, callAs, testPortal } from '../../testing/test-app.ts'

async function anInvitation() {
  const owner = await aMember({ role: 'Owner' })
  const { account } = owner
  const home = { account: account.publicId }
  const body = { email: 'new@colleague.example', displayName: 'New Colleague' }
  const invitation = await owner.call(createInvitation, { params: home, body })
  return { owner, account, home, invitation, params: { ...home, id: invitation.id } }
}

const redeem = async (invitationCode: string) =>
  (await callAs(await aPerson()))(redeemInvitation, { body: { invitationCode, accept: true } })

test('any member can renew an invitation: the old code stops working, the new one works once', async () => {
  const { db } = await testPortal()
  const { owner, account, home, invitation, params } = await anInvitation()
  await sql`UPDATE invitations SET expires_at = now() WHERE id = ${invitation.id}`.execute(db)
  const { call } = await aMember({ account })
  const renewed = await call(renewInvitation, { params })
  expect(renewed).toMatchObject({ id: invitation.id, email: invitation.email, isUsed: false })
  expect(renewed.invitationCode).not.toBe(invitation.invitationCode)
  const days = (new Date(renewed.expiresAt).getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const [listed] = await call(listInvitations, { params: home })
  expect(listed?.invitationCode).toBe(`${renewed.invitationCode.slice(0, 6)}…`)
  await expect(redeem(invitation.invitationCode)).rejects.toMatchObject({
    problem: { code: 'invitation_unknown' },
  })
  await expect(redeem(renewed.invitationCode)).resolves.toBeDefined()
  await expect(redeem(renewed.invitationCode)).rejects.toMatchObject({ problem: { code: 'invitation_used' } })
  const entries = await owner.call(listAccountAudit, {
    params: home,
    query: { action: 'invitation.renewed' },
  })
  expect(entries).toMatchObject([{ subject: 'new@colleague.example as User' }])
})

test('used, deleted and foreign invitations cannot be renewed', async () => {
  const used = await anInvitation()
  await redeem(used.invitation.invitationCode)
  await expect(used.owner.call(renewInvitation, { params: used.params })).rejects.toMatchObject({
    problem: { code: 'invitation_used' },
  })
  const deleted = await anInvitation()
  await deleted.owner.call(deleteInvitation, { params: deleted.params })
  await expect(deleted.owner.call(renewInvitation, { params: deleted.params })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  const { call, account } = await aMember()
  const foreign = { account: account.publicId, id: (await anInvitation()).invitation.id }
  await expect(call(renewInvitation, { params: foreign })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
})

test('when an invitation is renewed and redeemed many times at once, at most one person joins', async () => {
  const { owner, invitation, params } = await anInvitation()
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, async () => {
      const { invitationCode } = await owner.call(renewInvitation, { params })
      return redeem(invitationCode)
    }),
    ...Array.from({ length: 4 }, () => redeem(invitation.invitationCode)),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
})

test('only an Owner can renew the invitation of an Owner', async () => {
  const { db } = await testPortal()
  const admin = await anAdministrator()
  const { publicId } = await admin.call(createAccount, {
    body: { name: 'New customer', ownerEmail: 'boss@customer.example' },
  })
  const { id: accountId } = await db
    .selectFrom('accounts')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const account = { id: accountId, publicId }
  const user = await aMember({ account })
  const [pending] = await user.call(listInvitations, { params: { account: publicId } })
  const params = { account: publicId, id: pending?.id ?? 0 }
  await expect(user.call(renewInvitation, { params })).rejects.toMatchObject({
    problem: { code: 'owner_required' },
  })
  const owner = await aMember({ account, role: 'Owner' })
  await expect(owner.call(renewInvitation, { params })).resolves.toMatchObject({ id: params.id })
})
