import { join } from 'node:path'

import { search } from '@plinth/contract/search.ts'
import { getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { pino } from 'pino'

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
import { timed } from './programs.ts'
import { against, median, note, printTable } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const warmUps = 2
const entriesPerStorybook = 500
const barMs = 50

type Query = Record<string, string>

const typed = 'primary button'

const queries: Record<string, Query[]> = {
  'as it is typed': Array.from({ length: typed.length - 1 }, (_, i) => ({ q: typed.slice(0, i + 2) })),
  'words that are everywhere': ['button', 'default', 'de', 'st', 'on', 'data', 'made', 'docs'].map((q) => ({
    q,
  })),
  'several words': ['table dense', 'DataTable', 'icon primary', 'forms select error', 'aria-label'].map(
    (q) => ({ q }),
  ),
  misspelt: ['buton', 'primry buton', 'dialgo', 'secondry chekbox', 'autocmplete'].map((q) => ({ q })),
  'nothing found': ['zzzz', 'quixotic', 'button zzzz'].map((q) => ({ q })),
  filtered: [
    { q: 'button', kind: 'story' },
    { q: 'de', tag: 'stable' },
    { kind: 'story' },
    { kind: 'component', tag: 'deprecated' },
    { q: 'button', kind: 'story', offset: '1000' },
  ],
}

/** Searching an account of 100,000 entries beside another one, and a small account beside both. */
export async function benchSearch(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const db = connect(postgres.url, pino({ level: 'silent' }))
  try {
    const portal = await startPortal(folder, [], { ...unlimited, DATABASE_URL: postgres.url })
    try {
      const small = await fill(db, portal)
      await measure(portal, small)
    } finally {
      await portal.close()
    }
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

/** Returns the small account. */
async function fill(db: Database, { account }: Portal): Promise<string> {
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
  return small.public_id
}

async function addStorybooks(db: Database, accountId: number, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    await db.transaction().execute(async (trx) => {
      const publicId = await insertStorybook(trx, accountId, { title: `Storybook ${i}` })
      const { id: storybookId } = await trx
        .selectFrom('storybooks')
        .select('id')
        .where('public_id', '=', publicId)
        .executeTakeFirstOrThrow()
      await insertCataloguedVersion(trx, { accountId, storybookId }, largeContents(entriesPerStorybook, i))
    })
  }
}

async function measure({ call, account: large }: Portal, small: string): Promise<void> {
  const [storybook] = await call(listStorybooks, { params: { account: large } })
  const params = { account: large, storybook: storybook?.publicId ?? '' }
  const rows: Row[] = []
  const reads: number[] = []
  for (const [name, asked] of Object.entries(queries)) {
    const times = { large: [] as number[], small: [] as number[], read: [] as number[] }
    for (let round = -warmUps; round < rounds; round++) {
      for (const query of asked) {
        const took = {
          large: await timed(() => call(search, { params: { account: large }, query })),
          small: await timed(() => call(search, { params: { account: small }, query })),
          read: await timed(() => call(getStorybook, { params })),
        }
        if (round < 0) continue
        for (const who of ['large', 'small', 'read'] as const) times[who].push(took[who])
      }
    }
    reads.push(...times.read)
    rows.push(
      against(rowOf(`${name}: 100,000 entries`, times.large, true), times.large, times.read),
      against(rowOf(`${name}: 1,000 entries beside them`, times.small), times.small, times.read),
    )
  }
  rows.push(rowOf('reading one storybook by its id', reads))
  printTable('search: p50 and p95 over HTTP; the ratio is to reading one storybook by its id', rows)
}

function rowOf(name: string, times: readonly number[], hasBar = false): Row {
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  const base = { name, median: `${median(times).toFixed(1)} ms`, spread: `p95 ${p95.toFixed(1)} ms` }
  return hasBar ? { ...base, bar: `p95 under ${barMs} ms`, verdict: p95 < barMs ? 'pass' : 'miss' } : base
}
