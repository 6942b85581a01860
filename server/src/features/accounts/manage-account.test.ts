import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { deleteAccount, listAccounts, renameAccount } from '@plinth/contract/accounts.ts'
import { listAudit } from '@plinth/contract/audit.ts'
import type { ApiError } from '@plinth/contract/client.ts'
import { createStorybook, deleteStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { expect, test } from 'vitest'

import { aForm } from '../../testing/builds.ts'
import { aMember, anAdministrator, testPortal } from '../../testing/test-app.ts'
import { sweep } from '../versions/sweep.ts'

const hour = 60 * 60 * 1000

const statusOf = (result: PromiseSettledResult<unknown>): number =>
  result.status === 'fulfilled' ? 200 : (result.reason as ApiError).status

async function subscribe(accountId: number, status: string) {
  const { db } = await testPortal()
  await db
    .insertInto('subscriptions')
    .values({
      external_id: `${accountId} ${status} ${Math.random()}`,
      account_id: accountId,
      name: 'Bought',
      offer_id: 'plinth',
      plan_id: 'team',
      status,
    })
    .execute()
}

test('an Owner renames the account: the name is trimmed, blank and too long names are refused', async () => {
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  await expect(call(renameAccount, { params, body: { name: '  New name ' } })).resolves.toEqual({
    publicId: account.publicId,
    name: 'New name',
    microsoftTenantId: null,
    role: 'Owner',
    isSystemOwner: true,
    allowsShareLinks: false,
    viewersMayCompose: false,
  })
  await expect(call(renameAccount, { params, body: { name: 'x'.repeat(200) } })).resolves.toBeDefined()
  for (const name of ['', '   ', 'x'.repeat(201)]) {
    await expect(call(renameAccount, { params, body: { name } })).rejects.toMatchObject({
      status: 400,
      problem: { errors: [expect.objectContaining({ field: 'name' })] },
    })
  }
  await expect(call(listAccounts)).resolves.toMatchObject([{ name: 'x'.repeat(200) }])
})

test('only an Owner can rename or delete an account; for strangers it does not exist', async () => {
  const { account } = await aMember({ role: 'Owner' })
  const member = await aMember({ account })
  const stranger = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  for (const [{ call }, status] of [
    [member, 403],
    [stranger, 404],
  ] as const) {
    await expect(call(renameAccount, { params, body: { name: 'Mine' } })).rejects.toMatchObject({ status })
    await expect(call(deleteAccount, { params })).rejects.toMatchObject({ status })
  }
})

test('deleting an account says exactly what it still contains, and succeeds once it is empty', async () => {
  const { db } = await testPortal()
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  const { publicId: first } = await call(createStorybook, { params, body: { title: 'One' } })
  const { publicId: second } = await call(createStorybook, { params, body: { title: 'Two' } })
  for (let i = 0; i < 3; i++) await aMember({ account })
  await subscribe(account.id, 'Subscribed')
  await subscribe(account.id, 'Unsubscribed')
  const refused = () => call(deleteAccount, { params }).catch((error: unknown) => error)
  await expect(refused()).resolves.toMatchObject({
    status: 409,
    problem: {
      code: 'account_not_empty',
      detail: 'The account still has 2 storybooks, 3 other members and 1 active subscription.',
    },
  })
  await call(deleteStorybook, { params: { ...params, storybook: first } })
  await db
    .updateTable('subscriptions')
    .set({ status: 'Suspended' })
    .where('status', '=', 'Subscribed')
    .execute()
  await expect(refused()).resolves.toMatchObject({
    problem: { detail: 'The account still has 1 storybook, 3 other members and 1 suspended subscription.' },
  })
  await call(deleteStorybook, { params: { ...params, storybook: second } })
  await db.deleteFrom('memberships').where('account_id', '=', account.id).where('role', '=', 'User').execute()
  await expect(refused()).resolves.toMatchObject({
    problem: { detail: 'The account still has 1 suspended subscription.' },
  })
  await db.updateTable('subscriptions').set({ status: 'Unsubscribed' }).execute()
  await call(deleteAccount, { params })
  await expect(call(listAccounts)).resolves.toEqual([])
  const { call: admin } = await anAdministrator()
  const [last] = await admin(listAudit, { query: { account: account.publicId, limit: 1 } })
  expect(last).toMatchObject({ action: 'account.deleted', subject: 'An account', accountName: 'An account' })
})

test('archives of deleted storybooks are swept even if their account was deleted first', async () => {
  const { services, folder } = await testPortal()
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Swept' } })
  const form = aForm()
  const { versionPublicId } = await call(publishVersion, { params: { ...params, storybook }, form })
  await call(deleteStorybook, { params: { ...params, storybook } })
  await call(deleteAccount, { params })
  const archive = join(folder, 'blobs/archives', `${versionPublicId}.zip`)
  await expect(access(archive)).resolves.toBeUndefined()
  await sweep(services, { now: Date.now() + 25 * hour })
  await expect(access(archive)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(readdir(join(folder, 'blobs/drafts'))).resolves.toEqual([])
})

test('a storybook created while its account is being deleted either keeps the account or fails', async () => {
  for (let round = 0; round < 20; round++) {
    const { call, account } = await aMember({ role: 'Owner' })
    const params = { account: account.publicId }
    const [deleted, created] = await Promise.allSettled([
      call(deleteAccount, { params }),
      call(createStorybook, { params, body: { title: 'Just in time' } }),
    ])
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([statusOf(deleted), statusOf(created)])
  }
})
