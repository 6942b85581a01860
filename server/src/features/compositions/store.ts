import { maxCompositions } from '@plinth/contract/compositions.ts'
import { rolesThatCan } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'

const now = sql<Date>`now()`

/** The storybooks of an account that have one of these ids or, ignoring case, titles. */
export async function listStorybooksNamed(db: Database, accountId: number, names: readonly string[]) {
  return db
    .selectFrom('storybooks')
    .select(['id', 'public_id as publicId', 'title'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('public_id', 'in', names),
        where(
          sql<string>`lower(title)`,
          'in',
          names.map((name) => name.toLowerCase()),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** The person who created the key, if they belong to its account. */
export async function findMemberBehindKey(db: Database, apiKeyId: number): Promise<number | undefined> {
  const creator = await db
    .selectFrom('api_keys')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'api_keys.account_id')
        .onRef('memberships.user_id', '=', 'api_keys.created_by_user_id')
        .on('memberships.status', '=', 'active')
        .on('memberships.role', 'in', rolesThatCan('view')),
    )
    .select('memberships.user_id as userId')
    .where('api_keys.id', '=', apiKeyId)
    .executeTakeFirst()
  return creator?.userId
}

/** Those that build tools have asked addresses for. */
function compositionsOf(db: Database, accountId: number) {
  return db
    .selectFrom('compositions')
    .leftJoin('api_keys', 'api_keys.id', 'compositions.api_key_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'compositions.account_id')
        .onRef('memberships.user_id', '=', 'compositions.user_id'),
    )
    .leftJoin('users', 'users.id', 'compositions.user_id')
    .select((select) => [
      'compositions.id',
      'compositions.origin',
      'compositions.created_at',
      'compositions.expires_at',
      select.fn.coalesce('api_keys.name', 'memberships.display_name', 'users.display_name').as('created_by'),
      jsonArrayFrom(
        select
          .selectFrom('composition_storybooks')
          .innerJoin('storybooks', 'storybooks.id', 'composition_storybooks.storybook_id')
          .select(['storybooks.public_id as publicId', 'storybooks.title'])
          .whereRef('composition_storybooks.composition_id', '=', 'compositions.id')
          .where('storybooks.deleted_at', 'is', null)
          .orderBy(inTitleOrder('storybooks.title'))
          .orderBy('storybooks.id'),
      ).as('storybooks'),
    ])
    .where('compositions.account_id', '=', accountId)
    .where('compositions.kind', '=', 'addresses')
    .where('compositions.expires_at', '>', now)
}

export type CompositionRow = Awaited<ReturnType<typeof listCompositionsOfAccount>>[number]

/** All of the account, or those of one person. */
export async function listCompositionsOfAccount(db: Database, accountId: number, makerId?: number) {
  return compositionsOf(db, accountId)
    .$if(makerId !== undefined, (query) => query.where('compositions.user_id', '=', makerId ?? null))
    .orderBy('compositions.id', 'desc')
    .limit(maxCompositions)
    .execute()
}

/** Those of a person include the ones of API keys that they have created. */
export async function countCompositions(db: Database, accountId: number, makerId: number) {
  return db
    .selectFrom('compositions')
    .leftJoin('api_keys', 'api_keys.id', 'compositions.api_key_id')
    .select((select) => [
      select.fn.countAll<number>().as('ofAccount'),
      select.fn
        .countAll<number>()
        .filterWhere(sql`coalesce(compositions.user_id, api_keys.created_by_user_id)`, '=', makerId)
        .as('ofMaker'),
    ])
    .where('compositions.account_id', '=', accountId)
    .where('compositions.kind', '=', 'addresses')
    .where('compositions.expires_at', '>', now)
    .executeTakeFirstOrThrow()
}

interface NewRow {
  /** One of them. */
  apiKeyId: number | null
  userId: number | null
  origin: string
  expiresAt: RawBuilder<Date>
  storybookIds: readonly number[]
}

/** One of the same creator, for the same page and storybooks, that works nearly as long; the one that does longest. */
export async function findSameComposition(
  db: Database,
  accountId: number,
  { apiKeyId, userId, origin, expiresAt, storybookIds }: NewRow,
  worksAtLeastUntil: RawBuilder<Date>,
) {
  const storybooks = [...new Set(storybookIds)].toSorted((a, b) => a - b)
  return db
    .selectFrom('compositions')
    .select(['id', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'addresses')
    .where('api_key_id', 'is not distinct from', apiKeyId)
    .where('user_id', 'is not distinct from', userId)
    .where('origin', '=', origin)
    .where('expires_at', '>=', worksAtLeastUntil)
    .where('expires_at', '<=', expiresAt)
    .where(
      sql<boolean>`ARRAY(SELECT storybook_id FROM composition_storybooks
        WHERE composition_id = compositions.id ORDER BY storybook_id) = ${storybooks}::bigint[]`,
    )
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertComposition(
  db: Database,
  accountId: number,
  { apiKeyId, userId, origin, expiresAt, storybookIds }: NewRow,
): Promise<{ id: number; expiresAt: Date }> {
  const inserted = await db
    .insertInto('compositions')
    .values({
      account_id: accountId,
      kind: 'addresses',
      origin,
      api_key_id: apiKeyId,
      user_id: userId,
      expires_at: expiresAt,
    })
    .returning(['id', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('composition_storybooks')
    .values(
      [...new Set(storybookIds)].map((storybookId) => ({
        composition_id: inserted.id,
        storybook_id: storybookId,
      })),
    )
    .execute()
  return inserted
}

/** Returns the origin of the deleted composition; undefined if there is none, or it is not of the given person. */
export async function deleteComposition(
  db: Database,
  accountId: number,
  id: number,
  makerId?: number,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('compositions')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'addresses')
    .where('id', '=', id)
    .$if(makerId !== undefined, (query) => query.where('user_id', '=', makerId ?? null))
    .returning('origin')
    .executeTakeFirst()
  return deleted?.origin
}

/** A storybook in an account where the person may view it. */
export async function findStorybookOfMember(db: Database, userId: number, publicId: string) {
  return db
    .selectFrom('storybooks')
    .innerJoin('accounts', 'accounts.id', 'storybooks.account_id')
    .innerJoin('memberships', 'memberships.account_id', 'accounts.id')
    .select([
      'accounts.id as accountId',
      'accounts.name as accountName',
      'storybooks.title as storybookTitle',
    ])
    .where('storybooks.public_id', '=', publicId)
    .where('storybooks.deleted_at', 'is', null)
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .where('memberships.role', 'in', rolesThatCan('view'))
    .executeTakeFirst()
}

export type AllowedPageRow = Awaited<ReturnType<typeof listAllowedPagesOfUser>>[number]

export async function listAllowedPagesOfUser(db: Database, userId: number) {
  return db
    .selectFrom('compositions')
    .innerJoin('accounts', 'accounts.id', 'compositions.account_id')
    .select([
      'compositions.id',
      'compositions.origin',
      'compositions.created_at',
      'compositions.expires_at',
      'accounts.name as account_name',
    ])
    .where('compositions.user_id', '=', userId)
    .where('compositions.kind', '=', 'allowedPage')
    .where('compositions.expires_at', '>', now)
    .orderBy('compositions.id', 'desc')
    .execute()
}

/** Returns what the page was; undefined if the person has not allowed it. */
export async function deleteAllowedPage(db: Database, userId: number, id: number) {
  return db
    .deleteFrom('compositions')
    .where('user_id', '=', userId)
    .where('kind', '=', 'allowedPage')
    .where('id', '=', id)
    .returning(['account_id as accountId', 'origin'])
    .executeTakeFirst()
}
