import type { KeyScope } from '@plinth/contract/api-keys.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import { previewOfKey } from '../../identity/api-key-format.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'

/** Keys with their creators as this account shows them. The membership is null for people who were removed. */
function keysOf(db: Database, accountId: number) {
  return db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by_user_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'api_keys.created_by_user_id')
        .onRef('memberships.account_id', '=', 'api_keys.account_id'),
    )
    .select((select) => [
      'api_keys.id',
      'api_keys.name',
      'api_keys.key_preview',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'api_keys.scope',
      jsonArrayFrom(
        select
          .selectFrom('api_key_storybooks')
          .innerJoin('storybooks', 'storybooks.id', 'api_key_storybooks.storybook_id')
          .select(['storybooks.public_id as publicId', 'storybooks.title'])
          .whereRef('api_key_storybooks.api_key_id', '=', 'api_keys.id')
          .where('storybooks.deleted_at', 'is', null)
          .orderBy(inTitleOrder('storybooks.title'))
          .orderBy('storybooks.id'),
      ).as('storybooks'),
      'users.object_id as creator_object_id',
      'users.tenant_id as creator_tenant_id',
      select.fn.coalesce('memberships.display_name', 'users.display_name').as('creator_display_name'),
      select.fn.coalesce('memberships.email', 'users.email').as('creator_email'),
      'memberships.status as creator_status',
    ])
    .where('api_keys.account_id', '=', accountId)
}

export type ApiKeyRow = Awaited<ReturnType<typeof listApiKeysOfAccount>>[number]

export async function listApiKeysOfAccount(db: Database, accountId: number) {
  return keysOf(db, accountId).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').execute()
}

interface NewKey {
  name: string
  key: string
  expiresAt: RawBuilder<Date>
  createdBy: number
  scope: KeyScope
  /** Public ids. */
  storybooks: string[]
}

/** Call it after `lockAccount`. */
export async function countApiKeys(db: Database, accountId: number) {
  return db
    .selectFrom('api_keys')
    .leftJoin('api_key_storybooks', 'api_key_storybooks.api_key_id', 'api_keys.id')
    .select((select) => [
      select.fn.count<number>('api_keys.id').distinct().as('keys'),
      select.fn.count<number>('api_key_storybooks.storybook_id').as('chosen'),
    ])
    .where('api_keys.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Undefined if one of the storybooks does not exist in this account. Call it in a transaction. */
export async function insertApiKey(
  db: Database,
  accountId: number,
  { name, key, expiresAt, createdBy, scope, storybooks }: NewKey,
) {
  const { id } = await db
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      name,
      key_sha256: hashOfSecret(key),
      key_preview: previewOfKey(key),
      created_by_user_id: createdBy,
      expires_at: expiresAt,
      scope,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chosen = new Set(storybooks)
  if (chosen.size > 0) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('api_key_storybooks')
      .columns(['api_key_id', 'storybook_id'])
      .expression((select) =>
        select
          .selectFrom('storybooks')
          .select([sql<number>`${id}::bigint`.as('api_key_id'), 'storybooks.id'])
          .where('storybooks.account_id', '=', accountId)
          .where('storybooks.deleted_at', 'is', null)
          .where('storybooks.public_id', 'in', [...chosen]),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows < BigInt(chosen.size)) return undefined
  }
  return keysOf(db, accountId).where('api_keys.id', '=', id).executeTakeFirstOrThrow()
}

/** The storybook that a key wants to publish to, and whether it is one of its chosen ones; undefined if there is none. */
export async function findPublishTarget(
  db: Database,
  key: { id: number; accountId: number },
  storybookPublicId: string,
) {
  return db
    .selectFrom('storybooks')
    .leftJoin('api_key_storybooks', (join) =>
      join
        .onRef('api_key_storybooks.storybook_id', '=', 'storybooks.id')
        .on('api_key_storybooks.api_key_id', '=', key.id),
    )
    .select(sql<boolean>`api_key_storybooks.api_key_id IS NOT NULL`.as('isChosen'))
    .where('storybooks.account_id', '=', key.accountId)
    .where('storybooks.public_id', '=', storybookPublicId)
    .where('storybooks.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The storybooks that a key with the scope `publishChosen` may publish to. */
export async function listChosenStorybooks(db: Database, key: { id: number; accountId: number }) {
  const row = await keysOf(db, key.accountId).where('api_keys.id', '=', key.id).executeTakeFirst()
  return row?.storybooks ?? []
}

/** Returns the name of the deleted key; undefined if there is none. */
export async function deleteApiKeyOfAccount(
  db: Database,
  accountId: number,
  id: number,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** The people who have created keys of the account, and have this object id: in the given tenant, or in any. */
export async function listCreatorsWithId(
  db: Database,
  accountId: number,
  { objectId, tenantId }: { objectId: string; tenantId: string | undefined },
): Promise<number[]> {
  const creators = await db
    .selectFrom('users')
    .select('id')
    .where('object_id', '=', objectId)
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .where('id', 'in', (keys) =>
      keys.selectFrom('api_keys').select('created_by_user_id').where('account_id', '=', accountId),
    )
    .execute()
  return creators.map(({ id }) => id)
}

/** Returns the deleted keys. */
export async function deleteApiKeysMadeBy(db: Database, accountId: number, userId: number) {
  return db
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('created_by_user_id', '=', userId)
    .returning(['id', 'name'])
    .execute()
}

/** The key and its account, unless it has expired. Never cached, so that a deleted key is refused at once. */
export async function findApiKey(db: Database, key: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.account_id as accountId',
      'accounts.public_id as accountPublicId',
      'accounts.name as accountName',
      'api_keys.scope',
      sql<boolean>`api_keys.last_used_at IS NOT NULL AND api_keys.last_used_at > now() - interval '1 hour'`.as(
        'isFresh',
      ),
    ])
    .where('api_keys.key_sha256', '=', hashOfSecret(key))
    .where('api_keys.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Rounded to the hour: enough to see which keys are in use, at one write per key and hour. */
export async function updateLastUsed(db: Database, id: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`date_trunc('hour', now())` })
    .where('id', '=', id)
    .execute()
}
