import type { RetentionPreview, RetentionRule } from '@plinth/contract/retention.ts'
import { maxPreviewedBranches, maxPreviewedVersions } from '@plinth/contract/retention.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { newestVersionId } from '../../database/named-versions.ts'

export interface StorybookRule {
  storybookId: number
  rule: RetentionRule
}

/**
 * The versions that these rules would remove now. Versions without a branch count as a branch of their own. The main branch
 * is never abandoned, however long ago it was published; without versions on it, the newest of all stays.
 */
const removable = (rules: readonly StorybookRule[]) => sql`
  WITH rules AS MATERIALIZED (
    SELECT rules.*, storybooks.public_id AS storybook_public_id, storybooks.title, storybooks.main_branch,
      coalesce(${newestVersionId}, (
        SELECT id FROM versions WHERE storybook_id = storybooks.id AND deleted_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT 1)) AS newest_id
    FROM unnest(
      ${rules.map(({ storybookId }) => storybookId)}::bigint[],
      ${rules.map(({ rule }) => rule.keepNewest)}::integer[],
      ${rules.map(({ rule }) => rule.inactiveDays)}::integer[]
    ) AS rules (storybook_id, keep_newest, inactive_days)
    JOIN storybooks ON storybooks.id = rules.storybook_id
  ),
  placed AS (
    SELECT versions.id, versions.storybook_id, versions.branch,
      row_number() OVER of_branch AS place, first_value(versions.created_at) OVER of_branch AS branch_published_at
    FROM versions
    WHERE versions.storybook_id = ANY(${rules.map(({ storybookId }) => storybookId)}::bigint[])
      AND versions.deleted_at IS NULL
    WINDOW of_branch AS (
      PARTITION BY versions.storybook_id, versions.branch ORDER BY versions.created_at DESC, versions.id DESC
    )
  ),
  removable AS MATERIALIZED (
    SELECT versions.id, versions.public_id, versions.branch, versions.created_at, versions.message, versions.zip_bytes,
      rules.storybook_id, rules.storybook_public_id, rules.title
    FROM rules
    JOIN placed ON placed.storybook_id = rules.storybook_id
    JOIN versions ON versions.id = placed.id
    WHERE versions.id <> rules.newest_id AND versions.release IS NULL AND NOT versions.is_pinned
      AND (
        placed.place > rules.keep_newest
        OR placed.branch_published_at < now() - rules.inactive_days * interval '1 day'
          AND (rules.main_branch IS NULL OR placed.branch IS DISTINCT FROM rules.main_branch)
      )
  )`

/** Storybooks with something to remove. */
export async function listStorybooksToThin(
  db: Database,
  rules: readonly StorybookRule[],
): Promise<Set<number>> {
  const { rows } = await sql<{ storybook_id: number }>`
    ${removable(rules)} SELECT DISTINCT storybook_id FROM removable`.execute(db)
  return new Set(rows.map((row) => row.storybook_id))
}

/** The public ids of the oldest. Ask in the transaction that locked the storybook. */
export async function listRemovable(db: Database, rule: StorybookRule, limit: number): Promise<string[]> {
  const { rows } = await sql<{ public_id: string }>`
    ${removable([rule])} SELECT public_id FROM removable ORDER BY created_at, id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.public_id)
}

/** One statement, because finding what is removable is what takes long. */
export async function previewRemoval(
  db: Database,
  rules: readonly StorybookRule[],
): Promise<RetentionPreview> {
  const { rows } = await sql<{ preview: RetentionPreview }>`
    ${removable(rules)},
    by_branch AS MATERIALIZED (
      SELECT storybook_public_id, title, branch, count(*) AS versions, sum(zip_bytes) AS bytes
      FROM removable GROUP BY storybook_public_id, title, branch
    ),
    by_storybook AS (
      SELECT storybook_public_id AS "publicId", title, count(*) AS branches, sum(versions) AS versions, sum(bytes) AS bytes
      FROM by_branch GROUP BY storybook_public_id, title
    ),
    largest AS (
      SELECT storybook_public_id AS "storybookPublicId", title AS "storybookTitle", branch AS name, versions, bytes
      FROM by_branch ORDER BY bytes DESC, title, branch LIMIT ${maxPreviewedBranches}
    ),
    newest AS (
      SELECT public_id AS "publicId", storybook_public_id AS "storybookPublicId", title AS "storybookTitle",
        to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        message, branch, zip_bytes AS size
      FROM removable ORDER BY created_at DESC, id DESC LIMIT ${maxPreviewedVersions}
    )
    SELECT jsonb_build_object(
      'versions', (SELECT coalesce(sum(versions), 0) FROM by_branch),
      'bytes', (SELECT coalesce(sum(bytes), 0) FROM by_branch),
      'branches', (SELECT count(*) FROM by_branch),
      'storybooks', (SELECT coalesce(jsonb_agg(by_storybook ORDER BY title), '[]') FROM by_storybook),
      'largestBranches', (SELECT coalesce(jsonb_agg(largest ORDER BY bytes DESC, "storybookTitle", name), '[]') FROM largest),
      'newestVersions', (SELECT coalesce(jsonb_agg(newest ORDER BY "createdAt" DESC), '[]') FROM newest)
    ) AS preview`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the preview returned no row')
  return row.preview
}
