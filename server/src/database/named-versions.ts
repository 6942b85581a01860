import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import type { Tables } from './tables.ts'

/** How a version is asked for without its id. */
export type VersionName = 'latest' | { branch: string } | { commit: string } | { release: string }

const newestFirst = sql`ORDER BY created_at DESC, id DESC LIMIT 1`

/**
 * The id of the newest version of each selected storybook: of its main branch, or of all if it has none. Each case has an
 * index of its own, which an OR would not use.
 */
export const newestVersionId = sql<number>`CASE
  WHEN storybooks.main_branch IS NULL THEN (
    SELECT id FROM versions WHERE storybook_id = storybooks.id AND deleted_at IS NULL ${newestFirst})
  ELSE (
    SELECT id FROM versions WHERE storybook_id = storybooks.id AND branch = storybooks.main_branch
    AND deleted_at IS NULL ${newestFirst})
  END`

/** For lateral joins: the newest version of each selected storybook. */
export const newestVersion = (from: ExpressionBuilder<Tables, 'storybooks'>) =>
  versionWithId(from, newestVersionId)

/** For lateral joins: the version with this name of each selected storybook. */
export const versionNamed = (name: VersionName) => (from: ExpressionBuilder<Tables, 'storybooks'>) =>
  versionWithId(from, name === 'latest' ? newestVersionId : namedVersionId(name))

// Without the limit, the planner might read all versions there are and join them.
const versionWithId = (from: ExpressionBuilder<Tables, 'storybooks'>, id: typeof newestVersionId) =>
  from.selectFrom('versions').where('versions.id', '=', id).limit(1)

function namedVersionId(name: Exclude<VersionName, 'latest'>): typeof newestVersionId {
  const condition =
    'branch' in name
      ? sql`branch = ${name.branch}`
      : 'release' in name
        ? sql`release = ${name.release}`
        : sql`commit_id LIKE ${`${escapeLike(name.commit)}%`}`
  return sql<number>`(
    SELECT id FROM versions WHERE storybook_id = storybooks.id AND ${condition} AND deleted_at IS NULL ${newestFirst})`
}

/** Makes a text stand for itself in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
