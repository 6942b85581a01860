import { join } from 'node:path'

import { addressOf } from '@plinth/contract/client.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'

import { smallBuild } from './builds.ts'
import { createDatabase, unlimited } from './databases.ts'
import type { BenchPostgres } from './databases.ts'
import { startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { cpuSeconds } from './processes.ts'
import { program } from './programs.ts'
import { against, median, note, printTable, row } from './table.ts'
import type { Row } from './table.ts'
import { load } from './wrk.ts'
import type { Target } from './wrk.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
const seconds = 3
const connections = 32

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
const percent = (share: number) => `${Math.round(share * 100)} %`

interface RequestKind {
  name: string
  path: string
  headers: Target['headers']
}

/** One measurement, with the CPU time of each process. */
interface Sample {
  perSecond: number
  perInstanceCpuSecond: number
  shares: { instances: number; postgres: number; load: number }
}

/** One instance and two over one PostgreSQL, with the load generator on the same cores. */
export async function benchInstances(folder: string, postgres: BenchPostgres): Promise<void> {
  program('wrk')
  const url = await createDatabase(postgres.url, 'instances')
  const settings = { ...unlimited, DATABASE_URL: url, PLINTH_BLOBS: `file:${join(folder, 'blobs')}` }
  const portals: Portal[] = []
  try {
    const first = await startPortal(join(folder, 'one'), [], settings)
    portals.push(first)
    const publicUrl = `http://plinth.localhost:${first.port}`
    portals.push(await startPortal(join(folder, 'two'), [], { ...settings, PLINTH_PUBLIC_URL: publicUrl }))
    const rows: Row[] = []
    for (const request of await requestsOf(folder, first)) {
      rows.push(...(await compare(folder, request, portals, postgres.pid)))
    }
    printTable(
      'scale: requests per second with one instance and two, 32 keep-alive connections in total',
      rows,
    )
  } finally {
    for (const portal of portals.toReversed()) await portal.close()
  }
}

async function requestsOf(folder: string, portal: Portal): Promise<RequestKind[]> {
  const { version } = await portal.publish(await smallBuild(folder))
  const { host, cookie } = await portal.openViewer(version)
  return [
    {
      name: 'a viewer file, access checked',
      path: '/assets/script-1.js',
      headers: { host, cookie, 'accept-encoding': 'gzip' },
    },
    {
      name: 'the list of storybooks',
      path: addressOf(listStorybooks, { account: portal.account }),
      headers: { authorization: portal.authorization },
    },
  ]
}

async function compare(
  folder: string,
  request: RequestKind,
  portals: Portal[],
  postgres: number,
): Promise<Row[]> {
  const one: Sample[] = []
  const two: Sample[] = []
  for (let round = -1; round < rounds; round++) {
    const alone = await measure(folder, request, portals.slice(0, 1), postgres)
    const both = await measure(folder, request, portals, postgres)
    // The first round is a warm-up.
    if (round < 0) continue
    one.push(alone)
    two.push(both)
  }
  const speeds = (samples: Sample[]) => samples.map((each) => each.perSecond)
  const ofCpu = (samples: Sample[]) => samples.map((each) => each.perInstanceCpuSecond)
  const rowOf = (who: string, values: number[]) => row({ name: `${request.name}: ${who}`, values }, perSecond)
  note(`${request.name}, CPU time: ${sharesOf(one)} with one instance, ${sharesOf(two)} with two`)
  return [
    rowOf('one instance', speeds(one)),
    against(rowOf('two instances', speeds(two)), speeds(two), speeds(one)),
    rowOf('one, per second of its CPU time', ofCpu(one)),
    against(rowOf('two, per second of theirs', ofCpu(two)), ofCpu(two), ofCpu(one)),
  ]
}

function sharesOf(samples: Sample[]): string {
  const share = (who: keyof Sample['shares']) => percent(median(samples.map(({ shares }) => shares[who])))
  return `instances ${share('instances')}, PostgreSQL ${share('postgres')}, load ${share('load')}`
}

async function measure(
  folder: string,
  { path, headers }: RequestKind,
  portals: Portal[],
  postgres: number,
): Promise<Sample> {
  const used = async () => ({
    instances: (await Promise.all(portals.map(({ pid }) => cpuSeconds(pid)))).reduce(
      (sum, each) => sum + each,
      0,
    ),
    postgres: await cpuSeconds(postgres),
  })
  const before = await used()
  const loads = await Promise.all(
    portals.map(({ port }) =>
      load(folder, { port, path, headers }, seconds, [], connections / portals.length),
    ),
  )
  const after = await used()
  if (loads.some(({ failures }) => failures > 0)) note(`Some responses for ${path} were wrong.`)
  const spent = {
    instances: after.instances - before.instances,
    postgres: after.postgres - before.postgres,
    load: loads.reduce((sum, each) => sum + each.cpuSeconds, 0),
  }
  const all = spent.instances + spent.postgres + spent.load
  return {
    perSecond: loads.reduce((sum, each) => sum + each.perSecond, 0),
    perInstanceCpuSecond: loads.reduce((sum, each) => sum + each.requests, 0) / spent.instances,
    shares: { instances: spent.instances / all, postgres: spent.postgres / all, load: spent.load / all },
  }
}
