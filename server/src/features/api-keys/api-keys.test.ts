import { readFile } from 'node:fs/promises'

import { createApiKey, deleteApiKey, deleteApiKeysOfCreator, listApiKeys } from '@plinth/contract/api-keys.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import { deleteMember, listMembers, updateMember } from '@plinth/contract/members.ts'
import {
  createStorybook,
  deleteStorybook,
  getStorybook,
  listStorybooks,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import {
  deleteVersion,
  listVersions,
  publishVersion,
  publishVersionShort,
} from '@plinth/contract/versions.ts'
import { getStorybookFile, refreshViewerSession } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { migrationsFolder } from '../../database/migrate.ts'
import { isWellFormedKey, newApiKey } from '../../identity/api-key-format.ts'
import { aForm } from '../../testing/builds.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

async function callWithKey(key: string): Promise<Call> {
  const { origin } = await testPortal()
  return createClient({ baseUrl: origin, headers: () => ({ 'x-api-key': key }) })
}

async function aKey() {
  const member = await aMember()
  const params = { account: member.account.publicId }
  const created = await member.call(createApiKey, { params, body: { name: ' Pipeline ' } })
  return { ...member, params, created, callByKey: await callWithKey(created.key) }
}

test('a key is shown once; afterwards only its first characters are', async () => {
  const { call, params, created } = await aKey()
  expect(created).toMatchObject({ name: 'Pipeline', isActive: true })
  expect(created.key).toMatch(/^plk_[0-9A-Za-z]{38}$/)
  const days = (new Date(created.expiresAt).getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)
  const [listed] = await call(listApiKeys, { params })
  expect(listed).toMatchObject({
    id: created.id,
    keyPreview: `${created.key.slice(0, 8)}…`,
    lastUsedAt: null,
  })
  expect(JSON.stringify(listed)).not.toContain(created.key)
})

test('the database holds only a hash of the key', async () => {
  const { db } = await testPortal()
  const { created } = await aKey()
  const rows = await db.selectFrom('api_keys').selectAll().where('id', '=', created.id).execute()
  expect(JSON.stringify(rows)).not.toContain(created.key.slice(8))
  expect(rows[0]?.key_sha256).toHaveLength(32)
})

test('a blank name is refused with an error on the field', async () => {
  const { call, params } = await aKey()
  await expect(call(createApiKey, { params, body: { name: '  ' } })).rejects.toMatchObject({
    problem: { errors: [{ field: 'name', message: 'Name is required' }] },
  })
})

async function aTeamWithKeys() {
  const owner = await aMember({ role: 'Owner' })
  const user = await aMember({ account: owner.account })
  const params = { account: owner.account.publicId }
  await owner.call(createApiKey, { params, body: { name: 'Kept' } })
  const first = await user.call(createApiKey, { params, body: { name: 'First' } })
  await user.call(createApiKey, { params, body: { name: 'Second' } })
  const creator = { ...params, oid: user.person.objectId }
  return { owner, user, params, creator, first, callByKey: await callWithKey(first.key) }
}

describe('the creator of a key', () => {
  test('is listed as the account shows them, and stays listed after they have left', async () => {
    const { db } = await testPortal()
    const { owner, user, params, creator, first } = await aTeamWithKeys()
    const made = await owner.call(listApiKeys, { params })
    expect(made.find(({ id }) => id === first.id)?.createdBy).toEqual({
      oid: user.person.objectId,
      microsoftTenantId: user.person.tenantId,
      displayName: user.person.displayName,
      email: user.person.email,
      status: 'active',
    })
    const body = { displayName: 'Known Here As', email: 'here@team.example' }
    await owner.call(updateMember, { params: creator, body })
    const listed = () => owner.call(listApiKeys, { params })
    expect((await listed())[0]).toMatchObject({ name: 'Second', createdBy: { ...body, status: 'active' } })
    await sql`UPDATE memberships SET status = 'disabled' WHERE display_name = 'Known Here As'
      AND account_id = ${owner.account.id}`.execute(db)
    expect((await listed())[0]).toMatchObject({ createdBy: { status: 'disabled' } })
    await owner.call(deleteMember, { params: creator })
    expect(await listed()).toMatchObject([
      { name: 'Second', createdBy: { displayName: user.person.displayName, status: 'removed' } },
      { name: 'First', createdBy: { status: 'removed' } },
      { name: 'Kept', createdBy: { status: 'active' } },
    ])
  })

  test('can have all their keys deleted by an Owner, each with an audit entry', async () => {
    const { owner, params, creator, callByKey } = await aTeamWithKeys()
    await owner.call(deleteMember, { params: creator })
    await expect(callByKey(listStorybooks, { params })).resolves.toEqual([])
    await owner.call(deleteApiKeysOfCreator, { params: creator })
    await expect(callByKey(listStorybooks, { params })).rejects.toMatchObject({ status: 401 })
    await expect(owner.call(listApiKeys, { params })).resolves.toMatchObject([{ name: 'Kept' }])
    const entries = await owner.call(listAccountAudit, { params, query: { action: 'apiKey.deleted' } })
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(['First', 'Second'])
    await expect(owner.call(deleteApiKeysOfCreator, { params: creator })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('cannot have their keys deleted by a User or by another account', async () => {
    const { owner, user, params, creator } = await aTeamWithKeys()
    await expect(user.call(deleteApiKeysOfCreator, { params: creator })).rejects.toMatchObject({
      status: 403,
      problem: { code: 'owner_required' },
    })
    const stranger = await aMember({ role: 'Owner' })
    for (const account of [params.account, stranger.account.publicId]) {
      await expect(
        stranger.call(deleteApiKeysOfCreator, { params: { ...creator, account } }),
      ).rejects.toMatchObject({ status: 404 })
    }
    await expect(owner.call(listApiKeys, { params })).resolves.toHaveLength(3)
  })

  test('is read from the audit log for keys of the previous release', async () => {
    const { db } = await testPortal()
    const { owner, user, params } = await aTeamWithKeys()
    await sql`UPDATE api_keys SET created_by_user_id = NULL WHERE account_id = ${owner.account.id}`.execute(
      db,
    )
    const unknown = await owner.call(listApiKeys, { params })
    expect(unknown.map(({ createdBy }) => createdBy)).toEqual([null, null, null])
    const migration = await readFile(new URL('0014-makers-of-api-keys.sql', migrationsFolder), 'utf8')
    await sql.raw(migration.slice(migration.indexOf('UPDATE'))).execute(db)
    const known = await owner.call(listApiKeys, { params })
    const [userId, ownerId] = [user.person.objectId, owner.person.objectId]
    expect(known.map(({ createdBy }) => createdBy?.oid)).toEqual([userId, userId, ownerId])
  })
})

describe('with a key', () => {
  test('a pipeline creates, publishes and reads in its account, under the name of the key', async () => {
    const { callByKey, params } = await aKey()
    const { publicId: storybook } = await callByKey(createStorybook, { params, body: { title: 'From CI' } })
    const target = { ...params, storybook }
    await callByKey(publishVersion, { params: target, form: aForm() })
    const { versionPublicId: version } = await callByKey(publishVersionShort, {
      params: target,
      form: aForm(),
    })
    await expect(callByKey(listStorybooks, { params })).resolves.toHaveLength(1)
    await expect(callByKey(getStorybook, { params: target })).resolves.toMatchObject({ versionCount: 2 })
    const versions = await callByKey(listVersions, { params: target })
    expect(versions.map(({ createdBy }) => createdBy)).toEqual(['Pipeline', 'Pipeline'])
    for (const which of [version, 'latest']) {
      const file = await callByKey(getStorybookFile, {
        params: { storybook, version: which, '*': 'assets/app.js' },
      })
      expect(Buffer.from(file).toString()).toContain('one')
    }
  })

  test('nothing else is allowed', async () => {
    const { call, callByKey, params, created } = await aKey()
    const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Mine' } })
    const target = { ...params, storybook }
    const { versionPublicId: version } = await call(publishVersion, { params: target, form: aForm() })
    const attempts = [
      callByKey(updateStorybook, { params: target, body: { title: 'Changed' } }),
      callByKey(deleteStorybook, { params: target }),
      callByKey(deleteVersion, { params: { ...target, version } }),
      callByKey(refreshViewerSession, { params: { ...target, version } }),
      callByKey(listMembers, { params }),
      callByKey(listApiKeys, { params }),
      callByKey(createApiKey, { params, body: { name: 'Another' } }),
      callByKey(deleteApiKey, { params: { ...params, id: created.id } }),
    ]
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({
        status: 'rejected',
        reason: { status: 403, problem: { code: 'key_not_allowed' } },
      })
    }
  })

  test('other accounts do not exist', async () => {
    const mine = await aKey()
    const theirs = await aKey()
    const { publicId: storybook } = await theirs.call(createStorybook, {
      params: theirs.params,
      body: { title: 'Theirs' },
    })
    await theirs.call(publishVersion, { params: { ...theirs.params, storybook }, form: aForm() })
    const attempts = [
      mine.callByKey(listStorybooks, { params: theirs.params }),
      mine.callByKey(publishVersion, { params: { ...theirs.params, storybook }, form: aForm() }),
      mine.callByKey(publishVersion, { params: { ...mine.params, storybook }, form: aForm() }),
      mine.callByKey(getStorybookFile, { params: { storybook, version: 'latest', '*': 'index.html' } }),
    ]
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { status: 404 } })
    }
  })

  test('whoami names the key and its account', async () => {
    const { call, callByKey, params, person } = await aKey()
    await expect(callByKey(getWhoami)).resolves.toMatchObject({
      kind: 'apiKey',
      name: 'Pipeline',
      account: { publicId: params.account },
      scope: 'publishAll',
    })
    await expect(call(getWhoami)).resolves.toEqual({
      kind: 'user',
      name: person.displayName,
      account: null,
      scope: null,
      storybooks: [],
      isAdministrator: false,
    })
  })

  test('the time of its last use is known to the hour', async () => {
    const { call, callByKey, params } = await aKey()
    await callByKey(listStorybooks, { params })
    const [listed] = await call(listApiKeys, { params })
    expect(listed?.lastUsedAt).toMatch(/:00:00\.000Z$/)
  })
})

