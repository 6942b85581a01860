import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Catalogues whose main components and favicon are those of another version. */
function staleFaces(db: Database) {
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
export async function findStaleFace(db: Database, storybookId: number) {
  return staleFaces(db).where('catalogues.storybook_id', '=', storybookId).executeTakeFirst()
}

export async function listStaleFaces(db: Database, limit: number) {
  return staleFaces(db).limit(limit).execute()
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
