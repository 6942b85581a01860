import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { sql } from 'kysely'
import { pino } from 'pino'

import { contentsFormat } from '../server/src/contents/contents.ts'
import type { Contents } from '../server/src/contents/contents.ts'
import { encodeContents } from '../server/src/contents/stored-contents.ts'
import { connect } from '../server/src/database/connect.ts'
import type { Database } from '../server/src/database/connect.ts'
import { startEmbeddedPostgres } from '../server/src/embedded/postgres/embedded-postgres.ts'
import { insertAccount } from '../server/src/features/accounts/store.ts'
import { insertMembership } from '../server/src/features/members/store.ts'
import { insertStorybook } from '../server/src/features/storybooks/store.ts'
import { insertCataloguedVersion } from '../server/src/testing/catalogued-version.ts'
import { largeContents } from '../server/src/testing/large-catalogue.ts'
import { unlimited } from './databases.ts'
import { startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { note } from './table.ts'

const entriesPerStorybook = 500

interface Catalogues {
  /** Its own account has 100,000 entries. */
  portal: Portal
  /** An account of 1,000 entries beside it and another large one. */
  small: string
  /** Adds storybooks of so many entries to the large account; returns their ids. */
  addStorybook: (entries: number) => Promise<string>
}

/** A portal with an account of 100,000 entries in 200 storybooks, another one, and a small one beside both. */
export async function openCatalogues(
  folder: string,
  measure: (catalogues: Catalogues) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const db = connect(postgres.url, pino({ level: 'silent' }))
  try {
    const portal = await startPortal(folder, [], { ...unlimited, DATABASE_URL: postgres.url })
    try {
      const { large, small } = await fill(db, portal)
      const addStorybook = (entries: number) => insertFilledStorybook(db, large, entries, 0)
      await measure({ portal, small, addStorybook })
    } finally {
      await portal.close()
    }
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

async function fill(db: Database, { account }: Portal): Promise<{ large: number; small: string }> {
  const large = await db
    .selectFrom('accounts')
    .select('id')
    .where('public_id', '=', account)
    .executeTakeFirstOrThrow()
  const other = await insertAccount(db, 'Also large', null)
  const small = await insertAccount(db, 'Small', null)
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@contoso.example')
    .executeTakeFirstOrThrow()
  await insertMembership(db, small.id, owner.id, 'User')
  // Building the index once is faster than adding to it 200,000 times.
  await sql`DROP INDEX catalogue_entries_words`.execute(db)
  for (const { id } of [large, other]) await addStorybooks(db, id, 200)
  await addStorybooks(db, small.id, 2)
  await sql`CREATE INDEX catalogue_entries_words ON catalogue_entries USING gin (words) WITH (fastupdate = off)`.execute(
    db,
  )
  await sql`VACUUM ANALYZE`.execute(db)
  const { rows } = await sql<{ entries: string; table: string; index: string }>`
    SELECT count(*) AS entries, pg_size_pretty(pg_table_size('catalogue_entries')) AS table,
      pg_size_pretty(pg_relation_size('catalogue_entries_words')) AS index FROM catalogue_entries`.execute(db)
  const [size] = rows
  note(
    `${Number(size?.entries).toLocaleString('en')} entries take ${size?.table} and ${size?.index} of index.`,
  )
  return { large: large.id, small: small.public_id }
}

async function addStorybooks(db: Database, accountId: number, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await insertFilledStorybook(db, accountId, entriesPerStorybook, i)
}

/** As after its first version was read. Returns its public id. */
async function insertFilledStorybook(
  db: Database,
  accountId: number,
  entries: number,
  seed: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const publicId = await insertStorybook(trx, accountId, { title: `Storybook ${seed}` })
    const { id: storybookId } = await trx
      .selectFrom('storybooks')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow()
    const contents = largeContents(entries, seed)
    const version = await insertCataloguedVersion(trx, { accountId, storybookId }, contents)
    await trx
      .insertInto('version_contents')
      .columns(['version_id', 'attempts', 'format', 'started_at', 'read_at', 'contents', 'needs_comparison'])
      .expression((select) =>
        select
          .selectFrom('versions')
          .select([
            'id',
            sql<number>`1`.as('attempts'),
            sql<number>`${contentsFormat}::int`.as('format'),
            sql<Date>`now()`.as('started_at'),
            sql<Date>`now()`.as('read_at'),
            sql<Buffer>`${Buffer.from(encodeContents(withCode(contents)))}::bytea`.as('contents'),
            sql<boolean>`false`.as('needs_comparison'),
          ])
          .where('public_id', '=', version),
      )
      .execute()
    return publicId
  })
}

const hash = (of: string) => createHash('sha256').update(of).digest('base64url').slice(0, 22)

/** As large as the contents of real builds, which hold about 1.6 KB for an entry. */
const withCode = (contents: Contents): Contents => ({
  ...contents,
  entries: contents.entries.map((entry) => {
    const example = Array.from({ length: 16 }, (_, i) => `  prop${i}="${hash(entry.id + i)}"`)
    return {
      ...entry,
      fingerprint: hash(entry.id),
      ownFingerprint: hash(entry.name),
      sources: Array.from({ length: 20 }, (_, i) => i),
      ...(entry.kind === 'story' ? { example: `<Component\n${example.join('\n')}\n/>` } : {}),
    }
  }),
})
