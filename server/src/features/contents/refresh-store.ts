import { sql } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import { newestVersion } from '../../database/named-versions.ts'

/** Storybooks whose newest version has been read and is not what their catalogue is made of. */
function toCatalogue(db: Database) {
  return db
    .selectFrom('storybooks')
    .leftJoinLateral(
      (join) =>
        newestVersion(join)
          .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
          .select('versions.id')
          .where((where) =>
            where.or([
              where('versions.kind', '=', 'site'),
              where.and([
                where('version_contents.read_at', 'is not', null),
                where('version_contents.format', '=', contentsFormat),
              ]),
            ]),
          )
          .as('newest'),
      (on) => on.onTrue(),
    )
    .leftJoin('catalogues', 'catalogues.storybook_id', 'storybooks.id')
    .select(['storybooks.id as storybookId', 'storybooks.account_id as accountId', 'newest.id as versionId'])
    .where('storybooks.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('catalogues.storybook_id', 'is', null),
        // Until it has been read, what was in the version before can still be found.
        where.and([
          where('newest.id', 'is not', null),
          sql<boolean>`(catalogues.version_id, catalogues.format) IS DISTINCT FROM (newest.id, ${contentsFormat}::int)`,
        ]),
      ]),
    )
}

/** Undefined if its catalogue is up to date. */
export async function findToCatalogue(db: Database, storybookId: number) {
  return toCatalogue(db).where('storybooks.id', '=', storybookId).executeTakeFirst()
}

export type StorybookToCatalogue = NonNullable<Awaited<ReturnType<typeof findToCatalogue>>>

/** The newest versions first. */
export async function listStorybooksToCatalogue(db: Database, limit: number) {
  return toCatalogue(db)
    .orderBy('newest.id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}
