import { listAccounts } from '@plinth/contract/accounts.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import {
  createInvitation,
  listInvitations,
  redeemInvitation,
  renewInvitation,
} from '@plinth/contract/invitations.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { addPerson, personFrom } from '../../embedded/identity/people.ts'
import { aMember, aPerson, anAccount, callAs, testPortal } from '../../testing/test-app.ts'

/** An invitation to an account of the given tenant, and its Owner's client. */
async function invitedTo(tenantId: string | null) {
  const { db } = await testPortal()
  const account = await anAccount('Mallory & Co')
  await db
    .updateTable('accounts')
    .set({ microsoft_tenant_id: tenantId })
    .where('id', '=', account.id)
    .execute()
  const { call, person } = await aMember({ role: 'Owner', account })
  const params = { account: account.publicId }
  const { invitationCode, id } = await call(createInvitation, {
    params,
    body: { email: 'victim@elsewhere.example', displayName: 'Victim' },
  })
  return { call, params, invitationCode, id, account, owner: person }
}

const otherTenant = '11111111-1111-4111-8111-111111111111'
const consent = {
  status: 409,
  problem: {
    code: 'consent_required',
    organizationName: 'Mallory & Co',
    role: 'User',
    invitedBy: expect.stringMatching(/@/),
  },
}

test('a person of the account’s own tenant joins at once', async () => {
  const person = await aPerson()
  const { params, invitationCode } = await invitedTo(person.tenantId)
  const redeemed = (await callAs(person))(redeemInvitation, { body: { invitationCode } })
  await expect(redeemed).resolves.toEqual({
    accountPublicId: params.account,
    accountName: 'Mallory & Co',
    role: 'User',
  })
})

test.each([
  ['another tenant', otherTenant],
  ['no tenant', null],
])('a person joins an account of %s only after accepting', async (_, tenantId) => {
  const victim = await callAs(await aPerson())
  const { call, params, invitationCode } = await invitedTo(tenantId)
  for (const body of [{ invitationCode }, { invitationCode, accept: false }]) {
    await expect(victim(redeemInvitation, { body })).rejects.toMatchObject(consent)
  }
  await expect(victim(listAccounts)).resolves.toEqual([])
  await expect(call(listMembers, { params })).resolves.toHaveLength(1)
  await expect(victim(redeemInvitation, { body: { invitationCode, accept: true } })).resolves.toEqual({
    accountPublicId: params.account,
    accountName: 'Mallory & Co',
    role: 'User',
  })
  await expect(call(listMembers, { params })).resolves.toHaveLength(2)
})

test('opening a link reveals nothing to the inviting organisation', async () => {
  const { db } = await testPortal()
  const victim = await addPerson(db, personFrom('very-private@elsewhere.example', 'Very Private'))
  const { call, params, invitationCode } = await invitedTo(otherTenant)
  const before = await everythingVisible()
  await expect((await callAs(victim))(redeemInvitation, { body: { invitationCode } })).rejects.toMatchObject(
    consent,
  )
  expect(await everythingVisible()).toEqual(before)

  async function everythingVisible() {
    return [
      await call(listInvitations, { params }),
      await call(listMembers, { params }),
      await call(listAccountAudit, { params }),
    ]
  }
})

async function askAsStranger(invitationCode: string) {
  const call = await callAs(await aPerson())
  return call(redeemInvitation, { body: { invitationCode } })
}

test('whoever has to accept is told who invites them and as what', async () => {
  const { params, call, account, owner } = await invitedTo(otherTenant)
  const body = { email: 'guest@elsewhere.example', displayName: 'Guest', role: 'Viewer' as const }
  const { id, invitationCode } = await call(createInvitation, { params, body })
  const invitedBy = `${owner.displayName} (${owner.email})`
  await expect(askAsStranger(invitationCode)).rejects.toMatchObject({
    problem: { role: 'Viewer', invitedBy },
  })

  // Whoever hands out a new link is who invites.
  const colleague = await aMember({ role: 'Owner', account })
  const renewed = await colleague.call(renewInvitation, { params: { ...params, id } })
  await expect(askAsStranger(renewed.invitationCode)).rejects.toMatchObject({
    problem: { invitedBy: `${colleague.person.displayName} (${colleague.person.email})` },
  })
})

test('a code that is no longer valid reveals neither the organisation nor who invited', async () => {
  const { db } = await testPortal()
  const stranger = await callAs(await aPerson())
  const expired = await invitedTo(otherTenant)
  await sql`UPDATE invitations SET expires_at = now() WHERE id = ${expired.id}`.execute(db)
  const used = await invitedTo(otherTenant)
  await (
    await callAs(await aPerson())
  )(redeemInvitation, {
    body: { invitationCode: used.invitationCode, accept: true },
  })
  for (const [invitationCode, code] of [
    [expired.invitationCode, 'invitation_expired'],
    [used.invitationCode, 'invitation_used'],
    ['x'.repeat(32), 'invitation_unknown'],
  ] as const) {
    const refusal = stranger(redeemInvitation, { body: { invitationCode } })
    await expect(refusal).rejects.toMatchObject({ problem: { code } })
    await expect(refusal).rejects.not.toMatchObject({ body: expect.stringMatching(/Mallory|invitedBy|role/) })
  }
})

test('only the JSON value true accepts', async () => {
  const victim = await callAs(await aPerson())
  const { invitationCode } = await invitedTo(otherTenant)
  for (const accept of ['true', 1, 'false', null, {}]) {
    const body = { invitationCode, accept } as never
    await expect(victim(redeemInvitation, { body })).rejects.toMatchObject({ status: 400 })
  }
})
