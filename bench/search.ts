import { search } from '@plinth/contract/search.ts'
import { getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'

import { openCatalogues } from './catalogues.ts'
import type { Portal } from './portal.ts'
import { timed } from './programs.ts'
import { against, percentileRow, printTable } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const warmUps = 2
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
  await openCatalogues(folder, async ({ portal, small }) => measure(portal, small))
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
      against(percentileRow(`${name}: 100,000 entries`, times.large, barMs), times.large, times.read),
      against(percentileRow(`${name}: 1,000 entries beside them`, times.small), times.small, times.read),
    )
  }
  rows.push(percentileRow('reading one storybook by its id', reads))
  printTable('search: p50 and p95 over HTTP; the ratio is to reading one storybook by its id', rows)
}
