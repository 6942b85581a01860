import { deleteAccount, listAccounts } from '@plinth/contract/accounts.ts'
import {
  createAccount,
  deleteAnyAccount,
  inviteOwner,
  listAllAccounts,
} from '@plinth/contract/administration.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { createInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { describe, expect, test } from 'vitest'

import { readConfig } from '../../settings/config.ts'
import { aForm, aStorybookZip } from '../../testing/builds.ts'
import {
  aMember,
  anAccount,
  aPerson,
  anAdministrator,
  anotherInstance,
  callAs,
  testPortal,
  tokenOf,
} from '../../testing/test-app.ts'

/** As the audit log names them. */
const operator = 'Petra Operator (operator@plinth.example)'

const placeholders = { account: 'abc', subscription: 'abc', operation: 'abc' }

const bearer = async (...[person, claims]: Parameters<typeof tokenOf>) => ({
  authorization: `Bearer ${await tokenOf(person, claims)}`,
})

/** The headers of everyone who is not an administrator, and the status that the operator's calls answer with. */
async function principals() {
  const owner = await aMember({ role: 'Owner' })
  const member = await aMember({ account: owner.account })
  const { key } = await owner.call(createApiKey, {
    params: { account: owner.account.publicId },
    body: { name: 'CI' },
  })
  return [
    ['an anonymous caller', {}, 401],
    ['a caller with a broken token', { authorization: 'Bearer a.b.c' }, 401],
    ['a signed-in person', await bearer(await aPerson()), 404],
    [
      'a customer’s administrator with the operator’s role',
      await bearer(await aPerson(), { roles: ['Platform.Admin'] }),
      404,
    ],
    [
      'a person with another role',
      await bearer(await aPerson(), { roles: ['Platform.Reader', 'admin'] }),
      404,
    ],
    ['a member', await bearer(member.person), 404],
    ['an Owner', await bearer(owner.person), 404],
    // The same as for every call that keys may not make.
    ['an API key', { 'x-api-key': key }, 403],
  ] as const
}

test('the operator’s calls refuse everyone else, and look missing to people who are signed in', async () => {
  const { app, origin } = await testPortal()
  const calls = app.endpoints.filter(({ access }) => access === 'admin')
  expect(calls.length).toBeGreaterThan(3)
  for (const [who, headers, status] of await principals()) {
    for (const endpoint of calls) {
      const path = addressOf(endpoint, placeholders)
      const response = await fetch(origin + path, { method: endpoint.method, headers })
      expect({ who, path, status: response.status }).toEqual({ who, path, status })
      if (status !== 404) continue
      const missing = await fetch(`${origin}/api/v1/admin/nothing`, { method: endpoint.method, headers })
      expect(await readReply(response)).toEqual(await readReply(missing))
    }
  }
})

async function readReply(response: Response) {
  const { instance: _, ...problem } = (await response.json()) as ProblemDocument
  return { status: response.status, type: response.headers.get('content-type'), problem }
}

test('whoami says who is an administrator', async () => {
  const { call } = await anAdministrator()
  await expect(call(getWhoami)).resolves.toMatchObject({ isAdministrator: true, name: 'Petra Operator' })
  await expect((await callAs(await aPerson()))(getWhoami)).resolves.toMatchObject({ isAdministrator: false })
})

const warnings = (logLines: string[]) => logLines.filter((line) => line.includes('Platform.Admin'))

describe('the app role Platform.Admin', () => {
  const roles = ['Platform.Admin']

  test('has no effect while the operator’s tenant is not set, and that is logged once', async () => {
    const { logLines } = await testPortal()
    for (let i = 0; i < 3; i++) {
      const call = await callAs(await aPerson(), { roles })
      await expect(call(getWhoami)).resolves.toMatchObject({ isAdministrator: false })
      await expect(call(listAllAccounts)).rejects.toMatchObject({ status: 404 })
    }
    expect(warnings(logLines)).toHaveLength(1)
    expect(warnings(logLines)[0]).toContain('PLINTH_OPERATOR_TENANT is not set')
  })

  test('counts only in tokens of the operator’s tenant', async () => {
    const operator = await aPerson()
    const instance = await anotherInstance({ PLINTH_OPERATOR_TENANT: operator.tenantId.toUpperCase() })
    const whoami = async (...[person, claims]: Parameters<typeof tokenOf>) =>
      (await callAs(person, claims, instance.origin))(getWhoami)
    await expect(whoami(operator, { roles })).resolves.toMatchObject({ isAdministrator: true })
    await expect(whoami(operator, { roles: [] })).resolves.toMatchObject({ isAdministrator: false })
    const customer = await aPerson()
    await expect(whoami(customer, { roles })).resolves.toMatchObject({ isAdministrator: false })
    expect(warnings(instance.logLines)[0]).toContain(customer.tenantId)
    await instance.close()
  })
})

