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

/** Versions whose storybook is in the trash too are a part of it. */
const trashOf = (accountId: number) => sql`
  SELECT 'version' AS kind, versions.id, versions.public_id, storybooks.public_id AS storybook_public_id, storybooks.title,
    versions.deleted_at, versions.deleted_by, versions.zip_bytes AS bytes, versions.created_at, versions.message,
    versions.branch, versions.release, versions.deleted_by_rule AS rule, NULL::integer AS version_count
  FROM storybooks JOIN versions ON versions.storybook_id = storybooks.id
  WHERE storybooks.account_id = ${accountId} AND storybooks.deleted_at IS NULL
    AND versions.deleted_at IS NOT NULL AND versions.purged_at IS NULL
  UNION ALL
  SELECT 'storybook', id, public_id, public_id, title, deleted_at, deleted_by,
    (SELECT coalesce(sum(zip_bytes), 0)::bigint FROM versions WHERE storybook_id = storybooks.id),
    NULL, NULL, NULL, NULL, NULL, version_count
  FROM storybooks
  WHERE account_id = ${accountId} AND deleted_at IS NOT NULL AND purged_at IS NULL`

export async function listTrashOfAccount(
  db: Database,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashRow[]> {
  const { rows } = await sql<TrashRow>`
    SELECT * FROM (${trashOf(accountId)}) AS trash
    ORDER BY deleted_at DESC, kind, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

export async function countTrashOfAccount(db: Database, accountId: number) {
  const { rows } = await sql<{ total: number; bytes: number }>`
    SELECT count(*) AS total, coalesce(sum(bytes), 0)::bigint AS bytes FROM (${trashOf(accountId)}) AS trash`.execute(
    db,
  )
  return rows[0] ?? { total: 0, bytes: 0 }
}