describe('a key is refused', () => {
  test('as soon as it is deleted, which only its own account can do', async () => {
    const { call, callByKey, params, created } = await aKey()
    const stranger = await aMember()
    const foreign = { account: stranger.account.publicId, id: created.id }
    await expect(stranger.call(deleteApiKey, { params: foreign })).rejects.toMatchObject({ status: 404 })
    await expect(callByKey(listStorybooks, { params })).resolves.toEqual([])
    await call(deleteApiKey, { params: { ...params, id: created.id } })
    await expect(callByKey(listStorybooks, { params })).rejects.toMatchObject({
      status: 401,
      problem: { code: 'key_invalid' },
    })
  })

  test('as soon as it expires', async () => {
    const { db } = await testPortal()
    const { call, callByKey, params, created } = await aKey()
    await sql`UPDATE api_keys SET expires_at = now() WHERE id = ${created.id}`.execute(db)
    await expect(callByKey(listStorybooks, { params })).rejects.toMatchObject({ status: 401 })
    await expect(call(listApiKeys, { params })).resolves.toMatchObject([{ isActive: false }])
  })

  test.each(['', 'nonsense', 'plk_short', newApiKey()])('when it is %j', async (key) => {
    const { params } = await aKey()
    const call = await callWithKey(key)
    await expect(call(listStorybooks, { params })).rejects.toMatchObject({ status: 401 })
  })

  test.each(['?key=', '?x-api-key=', '?', '/'])('in the URL: %s', async (place) => {
    const { origin, logLines } = await testPortal()
    const { created, params } = await aKey()
    const response = await fetch(
      `${origin}/api/v1/account/${params.account}/Storybooks${place}${created.key}`,
      {
        headers: { 'x-api-key': created.key },
      },
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('key_in_address')
    await expect.poll(() => logLines.length).toBeGreaterThan(0)
    expect(logLines.join('')).not.toContain(created.key)
  })
})

test('one wrong character is detected without the database', () => {
  const key = newApiKey()
  expect(isWellFormedKey(key)).toBe(true)
  for (const at of [5, 20, 37, 41]) {
    const other = key[at] === 'A' ? 'B' : 'A'
    expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
  }
})
