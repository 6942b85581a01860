import { randomUUID } from 'node:crypto'

import { createApiKey, maxApiKeys, maxChosenByKeys } from '@plinth/contract/api-keys.ts'
import { createInvitation, maxOpenInvitations, redeemInvitation } from '@plinth/contract/invitations.ts'
import { addMember, maxMembers } from '@plinth/contract/members.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aMember, aPerson, callAs, testPortal } from '../testing/test-app.ts'

async function anAccountOf() {
  const { db } = await testPortal()
  const owner = await aMember({ role: 'Owner' })
  const { id, publicId } = owner.account
  return { db, owner, id, params: { account: publicId } }
}

test('an account has a limited number of API keys, and of storybooks that they have chosen', async () => {
  const { db, owner, id, params } = await anAccountOf()
  const create = () => owner.call(createApiKey, { params, body: { name: 'One more' } })
  const full = { status: 409, problem: { code: 'too_many_api_keys' } }
  await sql`INSERT INTO api_keys (account_id, name, key_sha256, key_preview, expires_at)
    SELECT ${id}, 'Key', decode(md5(n || ${params.account}), 'hex'), 'plk_', now() + interval '1 day'
    FROM generate_series(2, ${maxApiKeys}) AS n`.execute(db)
  await create()
  await expect(create()).rejects.toMatchObject(full)
  await sql`DELETE FROM api_keys WHERE account_id = ${id} AND id NOT IN (
    SELECT id FROM api_keys WHERE account_id = ${id} LIMIT 20)`.execute(db)
  await sql`INSERT INTO storybooks (public_id, account_id, title)
    SELECT 's' || n || ${params.account}, ${id}, 'Storybook' FROM generate_series(1, 500) AS n`.execute(db)
  await sql`INSERT INTO api_key_storybooks (api_key_id, storybook_id)
    SELECT api_keys.id, storybooks.id FROM api_keys, storybooks
    WHERE api_keys.account_id = ${id} AND storybooks.account_id = ${id} LIMIT ${maxChosenByKeys}`.execute(db)
  const body = { name: 'Chosen', scope: 'publishChosen' as const, storybooks: [`s1${params.account}`] }
  await expect(owner.call(createApiKey, { params, body })).rejects.toMatchObject(full)
  await create()
})

test('an account has a limited number of open invitations', async () => {
  const { db, owner, id, params } = await anAccountOf()
  const body = { email: 'one@more.example', displayName: 'One More' }
  const invite = () => owner.call(createInvitation, { params, body })
  await sql`INSERT INTO invitations (account_id, email, display_name, role, code_sha256, code_preview, expires_at)
    SELECT ${id}, 'a@b.example', 'A', 'User', decode(md5(n || ${params.account}), 'hex'), 'code',
      now() + CASE WHEN n > ${maxOpenInvitations} THEN interval '-1 day' ELSE interval '1 day' END
    FROM generate_series(2, ${2 * maxOpenInvitations}) AS n`.execute(db)
  await invite()
  await expect(invite()).rejects.toMatchObject({ status: 409, problem: { code: 'too_many_invitations' } })
})

test('an account has a limited number of members', async () => {
  const { db, owner, id, params } = await anAccountOf()
  const tenantId = randomUUID()
  await sql`UPDATE accounts SET microsoft_tenant_id = ${tenantId} WHERE id = ${id}`.execute(db)
  const { invitationCode } = await owner.call(createInvitation, {
    params,
    body: { email: 'one@more.example', displayName: 'One More' },
  })
  await sql`WITH people AS (
      INSERT INTO users (tenant_id, object_id, display_name, email)
      SELECT ${tenantId}::uuid, gen_random_uuid(), 'Somebody', 'a@b.example' FROM generate_series(2, ${maxMembers})
      RETURNING id)
    INSERT INTO memberships (account_id, user_id, role) SELECT ${id}, id, 'Viewer' FROM people`.execute(db)
  const full = { status: 409, problem: { code: 'too_many_members' } }
  const body = { oid: randomUUID(), displayName: 'One More', email: 'one@more.example' }
  await expect(owner.call(addMember, { params, body })).rejects.toMatchObject(full)
  const guest = await callAs(await aPerson())
  const redeem = () => guest(redeemInvitation, { body: { invitationCode, accept: true } })
  await expect(redeem()).rejects.toMatchObject(full)
  // The refused invitation was not used up.
  await sql`DELETE FROM memberships WHERE account_id = ${id} AND role = 'Viewer'`.execute(db)
  await redeem()
})
