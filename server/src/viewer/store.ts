import { rolesThatCan } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import { maxWholeBytes } from '../archive/index-blocks.ts'
import type { IndexBlock } from '../archive/index-blocks.ts'
import type { Database } from '../database/connect.ts'
import { versionNamed } from '../database/named-versions.ts'
import type { VersionName } from '../database/named-versions.ts'
import type { Tables } from '../database/tables.ts'
import type { Caller } from '../http/callers.ts'
import { joinInTurns } from '../shared/in-turns.ts'

export interface ViewableVersion {
  id: number
  accountId: number
  publicId: string
  storybookPublicId: string
  kind: 'storybook' | 'site'
}

/** A person reads the versions of their accounts, an API key those of its own. */
export type Reader = { userId: number } | { accountId: number }

/** A guest reads what a share link opens. */
interface Guest {
  shareLinkId: number
}

export const readerOf = (caller: Caller): Reader =>
  caller.kind === 'user' ? { userId: caller.user.id } : { accountId: caller.key.accountId }

const versionColumns = ['versions.id', 'versions.public_id as publicId', 'versions.kind'] as const
const storybookColumns = [
  'storybooks.account_id as accountId',
  'storybooks.public_id as storybookPublicId',
] as const

/** Storybooks that are not deleted, in an account where the reader may view them. */
function isReadable(reader: Reader) {
  return (where: ExpressionBuilder<Tables, 'storybooks'>) =>
    where.and([
      where('storybooks.deleted_at', 'is', null),
      'accountId' in reader
        ? where('storybooks.account_id', '=', reader.accountId)
        : where.exists(
            where
              .selectFrom('memberships')
              .select('memberships.user_id')
              .whereRef('memberships.account_id', '=', 'storybooks.account_id')
              .where('memberships.user_id', '=', reader.userId)
              .where('memberships.status', '=', 'active')
              .where('memberships.role', 'in', rolesThatCan('view')),
          ),
    ])
}

/** While the link works and opens this version: itself, or its branch. */
function isShared({ shareLinkId }: Guest) {
  return (where: ExpressionBuilder<Tables, 'storybooks' | 'versions'>) =>
    where.and([
      where('storybooks.deleted_at', 'is', null),
      where.exists(
        where
          .selectFrom('share_links')
          .innerJoin('accounts', (join) =>
            join
              .onRef('accounts.id', '=', 'storybooks.account_id')
              .on('accounts.allows_share_links', '=', true),
          )
          .select('share_links.id')
          .where('share_links.id', '=', shareLinkId)
          .where('share_links.expires_at', '>', sql<Date>`now()`)
          .whereRef('share_links.storybook_id', '=', 'storybooks.id')
          .where((target) =>
            target.or([
              target('share_links.version_id', '=', target.ref('versions.id')),
              target('share_links.branch', '=', target.ref('versions.branch')),
            ]),
          ),
      ),
    ])
}

export async function findVersionForReader(
  db: Database,
  reader: Reader | Guest,
  versionPublicId: string,
): Promise<ViewableVersion | undefined> {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select(versionColumns)
    .select(storybookColumns)
    .where('versions.public_id', '=', versionPublicId)
    .where('versions.deleted_at', 'is', null)
    .where((where) => ('shareLinkId' in reader ? isShared(reader)(where) : isReadable(reader)(where)))
    .executeTakeFirst()
}

export async function findNamedVersionForReader(
  db: Database,
  reader: Reader,
  storybookPublicId: string,
  name: VersionName,
): Promise<ViewableVersion | undefined> {
  return db
    .selectFrom('storybooks')
    .innerJoinLateral(
      (join) => versionNamed(name)(join).select(versionColumns).as('named'),
      (on) => on.onTrue(),
    )
    .selectAll('named')
    .select(storybookColumns)
    .where('storybooks.public_id', '=', storybookPublicId)
    .where(isReadable(reader))
    .executeTakeFirst()
}

/** What is needed to look up files: of a large index only where its blocks are. Null if there are none. */
export async function findIndexOrBlocks(
  db: Database,
  versionId: number,
): Promise<{ index: Buffer | null; blocks: Buffer | null } | undefined> {
  return db
    .selectFrom('archive_indexes')
    .select('blocks')
    .select((row) =>
      row
        .case()
        .when(sql`octet_length(index)`, '<=', maxWholeBytes)
        .then(row.ref('index'))
        .end()
        .as('index'),
    )
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

/** Undefined if the version is gone. */
export async function readIndexBlock(
  db: Database,
  versionId: number,
  { start, length }: IndexBlock,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ block: Buffer }>`
    SELECT substring(index FROM ${start + 1}::int FOR ${length}::int) AS block
    FROM archive_indexes WHERE version_id = ${versionId}`.execute(db)
  return rows[0]?.block
}

const pieceBytes = 256 * 1024

/**
 * The whole index, in pieces of base64. The driver would make bytes of it in one go: a tenth of a second for the largest,
 * during which nobody else is answered. `||` unpacks the index once, not for every piece.
 */
export async function findArchiveIndex(db: Database, versionId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ first: number; piece: string }>`
    SELECT first, encode(substring(index FROM first FOR ${pieceBytes}::int), 'base64') AS piece
    FROM (SELECT index || ''::bytea AS index FROM archive_indexes WHERE version_id = ${versionId} OFFSET 0) AS whole,
      generate_series(1, length(index), ${pieceBytes}::int) AS first`.execute(db)
  const pieces = rows.toSorted((one, other) => one.first - other.first).map(({ piece }) => piece)
  return pieces.length === 0 ? undefined : joinInTurns(pieces, 'base64')
}

/** True for the first use of a ticket only. */
export async function useTicket(db: Database, id: string, expires: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('used_viewer_tickets')
    .values({ id, expires_at: sql`to_timestamp(${expires})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteExpiredTickets(db: Database): Promise<void> {
  await db
    .deleteFrom('used_viewer_tickets')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

export interface StoredPack {
  versionId: number
  key: string
  index: Buffer
}

/** The packs of those versions that have one. */
export async function listPacks(db: Database, versionIds: readonly number[]): Promise<StoredPack[]> {
  if (versionIds.length === 0) return []
  const rows = await db
    .selectFrom('packs')
    .select(['version_id as versionId', 'blob_key as key', 'index'])
    .where('version_id', 'in', versionIds)
    .where('blob_key', 'is not', null)
    .execute()
  return rows.flatMap(({ versionId, key, index }) =>
    key !== null && index !== null ? [{ versionId, key, index }] : [],
  )
}

/** The pack is lost: another one may be made, as long as there were not too many attempts. */
export async function forgetPack(db: Database, { versionId, key }: StoredPack): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('packs')
      .set({ made_at: null, blob_key: null, bytes: null, sha256: null, index: null })
      .where('version_id', '=', versionId)
      .where('blob_key', '=', key)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      await trx.updateTable('versions').set({ needs_pack: true }).where('id', '=', versionId).execute()
  })
}
