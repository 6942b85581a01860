import { join } from 'node:path'

import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { getVersionOfBranch, listBranches, listVersions } from '@plinth/contract/versions.ts'

import { createDatabase, unlimited, withClient } from './databases.ts'
import type { BenchPostgres } from './databases.ts'
import { fillAccount } from './filled-account.ts'
import type { FilledAccount } from './filled-account.ts'
import { openBrowser } from './first-screen.ts'
import type { FirstScreens } from './first-screen.ts'
import { startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { timed } from './programs.ts'
import { against, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 60)
const warmUps = 10
const bar = { atMost: 1.3 }

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

type Measure = (filled: FilledAccount) => Promise<number>

/** An account of 200 storybooks with 500 versions each, beside one of 3 with 5 each. */
export async function benchLargeAccount(folder: string, postgres: BenchPostgres): Promise<void> {
  const url = await createDatabase(postgres.url, 'large_account')
  const portal = await startPortal(join(folder, 'large-account'), [], { ...unlimited, DATABASE_URL: url })
  try {
    const accounts = await withClient(url, async (client) => {
      const small = await fillAccount(client, { name: 'Small', storybooks: 3, versions: 5 })
      const large = await fillAccount(client, { name: 'Large', storybooks: 200, versions: 500 })
      await client.query('VACUUM ANALYZE')
      await client.query('CHECKPOINT')
      return { small, large }
    })
    const browser = await openBrowser(portal)
    try {
      const rows: Row[] = []
      for (const [name, measure] of Object.entries(pages(browser))) {
        rows.push(...(await compare(name, accounts, measure)))
      }
      printTable('scale: time until a freshly opened page shows its first screen', rows)
    } finally {
      await browser.close()
    }
    const rows: Row[] = []
    for (const [name, measure] of Object.entries(calls(portal))) {
      rows.push(...(await compare(name, accounts, measure)))
    }
    printTable('scale: the calls of these pages, over HTTP', rows)
  } finally {
    await portal.close()
  }
}

const pages = (browser: FirstScreens): Record<string, Measure> => ({
  'storybooks page': ({ account }) =>
    browser.open({ path: `/account/${account}/storybooks`, selector: 'main article' }),
  'versions page': ({ account, storybook }) =>
    browser.open({
      path: `/account/${account}/storybook/${storybook}/versions`,
      selector: `main a[href*="/version/"]`,
    }),
})

const calls = ({ call }: Portal): Record<string, Measure> => ({
  'all storybooks': ({ account }) => timed(() => call(listStorybooks, { params: { account } })),
  'the newest 50 versions': (params) => timed(() => call(listVersions, { params, query: { limit: 50 } })),
  'the first 50 branches': (params) => timed(() => call(listBranches, { params })),
  'the newest version of a branch': (params) =>
    timed(() => call(getVersionOfBranch, { params: { ...params, branch: 'main' } })),
})

/** Alternately, so that other load hits both alike. */
async function compare(
  name: string,
  accounts: Record<'small' | 'large', FilledAccount>,
  measure: Measure,
): Promise<Row[]> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -warmUps; round < rounds; round++) {
    for (const who of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
      const took = await measure(accounts[who])
      if (round >= 0) times[who].push(took)
    }
  }
  const small = row({ name: `${name}: 3 × 5`, values: times.small }, milliseconds)
  const large = row({ name: `${name}: 200 × 500`, values: times.large }, milliseconds)
  return [small, against(large, times.large, times.small, bar)]
}
