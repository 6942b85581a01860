import { join } from 'node:path'

import { createClient } from '@plinth/contract/client.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { pino } from 'pino'

import { buildApp } from '../server/src/app/app.ts'
import { demoCast, demoPeople, seedDemo } from '../server/src/embedded/demo/seed.ts'
import { startEmbeddedPostgres } from '../server/src/embedded/postgres/embedded-postgres.ts'
import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { openServices } from '../server/src/services.ts'
import type { OpenServices } from '../server/src/services.ts'
import { readConfig } from '../server/src/settings/config.ts'
import { signAccessToken } from '../server/src/testing/access-token.ts'
import { unlimited, withClient } from './databases.ts'
import { fillAccount } from './filled-account.ts'
import type { FilledAccount } from './filled-account.ts'
import { timed } from './programs.ts'
import { against, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const warmUps = 20
const bar = { atMost: 1.05 }
const sizes = [
  { name: '3 × 5', storybooks: 3, versions: 5 },
  { name: '30 × 50', storybooks: 30, versions: 50 },
  { name: '200 × 100', storybooks: 200, versions: 100 },
]

type Call = ReturnType<typeof createClient>

const lists: Record<string, (call: Call, filled: FilledAccount) => Promise<unknown>> = {
  'all storybooks': (call, { account }) => call(listStorybooks, { params: { account } }),
  'the newest 50 versions': (call, params) => call(listVersions, { params, query: { limit: 50 } }),
  members: (call, { account }) => call(listMembers, { params: { account } }),
}

/** Lists over HTTP, with queries bound to the account (row-level security) and without: two apps in one process. */
export async function benchTenancy(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  try {
    const config = readConfig({
      ...unlimited,
      PORT: String(await freePort()),
      DATABASE_URL: postgres.url,
      PLINTH_DATA: join(folder, 'data'),
    })
    const services = await openServices(config, pino({ level: 'silent' }))
    try {
      await seedDemo(services.db, demoCast(config))
      const accounts = await withClient(postgres.url, async (client) => {
        const filled = []
        for (const size of sizes) filled.push({ size: size.name, ...(await fillAccount(client, size)) })
        await client.query('VACUUM ANALYZE')
        return filled
      })
      await compareLists(services, accounts)
    } finally {
      await services.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function compareLists(services: OpenServices, accounts: (FilledAccount & { size: string })[]) {
  const bound = await openPortal(services)
  const unbound = await openPortal({ ...services, requestDb: services.db })
  const rows: Row[] = []
  for (const account of accounts) {
    for (const [name, list] of Object.entries(lists)) {
      const without: number[] = []
      const withBinding: number[] = []
      for (let round = -warmUps; round < rounds; round++) {
        const turns = [
          { call: unbound.call, times: without },
          { call: bound.call, times: withBinding },
        ]
        // Alternately first, so that neither always finds what the other has left in caches.
        for (const { call, times } of round % 2 === 0 ? turns : turns.toReversed()) {
          const took = await timed(() => list(call, account))
          if (round >= 0) times.push(took)
        }
      }
      const title = `${name}, ${account.size}`
      rows.push(row({ name: `${title}: any account`, values: without }, milliseconds))
      const base = row({ name: `${title}: bound`, values: withBinding }, milliseconds)
      rows.push(against(base, withBinding, without, bar))
    }
  }
  printTable('tenancy: lists over HTTP, without and with row-level security', rows)
  await Promise.all([bound.app.close(), unbound.app.close()])
}

const milliseconds = (value: number) => `${value.toFixed(2)} ms`

const [owner] = demoPeople

async function openPortal(services: OpenServices) {
  if (!owner) throw new Error('the demo has no people')
  const port = await freePort()
  const app = await buildApp(services)
  await app.listen({ port, host: '127.0.0.1' })
  const authorization = `Bearer ${await signAccessToken(services.db, services.config, owner)}`
  return {
    app,
    call: createClient({ baseUrl: `http://127.0.0.1:${port}`, headers: () => ({ authorization }) }),
  }
}
