import type { RetentionPreview, RetentionRule } from '@plinth/contract/retention.ts'
import { maxPreviewedBranches, maxPreviewedVersions } from '@plinth/contract/retention.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { newestVersionId } from '../../database/named-versions.ts'
import { inTitleOrder } from '../../database/title-order.ts'

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
    SELECT rules.*, storybooks.public_id, storybooks.title, storybooks.main_branch,
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
    SELECT id, storybook_id, branch, created_at, zip_bytes, release IS NOT NULL OR is_pinned AS is_protected,
      row_number() OVER of_branch AS place, first_value(created_at) OVER of_branch AS branch_published_at
    FROM versions
    WHERE storybook_id = ANY(${rules.map(({ storybookId }) => storybookId)}::bigint[]) AND deleted_at IS NULL
    WINDOW of_branch AS (PARTITION BY storybook_id, branch ORDER BY created_at DESC, id DESC)
  ),
  removable AS MATERIALIZED (
    SELECT placed.id, placed.storybook_id, placed.branch, placed.created_at, placed.zip_bytes
    FROM rules JOIN placed ON placed.storybook_id = rules.storybook_id
    WHERE placed.id <> rules.newest_id AND NOT placed.is_protected
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
    ${removable([rule])}
    SELECT versions.public_id FROM removable JOIN versions ON versions.id = removable.id
    ORDER BY removable.created_at, removable.id LIMIT ${limit}`.execute(db)
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
      SELECT storybook_id, branch, count(*) AS versions, sum(zip_bytes) AS bytes
      FROM removable GROUP BY storybook_id, branch
    ),
    by_storybook AS (
      SELECT rules.public_id AS "publicId", rules.title, sums.branches, sums.versions, sums.bytes
      FROM rules JOIN (
        SELECT storybook_id, count(*) AS branches, sum(versions) AS versions, sum(bytes) AS bytes
        FROM by_branch GROUP BY storybook_id
      ) AS sums ON sums.storybook_id = rules.storybook_id
    ),
    largest AS (
      SELECT rules.public_id AS "storybookPublicId", rules.title AS "storybookTitle", branch AS name, versions, bytes
      FROM (SELECT * FROM by_branch ORDER BY bytes DESC, storybook_id, branch LIMIT ${maxPreviewedBranches}) AS branches
      JOIN rules ON rules.storybook_id = branches.storybook_id
    ),
    newest AS (
      SELECT versions.public_id AS "publicId", rules.public_id AS "storybookPublicId", rules.title AS "storybookTitle",
        to_char(versions.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        versions.message, versions.branch, versions.zip_bytes AS size
      FROM (SELECT * FROM removable ORDER BY created_at DESC, id DESC LIMIT ${maxPreviewedVersions}) AS latest
      JOIN versions ON versions.id = latest.id
      JOIN rules ON rules.storybook_id = latest.storybook_id
    )
    SELECT jsonb_build_object(
      'versions', (SELECT coalesce(sum(versions), 0) FROM by_branch),
      'bytes', (SELECT coalesce(sum(bytes), 0) FROM by_branch),
      'branches', (SELECT count(*) FROM by_branch),
      'storybooks', (SELECT coalesce(jsonb_agg(by_storybook ORDER BY ${inTitleOrder('title')}), '[]') FROM by_storybook),
      'largestBranches', (SELECT coalesce(jsonb_agg(largest ORDER BY bytes DESC, ${inTitleOrder('storybookTitle')}, name), '[]') FROM largest),
      'newestVersions', (SELECT coalesce(jsonb_agg(newest ORDER BY "createdAt" DESC), '[]') FROM newest)
    ) AS preview`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the preview returned no row')
  return row.preview
}
