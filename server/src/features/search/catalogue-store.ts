import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { storybookRow } from '../../contents/catalogue-rows.ts'
import type { CatalogueOwner, CatalogueRow } from '../../contents/catalogue-rows.ts'
import type { Database } from '../../database/connect.ts'

export interface NewCatalogue {
  /** Null while the storybook has no version that has been read. */
  versionId: number | null
  format: number
  /** Rows of `catalogueOf`, as the JSON that a worker made of them. */
  rowsJson: string
  words: string[]
  tags: string[]
}

const newRevision = () => randomInt(2 ** 31)

/**
 * Makes the contents of this version what is found of a storybook. Only rows that differ are written: most entries stay the
 * same from one version to the next, and indexing them again is what takes long. Call it in a transaction.
 */
export async function replaceCatalogue(
  db: Database,
  owner: CatalogueOwner,
  { versionId, format, rowsJson, words, tags }: NewCatalogue,
): Promise<void> {
  await lockCatalogue(db, owner)
  // Read behind the lock: whoever renames or deletes at the same time changes the catalogue after this transaction.
  const storybook = await db
    .selectFrom('storybooks')
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.storybook_id', '=', 'storybooks.id')
        .on('versions.id', '=', versionId)
        .on('versions.deleted_at', 'is', null),
    )
    .select(['storybooks.title', 'storybooks.description', 'versions.id as version_id'])
    .where('storybooks.id', '=', owner.storybookId)
    .where('storybooks.account_id', '=', owner.accountId)
    .where('storybooks.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!storybook) return deleteCatalogue(db, owner.storybookId)
  if (storybook.version_id === versionId) {
    await db
      .updateTable('catalogues')
      // Its main components may differ, even if the version is the same.
      .set({ version_id: versionId, format, tags, words, face_of: null })
      .where('storybook_id', '=', owner.storybookId)
      .execute()
    await replaceRows(db, owner, 'contents', rowsJson)
  }
  await putStorybookInCatalogue(db, owner, storybook)
}

/** A storybook's catalogue is changed by one transaction after the other. */
async function lockCatalogue(db: Database, { accountId, storybookId }: CatalogueOwner): Promise<void> {
  const revision = newRevision()
  await db
    .insertInto('catalogues')
    .values({
      storybook_id: storybookId,
      account_id: accountId,
      version_id: null,
      format: 0,
      tags: [],
      words: [],
      revision,
    })
    .onConflict((conflict) => conflict.column('storybook_id').doUpdateSet({ revision }))
    .execute()
}

/** Makes a storybook findable by its current title and description, whether it has versions or not. */
export async function putStorybookInCatalogue(
  db: Database,
  owner: CatalogueOwner,
  storybook: { title: string; description: string | null },
): Promise<void> {
  const { row, words } = storybookRow(storybook, owner)
  await lockCatalogue(db, owner)
  await db
    .updateTable('catalogues')
    // Words of an old title stay until the next version, which does no harm.
    .set({ words: sql<string[]>`ARRAY(SELECT DISTINCT unnest(words || ${words}::text[]))` })
    .where('storybook_id', '=', owner.storybookId)
    .execute()
  await replaceRows(db, owner, 'storybook', JSON.stringify([row]))
}

/** Nothing of deleted versions is found any more; their storybook still is. */
export async function deleteVersionsFromCatalogue(
  db: Database,
  storybookId: number,
  versionIds: readonly number[],
): Promise<void> {
  const emptied = await db
    .updateTable('catalogues')
    .set({ version_id: null, format: 0, tags: [], main_components: [], revision: newRevision() })
    .where('storybook_id', '=', storybookId)
    .where('version_id', 'in', versionIds)
    .returning('storybook_id')
    .executeTakeFirst()
  if (!emptied) return
  await db
    .deleteFrom('catalogue_entries')
    .where('storybook_id', '=', storybookId)
    .where('kind', '!=', 'storybook')
    .execute()
}

export async function deleteCatalogue(db: Database, storybookId: number): Promise<void> {
  await db.deleteFrom('catalogues').where('storybook_id', '=', storybookId).execute()
}

/** Replaces the row of the storybook itself, or all others. */
async function replaceRows(
  db: Database,
  { accountId, storybookId }: CatalogueOwner,
  part: 'storybook' | 'contents',
  rowsJson: string,
): Promise<void> {
  const isPart = part === 'storybook' ? sql`kind = 'storybook'` : sql`kind <> 'storybook'`
  await sql`
    WITH wanted AS MATERIALIZED (
      SELECT md5(ROW (${sql.raw(columns)})::text) AS hash, ${sql.raw(columns)}
      FROM jsonb_to_recordset(${rowsJson}::jsonb) AS wanted (${sql.raw(definitions)})
    ),
    present AS MATERIALIZED (
      SELECT id, md5(ROW (${sql.raw(columns)})::text) AS hash
      FROM catalogue_entries WHERE storybook_id = ${storybookId} AND ${isPart}
    ),
    gone AS (
      DELETE FROM catalogue_entries USING present
      WHERE catalogue_entries.id = present.id
        AND NOT EXISTS (SELECT FROM wanted WHERE wanted.hash = present.hash)
    )
    INSERT INTO catalogue_entries (account_id, storybook_id, ${sql.raw(columns)})
    SELECT ${accountId}::bigint, ${storybookId}::bigint, ${sql.raw(columns)}
    FROM wanted WHERE NOT EXISTS (SELECT FROM present WHERE present.hash = wanted.hash)
  `.execute(db)
}

const columnTypes: Record<keyof CatalogueRow, string> = {
  kind: 'text',
  entry_id: 'text',
  name: 'text',
  title: 'text',
  description: 'text',
  tags: 'text[]',
  story_count: 'integer',
  prop_count: 'integer',
  words: 'tsvector',
}
const columns = Object.keys(columnTypes).join(', ')
const definitions = Object.entries(columnTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')
