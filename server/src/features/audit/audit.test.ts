import { renameAccount } from '@plinth/contract/accounts.ts'
import { createApiKey, deleteApiKey } from '@plinth/contract/api-keys.ts'
import { downloadAccountAudit, downloadAudit, listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import { createClient } from '@plinth/contract/client.ts'
import { createInvitation, deleteInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import { addMember, deleteMember, updateMember } from '@plinth/contract/members.ts'
import { createStorybook, deleteStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import { purgeVersion } from '@plinth/contract/trash.ts'
import { deleteVersion, publishVersion, updateVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aForm } from '../../testing/builds.ts'
import { aMember, aPerson, anAdministrator, callAs, testPortal } from '../../testing/test-app.ts'

test('every change in an account is recorded once: who, what, where and from which address', async () => {
  const { db, origin } = await testPortal()
  const { call, account, person } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  const guest = await aPerson()
  await db
    .updateTable('accounts')
    .set({ microsoft_tenant_id: guest.tenantId })
    .where('id', '=', account.id)
    .execute()

  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Buttons' } })
  const book = { ...params, storybook }
  await call(updateStorybook, { params: book, body: { title: 'All buttons' } })
  const { id: keyId, key } = await call(createApiKey, { params, body: { name: 'CI' } })
  const ci = createClient({ baseUrl: origin, headers: () => ({ 'x-api-key': key }) })
  const { versionPublicId: version } = await ci(publishVersion, { params: book, form: aForm() })
  await call(publishVersion, { params: book, form: aForm() })
  await call(deleteVersion, { params: { ...book, version } })
  await call(deleteApiKey, { params: { ...params, id: keyId } })
  const member = { displayName: 'Gil Guest', email: 'gil@guest.example' }
  await call(addMember, { params, body: { oid: guest.objectId, ...member } })
  await call(updateMember, { params: { ...params, oid: guest.objectId }, body: { ...member, role: 'Owner' } })
  await call(deleteMember, { params: { ...params, oid: guest.objectId } })
  const invited = { email: 'new@guest.example', displayName: 'New' }
  const first = await call(createInvitation, { params, body: invited })
  await call(deleteInvitation, { params: { ...params, id: first.id } })
  const { invitationCode } = await call(createInvitation, { params, body: invited })
  const redeemer = await aPerson()
  await (
    await callAs(redeemer)
  )(redeemInvitation, { body: { invitationCode, accept: true } })
  await call(renameAccount, { params, body: { name: 'Renamed' } })
  await call(deleteStorybook, { params: book })

  const entries = await call(listAccountAudit, { params })
  const owner = `${person.displayName} (${person.email})`
  expect(entries.toReversed().map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
    ['storybook.created', 'Buttons', owner],
    ['storybook.changed', 'All buttons', owner],
    ['apiKey.created', 'CI', owner],
    ['version.published', `All buttons, version ${version}`, 'CI'],
    ['version.published', expect.stringContaining('All buttons, version '), owner],
    ['version.deleted', `All buttons, version ${version}`, owner],
    ['apiKey.deleted', 'CI', owner],
    ['member.added', 'Gil Guest (gil@guest.example) as User', owner],
    ['member.changed', 'Gil Guest (gil@guest.example), Owner', owner],
    ['member.removed', 'Gil Guest (gil@guest.example)', owner],
    ['invitation.created', 'new@guest.example as User', owner],
    ['invitation.deleted', 'new@guest.example', owner],
    ['invitation.created', 'new@guest.example as User', owner],
    ['invitation.redeemed', 'new@guest.example as User', `${redeemer.displayName} (${redeemer.email})`],
    ['account.renamed', 'An account → Renamed', owner],
    ['storybook.deleted', 'All buttons', owner],
  ])
  expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true)
  expect(entries.every(({ accountPublicId }) => accountPublicId === account.publicId)).toBe(true)
  expect(entries.filter(({ actorKind }) => actorKind === 'apiKey')).toHaveLength(1)
})

test('entries about versions and storybooks tell which, for as long as they exist and afterwards', async () => {
  const { call, account } = await aMember({ role: 'Owner' })
  const { call: admin } = await anAdministrator()
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Buttons' } })
  const book = { ...params, storybook }
  const form = aForm()
  form.set('Branch', 'feature/wide')
  form.set('Message', 'Wider')
  const { versionPublicId: version } = await call(publishVersion, { params: book, form })
  await call(publishVersion, { params: book, form: aForm() })
  await call(updateVersion, { params: { ...book, version }, body: { isPinned: true } })
  const topics = async () =>
    (await call(listAccountAudit, { params })).map((entry) => [
      entry.action,
      entry.version?.message,
      entry.isViewable,
    ])
  const [changed] = await call(listAccountAudit, { params })
  expect(changed).toMatchObject({
    action: 'version.changed',
    storybook: { publicId: storybook, title: 'Buttons' },
    version: { publicId: version, branch: 'feature/wide', message: 'Wider' },
    isViewable: true,
  })
  await call(deleteVersion, { params: { ...book, version } })
  await call(purgeVersion, { params: { ...params, version } })
  expect(await topics()).toEqual([
    ['version.purged', 'Wider', false],
    ['version.deleted', 'Wider', false],
    ['version.changed', 'Wider', false],
    ['version.published', null, true],
    ['version.published', 'Wider', false],
    ['storybook.created', undefined, true],
  ])
  // Operators are not told what their customers write.
  for (const entry of await admin(listAudit, { query: { account: account.publicId } })) {
    expect(entry).toMatchObject({ storybook: null, version: null, isViewable: false })
  }
})

test('a failed change is not recorded', async () => {
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId, storybook: 'doesnotexist' }
  await expect(call(deleteStorybook, { params })).rejects.toMatchObject({ status: 404 })
  await expect(call(updateStorybook, { params, body: { title: 'X' } })).rejects.toMatchObject({ status: 404 })
  await expect(call(listAccountAudit, { params })).resolves.toEqual([])
})

