import type { Baseline, BaselineReason } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { usualMainBranches } from '../storybooks/main-branch-store.ts'

/** Only versions published before: what a version is compared with does not change while people review it. */
const earlier = sql`other.storybook_id = versions.storybook_id AND other.deleted_at IS NULL
  AND (other.created_at, other.id) < (versions.created_at, versions.id)`

const newestOf = (branch: string) => sql`(
  SELECT other.id FROM versions AS other WHERE ${earlier} AND other.branch = ${sql.raw(branch)}
  ORDER BY other.created_at DESC, other.id DESC LIMIT 1)`

const nearestAncestorOf = (branch: string) => sql`(
  SELECT other.id FROM unnest(versions.ancestors) WITH ORDINALITY AS ancestor (id, place)
  JOIN versions AS other ON other.id = ancestor.id
  WHERE ${earlier} AND other.branch = ${sql.raw(branch)} ORDER BY ancestor.place LIMIT 1)`

/** The main branch of the storybook of `versions`: the one it names, or else one with a usual name. */
const mainBranch = sql<string | null>`(
  SELECT coalesce(storybooks.main_branch, (
    SELECT usual.name FROM unnest(${usualMainBranches}::text[]) WITH ORDINALITY AS usual (name, place)
    WHERE EXISTS (SELECT FROM versions AS other
      WHERE other.storybook_id = storybooks.id AND other.branch = usual.name AND other.deleted_at IS NULL)
    ORDER BY usual.place LIMIT 1))
  FROM storybooks WHERE storybooks.id = versions.storybook_id)`

/**
 * The id of the version that each of the selected `versions` is compared with. What is to be merged is compared with what it
 * is to be merged into: the target of its pull request, or else the main branch. The main branch itself, and what can be
 * compared with nothing else, is compared with the version before on its branch.
 */
export const baselineId = sql<number | null>`(
  SELECT coalesce(
    ${nearestAncestorOf('aim.target')},
    CASE WHEN aim.target IS NOT NULL THEN coalesce(
      ${nearestAncestorOf('aim.main')}, ${newestOf('aim.target')}, ${newestOf('aim.main')}) END,
    ${nearestAncestorOf('versions.branch')},
    ${newestOf('versions.branch')},
    CASE WHEN versions.branch IS NULL THEN (
      SELECT other.id FROM versions AS other WHERE ${earlier} AND other.branch IS NULL
      ORDER BY other.created_at DESC, other.id DESC LIMIT 1) END)
  FROM (
    SELECT main.branch AS main, CASE
      WHEN versions.target_branch <> coalesce(versions.branch, '') THEN versions.target_branch
      WHEN main.branch <> coalesce(versions.branch, '') THEN main.branch END AS target
    FROM (SELECT ${mainBranch} AS branch OFFSET 0) AS main OFFSET 0
  ) AS aim)`

/** For lateral joins: the version that each of the selected `versions` is compared with. */
export const joinedBaseline = (from: ExpressionBuilder<Tables, 'versions'>) =>
  from
    .selectFrom('versions as found')
    .select(['found.id', 'found.public_id', 'found.branch', 'found.kind'])
    .where('found.id', '=', baselineId)
    .limit(1)
    .as('baseline')

/** Why one of `versions` is compared with another, which the query names `baseline`. */
export const baselineReason = sql<BaselineReason>`CASE
  WHEN baseline.branch IS NOT DISTINCT FROM versions.branch THEN 'previous-of-branch'
  WHEN baseline.id = ANY (versions.ancestors) THEN 'ancestor'
  ELSE 'newest-of-branch' END`

/** Undefined if there is nothing to compare it with. */
export async function findBaseline(
  db: Database,
  versionId: number,
): Promise<(Baseline & { id: number }) | undefined> {
  return db
    .selectFrom('versions')
    .innerJoinLateral(joinedBaseline, (on) => on.onTrue())
    .select(['baseline.id', 'baseline.public_id as version', 'baseline.branch', baselineReason.as('reason')])
    .where('versions.id', '=', versionId)
    .executeTakeFirst()
}

/** The main branch of a version's storybook; null if it has none. */
export async function findMainBranch(db: Database, versionId: number): Promise<string | null> {
  const row = await db
    .selectFrom('versions')
    .select(mainBranch.as('branch'))
    .where('versions.id', '=', versionId)
    .executeTakeFirst()
  return row?.branch ?? null
}

/** Of each branch, as many of the nearest are kept: those before them count again when they are deleted. */
const keptOfBranch = 20
const kept = 200

/** Some pipelines name commits by their beginnings, as long as git writes them. */
const shortened = sql`unnest(ARRAY[
  commit.id, left(commit.id, 7), left(commit.id, 8), left(commit.id, 9), left(commit.id, 10), left(commit.id, 11), left(commit.id, 12)])`

/** What a build that is being published says about its history. */
interface BuildHistory {
  /** Nearest first. */
  commits: readonly string[]
  /** What it is compared with first: versions of its own branch and of those it may be merged into. */
  branches: readonly string[]
}

/** The versions of a storybook that were published of these commits, nearest first. Deleted ones may be restored. */
export async function findAncestors(
  db: Database,
  storybookId: number,
  { commits, branches }: BuildHistory,
): Promise<number[]> {
  if (commits.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    WITH named AS (
      SELECT name, min(place) AS place
      FROM unnest(${commits}::text[]) WITH ORDINALITY AS commit (id, place), ${shortened} AS name GROUP BY name
    ), ranked AS (
      SELECT versions.id, named.place, versions.created_at, coalesce(branch = ANY (${branches}::text[])
          OR branch = (SELECT ${mainBranch} FROM versions WHERE storybook_id = ${storybookId} LIMIT 1), false) AS is_first,
        row_number() OVER (PARTITION BY branch ORDER BY named.place, versions.created_at DESC, versions.id DESC) AS rank
      FROM named JOIN versions ON versions.storybook_id = ${storybookId} AND versions.commit_id = named.name
    )
    SELECT id FROM (
      SELECT * FROM ranked WHERE rank <= ${keptOfBranch}
      ORDER BY is_first DESC, place, created_at DESC, id DESC LIMIT ${kept}
    ) AS kept ORDER BY place, created_at DESC, id DESC`.execute(db)
  return rows.map(({ id }) => id)
}
