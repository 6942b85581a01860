import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Storybooks whose cards show the main components and the favicon of another version than the catalogued one. */
function staleCards(db: Database) {
  return db
    .selectFrom('catalogues')
    .leftJoin('versions', 'versions.id', 'catalogues.version_id')
    .select([
      'catalogues.storybook_id as storybookId',
      'catalogues.account_id as accountId',
      'catalogues.version_id as versionId',
      'versions.public_id as versionPublicId',
    ])
    .where(sql<boolean>`catalogues.face_of IS DISTINCT FROM catalogues.version_id`)
}

/** Undefined if it is up to date. */
export async function findStaleCard(db: Database, storybookId: number) {
  return staleCards(db).where('catalogues.storybook_id', '=', storybookId).executeTakeFirst()
}

export type StaleCard = NonNullable<Awaited<ReturnType<typeof findStaleCard>>>

/** The newest versions first. */
export async function listStaleCards(db: Database, limit: number) {
  return staleCards(db)
    .orderBy('catalogues.version_id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}

const maxMainComponents = 5
/** Nobody recognises a component by the end of a longer name. */
const maxNameLength = 60

/** Those with the most stories, otherwise in the order of the sidebar. False if another version is catalogued meanwhile. */
export async function updateMainComponents(
  db: Database,
  storybookId: number,
  versionId: number | null,
): Promise<boolean> {
  const main = sql<string[]>`ARRAY(
    SELECT left(name, ${maxNameLength}) FROM catalogue_entries
    WHERE storybook_id = ${storybookId} AND kind = 'component'
    GROUP BY name ORDER BY max(story_count) DESC NULLS LAST, min(id) LIMIT ${maxMainComponents})`
  const { numUpdatedRows } = await db
    .updateTable('catalogues')
    .set({ main_components: main, face_of: versionId })
    .where('storybook_id', '=', storybookId)
    .where(sql<boolean>`version_id IS NOT DISTINCT FROM ${versionId}::bigint`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
