import type { ResultKind } from '@plinth/contract/search.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { newestVersionId } from '../../database/named-versions.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import { kindsInOrder } from './search-steps.ts'
import type { SearchStep } from './search-steps.ts'

export interface Page {
  offset: number
  limit: number
}

export interface ResultRow {
  id: number
  kind: ResultKind
  storybook_public_id: string
  storybook_title: string
  version_public_id: string | null
  entry_id: string | null
  name: string
  title: string
  description: string | null
  tags: string[]
}

/** How many matches of a step are ordered at most: the work for a word that is nearly everywhere is limited. */
const maxMatchesPerStep = 2_000
/** All of a storybook can be listed. */
const maxListed = 20_000

const kindOrder = sql.raw(
  `CASE kind ${kindsInOrder.map((kind, i) => `WHEN '${kind}' THEN ${i}`).join(' ')} END`,
)

/** A page of the results of the steps, one step after the other. PostgreSQL executes no more of them than it needs. */
export async function listMatches(
  db: Database,
  accountId: number,
  steps: readonly SearchStep[],
  { offset, limit }: Page,
): Promise<ResultRow[]> {
  const lengths = { name: sql`length(name), length(title)`, title: sql`length(title), length(name)` }
  const matches = steps.map(
    ({ query, shortest }) => sql`(
      SELECT * FROM (
        SELECT ${columns} FROM catalogue_entries WHERE words @@ ${query}::tsquery LIMIT ${maxMatchesPerStep}
      ) AS matches
      ORDER BY ${kindOrder}, ${lengths[shortest]}, id LIMIT ${offset + limit}
    )`,
  )
  const all = sql.join(matches, sql` UNION ALL `)
  return resultsOf(db, accountId, sql`SELECT * FROM (${all}) AS steps OFFSET ${offset} LIMIT ${limit}`)
}

/** All that passes the filters, by title and name. */
export async function listFiltered(
  db: Database,
  accountId: number,
  filters: { kind?: ResultKind | undefined; lexemes: readonly string[] },
  { offset, limit }: Page,
): Promise<ResultRow[]> {
  const isOnlyKind = filters.kind !== undefined && filters.lexemes.length === 1
  const filtered = isOnlyKind
    ? sql`SELECT ${columns} FROM catalogue_entries WHERE account_id = ${accountId} AND kind = ${filters.kind}`
    : sql`SELECT ${columns} FROM catalogue_entries WHERE words @@ ${filters.lexemes.join(' & ')}::tsquery LIMIT ${maxListed}`
  return resultsOf(
    db,
    accountId,
    sql`SELECT * FROM (${filtered}) AS filtered ORDER BY ${inTitleOrder('title')}, ${inTitleOrder('name')}, id OFFSET ${offset} LIMIT ${limit}`,
  )
}

const columns = sql.raw('id, storybook_id, kind, entry_id, name, title, description, tags')

/**
 * Entries as they are shown, in their order. The lexemes already keep to the account; that nothing of another account or of
 * what was deleted is ever shown does not depend on them.
 */
async function resultsOf(
  db: Database,
  accountId: number,
  entries: RawBuilder<unknown>,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    WITH page AS MATERIALIZED (SELECT *, row_number() OVER () AS place FROM (${entries}) AS entries)
    SELECT page.id, page.kind, page.entry_id, page.name, page.title, page.description,
      to_json(page.tags) AS tags, storybooks.public_id AS storybook_public_id, storybooks.title AS storybook_title,
      CASE page.kind WHEN 'storybook' THEN (
        SELECT newest.public_id FROM versions AS newest WHERE newest.id = ${newestVersionId}
      ) ELSE versions.public_id END AS version_public_id
    FROM page
    JOIN storybooks ON storybooks.id = page.storybook_id
    JOIN catalogues ON catalogues.storybook_id = page.storybook_id
    LEFT JOIN versions ON versions.id = catalogues.version_id AND versions.deleted_at IS NULL
    WHERE storybooks.account_id = ${accountId} AND storybooks.deleted_at IS NULL
      AND (page.kind = 'storybook' OR versions.id IS NOT NULL)
    ORDER BY page.place
  `.execute(db)
  return rows
}

export async function findStorybookId(
  db: Database,
  accountId: number,
  publicId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('storybooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

const maxTags = 500
/** Of all storybooks, most of which have the same few. */
const maxTagsRead = 20_000

export async function listTags(db: Database, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT DISTINCT tag FROM (
      SELECT unnest(tags) AS tag FROM catalogues WHERE account_id = ${accountId} LIMIT ${maxTagsRead}
    ) AS read LIMIT ${maxTags}
  `.execute(db)
  return rows.map(({ tag }) => tag).toSorted()
}

/** Another value after every change to what an account's storybooks contain. */
export async function findRevision(db: Database, accountId: number): Promise<string> {
  const { storybooks, revisions } = await db
    .selectFrom('catalogues')
    .select(({ fn }) => [
      fn.countAll<number>().as('storybooks'),
      fn.sum<number | null>('revision').as('revisions'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${storybooks} ${revisions ?? 0}`
}

const vocabulary = {
  /** Words of all storybooks that are looked at; most storybooks of an account have many words in common. */
  read: 500_000,
  words: 100_000,
  /** Of all words together: forty times the letters of a large design system. */
  characters: 4 * 1024 * 1024,
}

/** The words of an account, separated by spaces. However many storybooks it has, it costs no more than the limits say. */
export async function listWords(db: Database, accountId: number): Promise<string> {
  // As one text: reading 100,000 rows, or an array of so many, takes ten times as long. Sorted as JavaScript sorts.
  const { rows } = await sql<{ words: string | null }>`
    SELECT left(string_agg(word, ' ' ORDER BY word COLLATE "C"), ${vocabulary.characters}) AS words FROM (
      SELECT DISTINCT word FROM (
        SELECT unnest(words) AS word FROM catalogues WHERE account_id = ${accountId} LIMIT ${vocabulary.read}
      ) AS read LIMIT ${vocabulary.words}
    ) AS words
  `.execute(db)
  return rows[0]?.words ?? ''
}
