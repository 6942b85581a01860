import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import { hashOfSecret } from '../secret-codes.ts'
import { previewOfKey } from './key-format.ts'

const columns = ['id', 'name', 'key_preview', 'created_at', 'expires_at', 'last_used_at'] as const

export type ApiKeyRow = Awaited<ReturnType<typeof listApiKeysOfAccount>>[number]

export async function listApiKeysOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertApiKey(
  db: Database,
  accountId: number,
  name: string,
  key: string,
  expiresAt: Date,
) {
  return db
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      name,
      key_sha256: hashOfSecret(key),
      key_preview: previewOfKey(key),
      expires_at: expiresAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** The name of the key that was there; undefined if there is none. */
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

/** The key and its account, unless it has expired. Asked for every call, so that a deleted key is refused at once. */
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
      sql<boolean>`api_keys.last_used_at IS NOT NULL AND api_keys.last_used_at > now() - interval '1 hour'`.as(
        'isFresh',
      ),
    ])
    .where('api_keys.key_sha256', '=', hashOfSecret(key))
    .where('api_keys.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** To the hour: enough to see which keys are in use, and seldom enough to cost nothing. */
export async function updateLastUsed(db: Database, id: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`date_trunc('hour', now())` })
    .where('id', '=', id)
    .execute()
}
