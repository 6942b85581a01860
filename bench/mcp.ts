import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { search } from '@plinth/contract/search.ts'
import type { SearchResult } from '@plinth/contract/search.ts'

import { openCatalogues } from './catalogues.ts'
import type { Portal } from './portal.ts'
import { timed } from './programs.ts'
import { against, percentileRow, printTable } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const warmUps = 20
const barMs = 80

const queries = [
  'button',
  'primary button',
  'data table',
  'dialog',
  'chekbox',
  'forms select error',
  'aria-label',
  'de',
]

/** The tools that agents call most, over HTTP with the official client, in an account of 100,000 entries. */
export async function benchMcp(folder: string): Promise<void> {
  await openCatalogues(folder, async ({ portal, addStorybook }) => {
    const agent = await connectAgent(portal)
    const params = { account: portal.account }
    const find = async (query: Record<string, string>) =>
      (await portal.call(search, { params, query })).results
    const components = await find({ kind: 'component', q: 'card', limit: '50' })
    const stories = await find({ kind: 'story', q: 'default', limit: '50' })
    const largest = await addStorybook(20_000)
    const inLargest = await find({ kind: 'component', storybook: largest, q: 'card', limit: '50' })

    const component = ({ storybookPublicId, id }: SearchResult) =>
      agent('component', { storybook: storybookPublicId, component: id })
    const candidates: { name: string; ask: (round: number) => Promise<unknown>; hasBar?: true }[] = [
      { name: 'search', ask: (i) => agent('search', { query: pick(queries, i) }), hasBar: true },
      { name: 'component', ask: (i) => component(pick(components, i)), hasBar: true },
      {
        name: 'story',
        ask: (i) => {
          const { storybookPublicId: storybook, id } = pick(stories, i)
          return agent('story', { storybook, story: id })
        },
      },
      { name: 'component of a storybook of 20,000 entries', ask: (i) => component(pick(inLargest, i)) },
      { name: 'docs-list', ask: () => agent('docs-list', {}) },
      { name: 'list_storybooks', ask: () => agent('list_storybooks', {}) },
    ]
    const plain = (i: number) => find({ q: pick(queries, i) })
    const rows: Row[] = []
    const searches: number[] = []
    for (const { name, ask, hasBar } of candidates) {
      const times = { tool: [] as number[], search: [] as number[] }
      for (let round = -warmUps; round < rounds; round++) {
        const i = round + warmUps
        const took = { tool: await timed(() => ask(i)), search: await timed(() => plain(i)) }
        if (round < 0) continue
        times.tool.push(took.tool)
        times.search.push(took.search)
      }
      searches.push(...times.search)
      rows.push(against(percentileRow(name, times.tool, hasBar && barMs), times.tool, times.search))
    }
    rows.push(percentileRow('searching with the API', searches))
    printTable('mcp: p50 and p95 over HTTP; the ratio is to searching with the API', rows)
  })
}

const pick = <T>(from: readonly T[], i: number): T => {
  const picked = from[i % from.length]
  if (picked === undefined) throw new Error('nothing was found to ask for')
  return picked
}

/** Calls a tool; fails if it answers with an error. */
async function connectAgent({ port, account, call }: Portal) {
  const { key } = await call(createApiKey, { params: { account }, body: { name: 'Agent', scope: 'read' } })
  const client = new Client({ name: 'bench', version: '0' }, { versionNegotiation: { mode: 'auto' } })
  const url = new URL(`http://127.0.0.1:${port}/api/v1/account/${account}/mcp`)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await client.callTool({ name, arguments: args })
    if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`)
  }
}
