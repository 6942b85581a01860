import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'

/** Links that have not expired, with their creators as this account shows them. Those of deleted versions do not work. */
function activeLinks(db: Database, accountId: number, storybookId: number) {
  return db
    .selectFrom('share_links')
    .leftJoin('versions', 'versions.id', 'share_links.version_id')
    .leftJoin('users', 'users.id', 'share_links.created_by_user_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'share_links.created_by_user_id')
        .on('memberships.account_id', '=', accountId),
    )
    .select((select) => [
      'share_links.id',
      'share_links.branch',
      'share_links.note',
      'share_links.created_at',
      'share_links.expires_at',
      'share_links.opened_count',
      'share_links.last_opened_at',
      'versions.public_id as version_public_id',
      select.fn.coalesce('memberships.display_name', 'users.display_name').as('created_by'),
    ])
    .where('share_links.storybook_id', '=', storybookId)
    .where('share_links.expires_at', '>', sql<Date>`now()`)
    .where('versions.deleted_at', 'is', null)
}

export type ShareLinkRow = Awaited<ReturnType<typeof listActiveLinks>>[number]

export async function listActiveLinks(db: Database, accountId: number, storybookId: number) {
  return activeLinks(db, accountId, storybookId).orderBy('share_links.id', 'desc').execute()
}

export async function areShareLinksAllowed(db: Database, accountId: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('allows_share_links')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.allows_share_links ?? false
}

/** Deletes the expired links of a storybook, and counts the others. */
export async function sweepAndCountLinks(db: Database, storybookId: number): Promise<number> {
  await db
    .deleteFrom('share_links')
    .where('storybook_id', '=', storybookId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  const { links } = await db
    .selectFrom('share_links')
    .select((select) => select.fn.countAll<number>().as('links'))
    .where('storybook_id', '=', storybookId)
    .executeTakeFirstOrThrow()
  return links
}

interface VersionFilter {
  id?: number | null
  publicId?: string | undefined
  branch?: string | null | undefined
}

/** The newest version of a storybook to which all of this applies. */
export async function findNewestVersion(
  db: Database,
  storybookId: number,
  { id, publicId, branch }: VersionFilter,
) {
  return db
    .selectFrom('versions')
    .select(['id', 'public_id as publicId', 'branch', 'created_at as createdAt'])
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.and([
        ...(id ? [where('id', '=', id)] : []),
        ...(publicId ? [where('public_id', '=', publicId)] : []),
        ...(branch ? [where('branch', '=', branch)] : []),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

interface NewLink {
  storybookId: number
  /** One of them. */
  versionId: number | null
  branch: string | null
  secret: string
  note: string | null
  createdBy: number
  expiresAt: RawBuilder<Date>
}

export async function insertShareLink(
  db: Database,
  accountId: number,
  { storybookId, versionId, branch, secret, note, createdBy, expiresAt }: NewLink,
) {
  const { id } = await db
    .insertInto('share_links')
    .values({
      storybook_id: storybookId,
      version_id: versionId,
      branch,
      secret_sha256: hashOfSecret(secret),
      note,
      created_by_user_id: createdBy,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return activeLinks(db, accountId, storybookId).where('share_links.id', '=', id).executeTakeFirstOrThrow()
}

/** Returns what the link opened; undefined if there is none. */
export async function deleteShareLink(db: Database, storybookId: number, id: number) {
  return db
    .deleteFrom('share_links')
    .where('storybook_id', '=', storybookId)
    .where('id', '=', id)
    .returning((returning) => [
      'branch',
      returning
        .selectFrom('versions')
        .select('public_id')
        .whereRef('versions.id', '=', 'share_links.version_id')
        .as('version'),
    ])
    .executeTakeFirst()
}

/** How often an opening is counted at most. */
const countedEvery = '10 seconds'

/** The link of a secret, while it works. */
export async function findShareLink(db: Database, secret: string) {
  return db
    .selectFrom('share_links')
    .innerJoin('storybooks', 'storybooks.id', 'share_links.storybook_id')
    .innerJoin('accounts', 'accounts.id', 'storybooks.account_id')
    .select([
      'share_links.id',
      'share_links.storybook_id as storybookId',
      'share_links.version_id as versionId',
      'share_links.branch',
      'share_links.expires_at as expiresAt',
      'storybooks.public_id as storybookPublicId',
      'storybooks.title',
      'accounts.id as accountId',
      'accounts.name as accountName',
      isCountable.as('isCountable'),
    ])
    .where('share_links.secret_sha256', '=', hashOfSecret(secret))
    .where('share_links.expires_at', '>', sql<Date>`now()`)
    .where('storybooks.deleted_at', 'is', null)
    .where('accounts.allows_share_links', '=', true)
    .executeTakeFirst()
}

const isCountable = sql<boolean>`coalesce(share_links.last_opened_at < now() - ${sql.lit(countedEvery)}::interval, true)`

/** Counts an opening, unless one was counted a moment ago: whoever has the link can neither inflate the number much nor cause many writes. */
export async function countOpening(db: Database, id: number): Promise<void> {
  await db
    .updateTable('share_links')
    .set({ opened_count: sql`opened_count + 1`, last_opened_at: sql`now()` })
    .where('id', '=', id)
    .where(isCountable)
    .execute()
}
