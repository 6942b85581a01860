import { sql } from 'kysely'

import { catalogueOf } from '../contents/catalogue-rows.ts'
import type { CatalogueOwner } from '../contents/catalogue-rows.ts'
import type { Contents } from '../contents/contents.ts'
import type { Database } from '../database/connect.ts'
import { replaceCatalogue } from '../features/search/catalogue-store.ts'
import { newPublicId } from '../shared/public-id.ts'

/** Adds a version of these contents to a storybook, as it is after it was read, but without an archive. Returns its public id. */
export async function insertCataloguedVersion(
  trx: Database,
  owner: CatalogueOwner,
  contents: Contents,
): Promise<string> {
  const publicId = newPublicId()
  const { id: versionId } = await trx
    .insertInto('versions')
    .values({
      public_id: publicId,
      storybook_id: owner.storybookId,
      created_at: sql`clock_timestamp()`,
      zip_sha256: Buffer.alloc(32),
      zip_bytes: 1,
      unpacked_bytes: 1,
      file_count: 1,
      kind: 'storybook',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('storybooks')
    .set((set) => ({ version_count: set('version_count', '+', 1) }))
    .where('id', '=', owner.storybookId)
    .execute()
  const { rows, words, tags } = catalogueOf(contents, owner)
  const rowsJson = JSON.stringify(rows)
  await replaceCatalogue(trx, owner, { versionId, format: contents.format, rowsJson, words, tags })
  return publicId
}