describe('the setting PLINTH_ADMINS', () => {
  const external = {
    PLINTH_IDENTITY_AUTHORITY: 'https://login.example/common',
    PLINTH_IDENTITY_CLIENT_ID: 'client',
  }
  const pair = '11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222'

  test('accepts pairs of ids always, and e-mail addresses only with the embedded provider', () => {
    expect(readConfig({ ...external, PLINTH_ADMINS: pair.toUpperCase() }).admins.people).toEqual(
      new Set([pair]),
    )
    expect(readConfig({ PLINTH_ADMINS: ` A@b.example, ${pair}` }).admins).toMatchObject({
      people: new Set([pair]),
      emails: new Set(['a@b.example']),
    })
    expect(() => readConfig({ ...external, PLINTH_ADMINS: 'a@b.example' })).toThrow('only with the embedded')
    expect(() => readConfig({ PLINTH_ADMINS: 'somebody' })).toThrow('PLINTH_ADMINS is not valid')
  })

  test('defaults to the demo’s operator while the demo is on, and to nobody otherwise', () => {
    expect(readConfig({}).admins.emails).toEqual(new Set(['operator@plinth.example']))
    expect(readConfig({ PLINTH_DEMO: 'false' }).admins.emails.size).toBe(0)
    expect(readConfig(external).admins).toMatchObject({ people: new Set(), emails: new Set() })
  })
})

test('all accounts are listed with their contents, and can be searched', async () => {
  const { call } = await anAdministrator()
  const { account, call: member } = await aMember({ role: 'Owner' })
  await aMember({ account })
  const { db } = await testPortal()
  await db.updateTable('accounts').set({ name: '100% Söder & Co' }).where('id', '=', account.id).execute()
  const params = { account: account.publicId }
  const { publicId: storybook } = await member(createStorybook, { params, body: { title: 'One' } })
  const zip = aStorybookZip()
  const form = aForm(zip)
  await member(publishVersion, { params: { ...params, storybook }, form })
  const expected = {
    publicId: account.publicId,
    name: '100% Söder & Co',
    isSystemOwner: false,
    userCount: 2,
    storybookCount: 1,
    storageBytes: zip.byteLength,
  }
  for (const search of ['söder', '0%', account.publicId]) {
    await expect(call(listAllAccounts, { query: { search } })).resolves.toMatchObject([expected])
  }
  await expect(call(listAllAccounts, { query: { search: '%' } })).resolves.toHaveLength(1)
  for (const name of ['Söder 10', 'söder 2']) await anAccount(name)
  const found = await call(listAllAccounts, { query: { search: 'söder' } })
  expect(found.map(({ name }) => name)).toEqual(['100% Söder & Co', 'söder 2', 'Söder 10'])
  expect((await call(listAllAccounts)).length).toBeGreaterThan(1)
  await expect(call(listAllAccounts, { query: { limit: 1 } })).resolves.toHaveLength(1)
})

test('an account can be created, and the person who redeems its invitation owns it', async () => {
  const { call } = await anAdministrator()
  const body = { name: 'Made by hand', ownerEmail: 'boss@made.example' }
  const account = await call(createAccount, { body })
  expect(account).toMatchObject({ name: 'Made by hand', userCount: 0, microsoftTenantId: null })
  const boss = await callAs(await aPerson())
  const invitationCode = account.ownerInvitation?.invitationCode ?? ''
  await boss(redeemInvitation, { body: { invitationCode, accept: true } })
  await expect(boss(listAccounts)).resolves.toEqual([
    {
      publicId: account.publicId,
      name: 'Made by hand',
      microsoftTenantId: null,
      role: 'Owner',
      isSystemOwner: true,
      allowsShareLinks: false,
      viewersMayCompose: false,
    },
  ])
  await expect(call(createAccount, { body: { name: 'Alone' } })).resolves.toMatchObject({
    ownerInvitation: null,
  })
  await expect(call(createAccount, { body: { name: ' ' } })).rejects.toMatchObject({ status: 400 })
})

async function listed(publicId: string) {
  const { call } = await anAdministrator()
  return (await call(listAllAccounts, { query: { search: publicId } }))[0]
}

