import { sql } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import { newestVersion } from '../../database/named-versions.ts'
import { inTitleOrder } from '../../database/title-order.ts'

/** The driver parses JSON at once, but an array letter by letter: megabytes of tags take a second. */
const tags = sql<string[]>`to_json(catalogue_entries.tags)`

/** The components of newest versions. Those of deleted storybooks and versions are left out at once. */
function cataloguedComponents(db: Database, accountId: number) {
  return db
    .selectFrom('catalogue_entries')
    .innerJoin('catalogues', 'catalogues.storybook_id', 'catalogue_entries.storybook_id')
    .innerJoin('storybooks', 'storybooks.id', 'catalogues.storybook_id')
    .innerJoin('versions', 'versions.id', 'catalogues.version_id')
    .select([
      'storybooks.public_id as storybook_public_id',
      'versions.public_id as version_public_id',
      'catalogue_entries.entry_id',
      'catalogue_entries.title',
      'catalogue_entries.name',
      'catalogue_entries.description',
      'catalogue_entries.story_count',
      'catalogue_entries.prop_count',
    ])
    .select(tags.as('tags'))
    .where('catalogue_entries.account_id', '=', accountId)
    .where('catalogue_entries.kind', '=', 'component')
    .where('storybooks.deleted_at', 'is', null)
    .where('versions.deleted_at', 'is', null)
}

export type CataloguedComponent = Awaited<ReturnType<typeof listCataloguedComponents>>[number]

export async function listCataloguedComponents(
  db: Database,
  accountId: number,
  { storybook, limit }: { storybook: string | undefined; limit: number },
) {
  let components = cataloguedComponents(db, accountId)
  if (storybook !== undefined) components = components.where('storybooks.public_id', '=', storybook)
  return components
    .orderBy(inTitleOrder('catalogue_entries.title'))
    .orderBy('catalogue_entries.id')
    .limit(limit)
    .execute()
}

const maxElsewhere = 50

export async function listComponentsNamed(db: Database, accountId: number, name: string, notIn: number) {
  return cataloguedComponents(db, accountId)
    .where('catalogue_entries.name', '=', name)
    .where('catalogue_entries.storybook_id', '!=', notIn)
    .orderBy(inTitleOrder('storybooks.title'))
    .orderBy('catalogue_entries.id')
    .limit(maxElsewhere)
    .execute()
}

/** Public ids of storybooks whose newest version is being read, or still has to be. */
export async function listStorybooksBeingRead(db: Database, accountId: number, storybook?: string) {
  let reading = db
    .selectFrom('storybooks')
    .innerJoinLateral(
      (join) => newestVersion(join).select(['versions.id', 'versions.kind']).as('newest'),
      (on) => on.onTrue(),
    )
    .leftJoin('catalogues', 'catalogues.storybook_id', 'storybooks.id')
    .select('storybooks.public_id')
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
    .where('newest.kind', '=', 'storybook')
    .where(
      sql<boolean>`(catalogues.version_id, catalogues.format) IS DISTINCT FROM (newest.id, ${contentsFormat}::int)`,
    )
  if (storybook !== undefined) reading = reading.where('storybooks.public_id', '=', storybook)
  const rows = await reading.execute()
  return rows.map(({ public_id }) => public_id)
}

const maxVersionsThatChanged = 50
/** The search for a component that never changed reads the changes of all these versions from the disk. */
const lookedThrough = { versions: 5_000, bytes: 16 * 1024 * 1024 }

export type VersionThatChanged = Awaited<ReturnType<typeof listVersionsThatChanged>>[number]

/** The newest versions in which a component was added or changed. */
export async function listVersionsThatChanged(db: Database, storybookId: number, componentId: string) {
  const newestFirst = sql`versions.created_at DESC, versions.id DESC`
  // PostgreSQL knows the size of a value without reading it.
  const bytesSoFar = sql<number>`sum(pg_column_size(version_contents.changes)) OVER (ORDER BY ${newestFirst})`
  const change = sql<'added' | 'changed' | null>`newest.changes -> 'components' ->> ${componentId}`
  return db
    .selectFrom((from) =>
      from
        .selectFrom('versions')
        .innerJoin('version_contents', 'version_contents.version_id', 'versions.id')
        .select(['versions.id', 'versions.public_id', 'versions.created_at', 'versions.message'])
        .select(['versions.branch', 'version_contents.changes', bytesSoFar.as('bytes_so_far')])
        .where('versions.storybook_id', '=', storybookId)
        .where('versions.deleted_at', 'is', null)
        .orderBy(newestFirst)
        .limit(lookedThrough.versions)
        .as('newest'),
    )
    .select(['newest.public_id', 'newest.created_at', 'newest.message', 'newest.branch'])
    .select(change.$notNull().as('change'))
    .where('newest.bytes_so_far', '<=', lookedThrough.bytes)
    .where(change, 'is not', null)
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(maxVersionsThatChanged)
    .execute()
}
