import { sql } from 'kysely'
import type { ExpressionBuilder, RawBuilder, Selectable } from 'kysely'

import type { Tables } from './tables.ts'

/** How a version is asked for without its id. */
export type VersionName = 'latest' | { branch: string } | { commit: string } | { release: string }

const newestWhere = (condition: RawBuilder<unknown>, first?: RawBuilder<unknown>) => sql`(
  SELECT * FROM versions WHERE storybook_id = storybooks.id AND ${condition} AND deleted_at IS NULL
  ORDER BY ${first ? sql`${first} DESC, ` : sql``}created_at DESC, id DESC LIMIT 1)`

/** Of its main branch, or of all if it has none. Each case has an index of its own, which an OR would not use. */
const latest = sql`
  ${newestWhere(sql`branch = storybooks.main_branch`)} UNION ALL ${newestWhere(sql`storybooks.main_branch IS NULL`)}`

/** The id of the newest version of each selected storybook. */
export const newestVersionId = sql<number | null>`(SELECT id FROM (${latest}) AS newest)`

/** For lateral joins: the newest version of each selected storybook. */
export const newestVersion = (from: ExpressionBuilder<Tables, 'storybooks'>) => versionNamed('latest')(from)

/** For lateral joins: the version with this name of each selected storybook. */
export const versionNamed = (name: VersionName) => (from: ExpressionBuilder<Tables, 'storybooks'>) =>
  from.selectFrom(sql<Selectable<Tables['versions']>>`(${selectNamed(name)})`.as('versions'))

function selectNamed(name: VersionName): RawBuilder<unknown> {
  if (name === 'latest') return latest
  if ('branch' in name) return newestWhere(sql`branch = ${name.branch}`)
  if ('release' in name) return newestWhere(sql`release = ${name.release}`)
  const { commit } = name
  return newestWhere(sql`commit_id LIKE ${`${escapeLike(commit)}%`}`, sql`commit_id = ${commit}`)
}

/** Makes a text stand for itself in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