test('entries cannot be changed or deleted, not even in the database', async () => {
  const { db } = await testPortal()
  const { call, account } = await aMember({ role: 'Owner' })
  await call(createStorybook, { params: { account: account.publicId }, body: { title: 'Kept' } })
  for (const statement of [
    sql`UPDATE audit_entries SET actor = 'nobody'`,
    sql`DELETE FROM audit_entries`,
    sql`TRUNCATE audit_entries`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow('the audit log is append-only')
  }
})

test('Owners see the log of their account, other members none, administrators all', async () => {
  const owner = await aMember({ role: 'Owner' })
  const other = await aMember({ role: 'Owner' })
  const member = await aMember({ account: owner.account })
  const { call: admin } = await anAdministrator()
  const params = { account: owner.account.publicId }
  await owner.call(createStorybook, { params, body: { title: 'Mine' } })
  await expect(member.call(listAccountAudit, { params })).rejects.toMatchObject({ status: 403 })
  await expect(other.call(listAccountAudit, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(downloadAccountAudit, { params })).rejects.toMatchObject({ status: 404 })
  const mine = await admin(listAudit, { query: { account: owner.account.publicId } })
  expect(mine).toMatchObject([{ subject: 'Mine', accountName: 'An account' }])
  expect((await admin(listAudit, { query: { limit: 1000 } })).length).toBeGreaterThan(mine.length)
})

test('the log can be filtered by kind, action and actor, and read page by page', async () => {
  const { call, account, person } = await aMember({ role: 'Owner' })
  const second = await aMember({ account })
  const params = { account: account.publicId }
  for (const title of ['One', 'Two', 'Three']) await call(createStorybook, { params, body: { title } })
  await second.call(createApiKey, { params, body: { name: 'Theirs' } })
  const subjects = async (query: Parameters<typeof listAccountAudit.query.parse>[0]) =>
    (await call(listAccountAudit, { params, query: query as { action?: string } })).map(
      (each) => each.subject,
    )
  await expect(subjects({ action: 'storybook' })).resolves.toEqual(['Three', 'Two', 'One'])
  await expect(subjects({ action: 'apiKey.created' })).resolves.toEqual(['Theirs'])
  await expect(subjects({ action: 'story' })).resolves.toEqual([])
  await expect(subjects({ actor: person.email.toUpperCase() })).resolves.toHaveLength(3)
  await expect(subjects({ actor: '%' })).resolves.toEqual([])
  const [newest] = await call(listAccountAudit, { params, query: { limit: 1 } })
  await expect(subjects({ before: newest?.id, limit: 2 })).resolves.toEqual(['Three', 'Two'])
})

test('the CSV contains the whole log, quoted, and no formulas', async () => {
  const { db } = await testPortal()
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  for (const title of ['=HYPERLINK("http://evil.example")', '  @SUM(1)', 'plain', 'a "quoted", one', '-1']) {
    await call(createStorybook, { params, body: { title } })
  }
  await sql`INSERT INTO audit_entries (action, subject, actor_kind, actor, account_id)
    SELECT 'storybook.changed', 'Many', 'system', 'Plinth', ${account.id} FROM generate_series(1, 2500)`.execute(
    db,
  )
  const text = Buffer.from(await call(downloadAccountAudit, { params })).toString()
  const lines = text.split('\r\n')
  expect(lines[0]).toBe('id,at,action,subject,actorKind,actor,address,accountPublicId,accountName')
  expect(lines).toHaveLength(1 + 2505 + 1)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain(`,'@SUM(1),`)
  expect(text).toContain(`,'-1,`)
  expect(text).toContain(`,plain,`)
  expect(text).toContain(`,"a ""quoted"", one",`)
  const { call: admin } = await anAdministrator()
  const query = { account: account.publicId, action: 'storybook.created' }
  const filtered = Buffer.from(await admin(downloadAudit, { query })).toString()
  expect(filtered.trim().split('\r\n')).toHaveLength(6)
})
