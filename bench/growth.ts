import { join } from 'node:path'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'

import { smallBuild } from './builds.ts'
import { createDatabase, unlimited, withClient } from './databases.ts'
import type { BenchPostgres } from './databases.ts'
import { startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { timed } from './programs.ts'
import { against, note, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 60)
const warmUps = 5
const sizes = [1_000, 10_000, 100_000]
const perStorybook = 50
const storybooksPerAccount = 10
const bar = { atMost: 1.3 }

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

interface Grown {
  versions: number
  portal: Portal
  /** The storybook that has half of all versions, and one with few. */
  large: string
  small: string
}

type Measure = [name: string, work: (grown: Grown) => Promise<number>]

/** The same portal with more and more versions in its database, measured alternately so that other load hits all alike. */
export async function benchGrowth(folder: string, postgres: BenchPostgres): Promise<void> {
  const build = await smallBuild(folder)
  const grown: Grown[] = []
  try {
    for (const versions of sizes) grown.push(await grow(folder, postgres, versions, build))
    const measures = measuresWith(build)
    const times = new Map(measures.map(([name]) => [name, sizes.map((): number[] => [])]))
    for (let round = -warmUps; round < rounds; round++) {
      for (const [name, work] of measures) {
        // Each round starts with another one.
        for (const i of sizes.map((_, at) => (at + Math.max(round, 0)) % sizes.length)) {
          const one = grown[i]
          if (!one) continue
          const took = await work(one)
          if (round >= 0) times.get(name)?.[i]?.push(took)
        }
      }
    }
    const rows = measures.flatMap(([name]) => rowsOf(name, times.get(name) ?? []))
    printTable('scale: the same work with more versions in the database', rows)
  } finally {
    for (const { portal } of grown) await portal.close()
  }
}

const measuresWith = (build: string): Measure[] => [
  [
    'publish to the storybook with half of them',
    async ({ portal, large }) => (await portal.publish(build, large)).milliseconds,
  ],
  ['publish to one with few', async ({ portal, small }) => (await portal.publish(build, small)).milliseconds],
  [
    'list the storybooks',
    ({ portal: { call, account } }) => timed(() => call(listStorybooks, { params: { account } })),
  ],
  [
    'list the newest hundred versions',
    ({ portal: { call, account }, large }) =>
      timed(() => call(listVersions, { params: { account, storybook: large }, query: { limit: 100 } })),
  ],
]

function rowsOf(name: string, times: readonly number[][]): Row[] {
  const [smallest = [], ...others] = times
  const rowFor = (size: number | undefined, values: number[]) =>
    row({ name: `${name}: ${size?.toLocaleString('en')}`, values }, milliseconds)
  return [
    rowFor(sizes[0], smallest),
    ...others.map((values, i) => {
      const isLargest = i === others.length - 1
      return against(rowFor(sizes[i + 1], values), values, smallest, isLargest ? bar : undefined)
    }),
  ]
}

/** A separate portal with this many versions: half of them in one storybook, the rest spread over accounts. */
async function grow(
  folder: string,
  postgres: BenchPostgres,
  versions: number,
  build: string,
): Promise<Grown> {
  const url = await createDatabase(postgres.url, `growth_${versions}`)
  const settings = { ...unlimited, DATABASE_URL: url }
  const portal = await startPortal(join(folder, `growth-${versions}`), [], settings)
  const params = { account: portal.account }
  const { publicId: large } = await portal.call(createStorybook, { params, body: { title: 'Large' } })
  const { publicId: small } = await portal.call(createStorybook, { params, body: { title: 'Small' } })
  await portal.publish(build, large)
  await portal.publish(build, small)
  await withClient(url, async (client) => {
    await client.query(fill, [portal.account, large, versions, perStorybook, storybooksPerAccount])
    await client.query(addUp)
    await client.query('VACUUM ANALYZE')
    await client.query('CHECKPOINT')
    const { rows } = await client.query<{ versions: number; bytes: string }>(
      'SELECT count(*)::int AS versions, pg_size_pretty(pg_database_size(current_database())) AS bytes FROM versions',
    )
    note(`${rows[0]?.versions.toLocaleString('en')} versions take ${rows[0]?.bytes} of database.`)
  })
  return { versions, portal, large, small }
}

/** As the hourly sweep does. */
const addUp = `
UPDATE storybooks SET summed_bytes = sums.bytes, summed_up_to = sums.newest
FROM (SELECT storybook_id, sum(zip_bytes) AS bytes, max(id) AS newest FROM versions GROUP BY storybook_id) AS sums
WHERE sums.storybook_id = storybooks.id`

/** Rows as publishing writes them, each with the index of a real build and its entry in the audit log. */
const fill = `
WITH
  home AS (SELECT id FROM accounts WHERE public_id = $1),
  model AS (
    SELECT versions.*, archive_indexes.index FROM versions JOIN archive_indexes ON version_id = versions.id LIMIT 1
  ),
  wanted AS (SELECT ($3::int - $3::int / 2) / $4::int AS storybooks),
  new_accounts AS (
    INSERT INTO accounts (public_id, name)
    SELECT left(md5('account' || n), 20), 'Account ' || n
    FROM wanted, generate_series(2, wanted.storybooks / $5::int) AS n
    RETURNING id
  ),
  homes AS (SELECT id FROM home UNION ALL SELECT id FROM new_accounts),
  new_storybooks AS (
    INSERT INTO storybooks (public_id, account_id, title, version_count, last_updated_at)
    SELECT left(md5('storybook' || homes.id || '/' || n), 20), homes.id, 'Storybook ' || n, $4::int, now()
    FROM homes, generate_series(1, $5::int) AS n
    RETURNING id
  ),
  places AS (
    SELECT id, n FROM new_storybooks, generate_series(1, $4::int) AS n
    UNION ALL
    SELECT id, n FROM storybooks, generate_series(1, $3::int / 2) AS n WHERE public_id = $2
  ),
  counted AS (
    UPDATE storybooks SET version_count = version_count + $3::int / 2 WHERE public_id = $2
  ),
  new_versions AS (
    INSERT INTO versions (public_id, storybook_id, created_at, message, branch, commit_id, zip_sha256, zip_bytes,
      unpacked_bytes, file_count, kind, story_count, component_count, storybook_version, framework)
    SELECT left(md5('version' || places.id || '/' || n), 20), places.id, now() - n * interval '1 hour', 'Build ' || n,
      'main', md5(n::text), zip_sha256, zip_bytes, unpacked_bytes, file_count, kind, story_count, component_count,
      storybook_version, framework
    FROM places, model
    RETURNING id
  ),
  new_indexes AS (
    INSERT INTO archive_indexes (version_id, index) SELECT new_versions.id, index FROM new_versions, model
  )
INSERT INTO audit_entries (action, subject, actor_kind, actor, account_id)
SELECT 'version.published', 'Storybook, version ' || new_versions.id, 'apiKey', 'CI', home.id FROM new_versions, home
`
