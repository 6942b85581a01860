import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

import { readDirectory } from '../server/src/archive/central-directory.ts'
import { defaultArchiveLimits } from '../server/src/archive/limits.ts'
import { largeBuild } from './builds.ts'
import { startNginx } from './nginx.ts'
import type { Nginx } from './nginx.ts'
import { ask, startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { cpuSeconds } from './processes.ts'
import { program } from './programs.ts'
import { against, note, printTable, row } from './table.ts'
import type { Row } from './table.ts'
import { isWhole, load } from './wrk.ts'
import type { Target } from './wrk.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
const warmUps = 3
const seconds = 3

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`

/** One file served by both; `again` sends the tag of an earlier response. */
interface Contest {
  name: string
  path: string
  again?: boolean
  rounds: number
  bar?: { atLeast: number }
}

/** Serving a private build through the full access check, against nginx with precompressed files, per core. */
export async function benchServe(folder: string): Promise<void> {
  program('wrk')
  program('nginx', 'nginx-light')
  const [onServerCore, onClientCore] = pins()
  const build = await largeBuild(folder)
  const contests = await contestsOf(build)
  const portal = await startPortal(join(folder, 'serve'), onServerCore)
  let nginx: Nginx | undefined
  try {
    const { version } = await portal.publish(build)
    const { host, cookie } = await portal.openViewer(version)
    const headers = { host, cookie, 'accept-encoding': 'gzip' }
    nginx = await startNginx(folder, await filesOf(portal, contests, headers), { prefix: onServerCore })
    const rows: Row[] = []
    for (const contest of contests) {
      const ours = await targetOf(portal, contest, headers)
      const theirs = await targetOf(nginx, contest, { host, 'accept-encoding': 'gzip' })
      rows.push(...(await compete(folder, contest, ours, theirs, onClientCore)))
    }
    printTable('serve: requests per second of one core, 32 keep-alive connections', rows)
  } finally {
    await nginx?.close()
    await portal.close()
  }
}

async function compete(
  folder: string,
  { name, rounds, bar }: Contest,
  ours: CheckedTarget,
  theirs: CheckedTarget,
  prefix: readonly string[],
): Promise<Row[]> {
  const portal = emptySpeeds()
  const nginx = emptySpeeds()
  const measure = async (target: CheckedTarget, speeds: Speeds) => {
    const before = await cpuSeconds(target.pid)
    const result = await load(folder, target, seconds, prefix)
    const used = (await cpuSeconds(target.pid)) - before
    if (!isWhole(result, target.responseBytes))
      note(`Some responses for ${target.path} were wrong: ${JSON.stringify(result)}`)
    speeds.perSecond.push(result.perSecond)
    speeds.perCpuSecond.push(result.requests / used)
  }
  // Just-in-time compilation needs a warm-up.
  for (let round = 0; round < warmUps; round++) await measure(ours, emptySpeeds())
  await measure(theirs, emptySpeeds())
  for (let round = 0; round < rounds; round++) {
    await measure(ours, portal)
    await measure(theirs, nginx)
  }
  const rowOf = (who: string, values: number[]) => row({ name: `${name}: ${who}`, values }, perSecond)
  return [
    rowOf('nginx', nginx.perCpuSecond),
    against(rowOf('portal', portal.perCpuSecond), portal.perCpuSecond, nginx.perCpuSecond, bar),
    rowOf('nginx, wall clock', nginx.perSecond),
    against(rowOf('portal, wall clock', portal.perSecond), portal.perSecond, nginx.perSecond),
  ]
}

/**
 * Per second of CPU time of the server, which is what one core can do, and per second of wall-clock time. On an idle
 * machine they agree; on a busy one wall-clock time also measures scheduling, and flatters the slower server.
 */
interface Speeds {
  perSecond: number[]
  perCpuSecond: number[]
}

const emptySpeeds = (): Speeds => ({ perSecond: [], perCpuSecond: [] })

/** Servers on one core, the load generator on another, so that they do not compete. */
function pins(): [string[], string[]] {
  const taskset = program('taskset', 'util-linux')
  return [
    [taskset, '-c', '0'],
    [taskset, '-c', '1'],
  ]
}

async function contestsOf(build: string): Promise<Contest[]> {
  const handle = await open(build)
  try {
    const { entries } = await readDirectory(handle, defaultArchiveLimits)
    const scripts = entries.filter(({ name, method }) => method === 8 && /\.m?js$/.test(name))
    const nearest = (bytes: number) =>
      scripts.reduce((best, entry) =>
        Math.abs(entry.compressedSize - bytes) < Math.abs(best.compressedSize - bytes) ? entry : best,
      )
    const [small, large] = [nearest(2048), nearest(300 * 1024)]
    note(`The scripts: ${small.compressedSize} and ${large.compressedSize} bytes as sent.`)
    const path = `/${small.name}`
    return [
      { name: 'a 2 KB script', path, rounds, bar: { atLeast: 0.45 } },
      { name: 'the same, not modified', path, again: true, rounds: Math.min(rounds, 3) },
      { name: 'index.html', path: '/index.html', rounds: Math.min(rounds, 3) },
      {
        name: 'a 300 KB script',
        path: `/${large.name}`,
        rounds: Math.min(rounds, 3),
        bar: { atLeast: 0.15 },
      },
    ]
  } finally {
    await handle.close()
  }
}

async function filesOf(portal: Portal, contests: readonly Contest[], headers: Target['headers']) {
  const paths = new Set(contests.map(({ path }) => path))
  return Promise.all(
    [...paths].map(async (path) => {
      const { status, headers: answered, body } = await ask(portal.port, path, { headers })
      if (status !== 200) throw new Error(`the portal returned ${status} for ${path}`)
      return { path, body, isGzip: answered['content-encoding'] === 'gzip' }
    }),
  )
}

interface CheckedTarget extends Target {
  pid: number
  responseBytes: number
}

/** Inspects one response, to know how long all the others must be. */
async function targetOf(
  { pid, port }: { pid: number; port: number },
  { path, again }: Contest,
  headers: Target['headers'],
): Promise<CheckedTarget> {
  const full = await ask(port, path, { headers })
  const sent = again ? { ...headers, 'if-none-match': full.headers.etag ?? '' } : headers
  const { status, body } = await ask(port, path, { headers: sent })
  if (status !== (again ? 304 : 200)) throw new Error(`${path} returned ${status}`)
  return { pid, port, path, headers: sent, responseBytes: (await headLength(port, path, sent)) + body.length }
}

/** Length of the response head on a keep-alive connection. */
function headLength(port: number, path: string, headers: Target['headers']): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      socket.destroy()
      resolve(end + 4)
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
}
