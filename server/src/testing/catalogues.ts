import type { Call } from '@plinth/contract/client.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'

import type { CatalogueOwner } from '../contents/catalogue-rows.ts'
import type { Contents } from '../contents/contents.ts'
import { insertCataloguedVersion } from './catalogued-version.ts'
import type { TestAccount } from './test-app.ts'
import { testPortal } from './test-app.ts'

export interface CataloguedStorybook extends CatalogueOwner {
  publicId: string
  versionPublicId: string
}

/** A storybook with a version of these contents, as they are after they were read; without an archive. */
export async function aCatalogue(
  { account, call }: { account: TestAccount; call: Call },
  title: string,
  contents: Contents,
): Promise<CataloguedStorybook> {
  const { db } = await testPortal()
  const params = { account: account.publicId }
  const { publicId } = await call(createStorybook, { params, body: { title } })
  const { id: storybookId } = await db
    .selectFrom('storybooks')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const owner = { accountId: account.id, storybookId }
  return { ...owner, publicId, versionPublicId: await addVersion(owner, contents) }
}

/** Returns the public id of the new version. */
export async function addVersion(owner: CatalogueOwner, contents: Contents): Promise<string> {
  const { db } = await testPortal()
  return db.transaction().execute((trx) => insertCataloguedVersion(trx, owner, contents))
}

/** Copies what can be found of a storybook to others, without reading and indexing it again. */
export async function copyCatalogue(from: CatalogueOwner, to: readonly CataloguedStorybook[]): Promise<void> {
  const { db } = await testPortal()
  for (const { accountId, storybookId } of to) {
    await sql`
      INSERT INTO catalogue_entries (account_id, storybook_id, kind, entry_id, name, title, description, tags, words)
      SELECT ${accountId}::bigint, ${storybookId}::bigint, kind, entry_id, name, title, description, tags, replace(
        replace(words::text, ${`'${from.accountId}$${from.storybookId}'`}, ${`'${from.accountId}$${storybookId}'`}),
        ${`'${from.accountId}`}, ${`'${accountId}`}
      )::tsvector
      FROM catalogue_entries WHERE storybook_id = ${from.storybookId} AND kind <> 'storybook'
    `.execute(db)
    await sql`
      UPDATE catalogues SET words = copied.words, tags = copied.tags, revision = copied.revision
      FROM catalogues AS copied WHERE copied.storybook_id = ${from.storybookId} AND catalogues.storybook_id = ${storybookId}
    `.execute(db)
  }
}
