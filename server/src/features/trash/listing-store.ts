import type { RetentionRule } from '@plinth/contract/retention.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

interface Deletion {
  public_id: string
  storybook_public_id: string
  title: string
  deleted_at: Date
  deleted_by: string | null
  bytes: number
}

interface DeletedVersionRow extends Deletion {
  kind: 'version'
  created_at: Date
  message: string | null
  branch: string | null
  release: string | null
  rule: RetentionRule | null
}

interface DeletedStorybookRow extends Deletion {
  kind: 'storybook'
  version_count: number
}

export type TrashRow = DeletedVersionRow | DeletedStorybookRow

/** Narrow, because it may be sorted for an account's whole trash. Versions whose storybook is there too are a part of it. */
const trashOf = (accountId: number) => sql`
  SELECT 'version' AS kind, versions.id, versions.storybook_id, versions.deleted_at, versions.zip_bytes AS bytes
  FROM storybooks JOIN versions ON versions.storybook_id = storybooks.id
  WHERE storybooks.account_id = ${accountId} AND storybooks.deleted_at IS NULL
    AND versions.deleted_at IS NOT NULL AND versions.purged_at IS NULL
  UNION ALL
  SELECT 'storybook', NULL, id, deleted_at,
    (SELECT coalesce(sum(zip_bytes), 0)::bigint FROM versions WHERE storybook_id = storybooks.id)
  FROM storybooks
  WHERE account_id = ${accountId} AND deleted_at IS NOT NULL AND purged_at IS NULL`

export async function listTrashOfAccount(
  db: Database,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashRow[]> {
  const { rows } = await sql<TrashRow>`
    SELECT page.kind, page.deleted_at, page.bytes, storybooks.public_id AS storybook_public_id, storybooks.title,
      storybooks.version_count, versions.created_at, versions.message, versions.branch, versions.release,
      versions.deleted_by_rule AS rule,
      coalesce(versions.public_id, storybooks.public_id) AS public_id,
      CASE page.kind WHEN 'version' THEN versions.deleted_by ELSE storybooks.deleted_by END AS deleted_by
    FROM (
      SELECT * FROM (${trashOf(accountId)}) AS trash
      ORDER BY deleted_at DESC, storybook_id, id DESC LIMIT ${limit} OFFSET ${offset}
    ) AS page
    JOIN storybooks ON storybooks.id = page.storybook_id
    LEFT JOIN versions ON versions.id = page.id
    ORDER BY page.deleted_at DESC, page.storybook_id, page.id DESC`.execute(db)
  return rows
}

export async function countTrashOfAccount(db: Database, accountId: number) {
  const { rows } = await sql<{ total: number; bytes: number }>`
    SELECT count(*) AS total, coalesce(sum(bytes), 0)::bigint AS bytes FROM (${trashOf(accountId)}) AS trash`.execute(
    db,
  )
  return rows[0] ?? { total: 0, bytes: 0 }
}
