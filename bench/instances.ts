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

interface Question {
  name: string
  path: string
  headers: Target['headers']
}

/** Processor time by who took it, in one turn. */
interface Turn {
  perSecond: number
  perInstanceCpuSecond: number
  shares: { instances: number; postgres: number; load: number }
}

/** One instance and two over one PostgreSQL, all of them and the load on the same cores. */
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
    for (const question of await questionsOf(folder, first)) {
      rows.push(...(await compare(folder, question, portals, postgres.pid)))
    }
    printTable('scale: requests per second with one instance and two, 32 kept connections in all', rows)
  } finally {
    for (const portal of portals.toReversed()) await portal.close()
  }
}

async function questionsOf(folder: string, portal: Portal): Promise<Question[]> {
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
  question: Question,
  portals: Portal[],
  postgres: number,
): Promise<Row[]> {
  const one: Turn[] = []
  const two: Turn[] = []
  for (let round = -1; round < rounds; round++) {
    const alone = await turn(folder, question, portals.slice(0, 1), postgres)
    const both = await turn(folder, question, portals, postgres)
    // The first is for warming up.
    if (round < 0) continue
    one.push(alone)
    two.push(both)
  }
  const speeds = (turns: Turn[]) => turns.map((each) => each.perSecond)
  const ofCpu = (turns: Turn[]) => turns.map((each) => each.perInstanceCpuSecond)
  const rowOf = (who: string, values: number[]) =>
    row({ name: `${question.name}: ${who}`, values }, perSecond)
  note(`${question.name}, processor time: ${sharesOf(one)} with one instance, ${sharesOf(two)} with two`)
  return [
    rowOf('one instance', speeds(one)),
    against(rowOf('two instances', speeds(two)), speeds(two), speeds(one)),
    rowOf('one, per second of its processor time', ofCpu(one)),
    against(rowOf('two, per second of theirs', ofCpu(two)), ofCpu(two), ofCpu(one)),
  ]
}

function sharesOf(turns: Turn[]): string {
  const share = (who: keyof Turn['shares']) => percent(median(turns.map(({ shares }) => shares[who])))
  return `instances ${share('instances')}, PostgreSQL ${share('postgres')}, load ${share('load')}`
}

async function turn(
  folder: string,
  { path, headers }: Question,
  portals: Portal[],
  postgres: number,
): Promise<Turn> {
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
  if (loads.some(({ failures }) => failures > 0)) note(`Not every answer for ${path} was right.`)
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