describe('an account without an Owner', () => {
  test('gets a new Owner invitation, and the lost link stops working', async () => {
    const { call } = await anAdministrator()
    const created = await call(createAccount, {
      body: { name: 'Lost link', ownerEmail: 'first@lost.example' },
    })
    const params = { account: created.publicId }
    await expect(listed(created.publicId)).resolves.toMatchObject({
      hasOwner: false,
      invitedOwner: 'first@lost.example',
    })
    const renewed = await call(inviteOwner, { params, body: { email: 'second@lost.example' } })
    await expect(listed(created.publicId)).resolves.toMatchObject({ invitedOwner: 'second@lost.example' })
    const lost = created.ownerInvitation?.invitationCode ?? ''
    const boss = await callAs(await aPerson())
    await expect(
      boss(redeemInvitation, { body: { invitationCode: lost, accept: true } }),
    ).rejects.toMatchObject({ problem: { code: 'invitation_deleted' } })
    await expect(
      boss(redeemInvitation, { body: { invitationCode: renewed.invitationCode, accept: true } }),
    ).resolves.toEqual({ accountPublicId: created.publicId, accountName: 'Lost link', role: 'Owner' })
    await expect(listed(created.publicId)).resolves.toMatchObject({ hasOwner: true, invitedOwner: null })
    const entries = await boss(listAccountAudit, { params, query: {} })
    expect(entries.map(({ action, actor, subject }) => ({ action, actor, subject }))).toEqual(
      expect.arrayContaining([
        { action: 'invitation.deleted', actor: operator, subject: 'first@lost.example' },
        { action: 'invitation.created', actor: operator, subject: 'second@lost.example as Owner' },
      ]),
    )
  })

  test('keeps invitations of other people, who join without owning it', async () => {
    const { call } = await anAdministrator()
    const { account, call: owner, person } = await aMember({ role: 'Owner' })
    const params = { account: account.publicId }
    const { invitationCode } = await owner(createInvitation, {
      params,
      body: { email: 'colleague@org.example', displayName: 'A colleague' },
    })
    const { db } = await testPortal()
    await db.deleteFrom('memberships').where('account_id', '=', account.id).execute()
    await call(inviteOwner, { params, body: { email: person.email } })
    const colleague = await callAs(await aPerson())
    await colleague(redeemInvitation, { body: { invitationCode, accept: true } })
    await expect(colleague(listAccounts)).resolves.toMatchObject([{ role: 'User' }])
  })
})

test('the operator cannot invite an Owner to an account that has one', async () => {
  const { call } = await anAdministrator()
  const { account } = await aMember({ role: 'Owner' })
  const body = { email: 'operator@plinth.example' }
  await expect(call(inviteOwner, { params: { account: account.publicId }, body })).rejects.toMatchObject({
    problem: { code: 'account_has_owner', status: 409 },
  })
  await expect(call(inviteOwner, { params: { account: 'nowhere' }, body })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
})

test('the operator deletes an empty account; others are refused with what is in them', async () => {
  const { call } = await anAdministrator()
  const { publicId: empty } = await call(createAccount, {
    body: { name: 'Never used', ownerEmail: 'nobody@org.example' },
  })
  await call(deleteAnyAccount, { params: { account: empty } })
  await expect(call(listAllAccounts, { query: { search: empty } })).resolves.toEqual([])
  await expect(call(deleteAnyAccount, { params: { account: empty } })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  const entries = await call(listAudit, { query: { action: 'account.deleted' } })
  expect(entries[0]).toMatchObject({ actor: operator, subject: 'Never used' })

  const { account, call: owner } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  await owner(createStorybook, { params, body: { title: 'In use' } })
  await expect(call(deleteAnyAccount, { params })).rejects.toMatchObject({
    problem: {
      code: 'account_not_empty',
      detail: 'The account still has 1 storybook and 1 member.',
    },
  })
})

test('the operator cannot delete an account as its last member; an Owner can', async () => {
  const { call } = await anAdministrator()
  const { publicId: account, ownerInvitation } = await call(createAccount, {
    body: { name: 'Their own', ownerEmail: 'operator@plinth.example' },
  })
  const params = { account }
  const invitationCode = ownerInvitation?.invitationCode ?? ''
  await call(redeemInvitation, { body: { invitationCode, accept: true } })
  await expect(call(deleteAnyAccount, { params })).rejects.toMatchObject({
    problem: { code: 'account_not_empty', detail: 'The account still has 1 member.' },
  })
  await call(deleteAccount, { params })
  await expect(call(listAllAccounts, { query: { search: account } })).resolves.toEqual([])
})
