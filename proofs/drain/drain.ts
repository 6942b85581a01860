import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '../../server/src/embedded/postgres/embedded-postgres.ts'
import { freePort } from '../../server/src/embedded/postgres/free-port.ts'
import { openInside, startPortal } from '../portal.ts'
import type { RunningPortal } from '../portal.ts'
import type { Outcome, Proof, Run } from '../proof.ts'
import { lostVersions } from '../traffic/lost-versions.ts'
import { send } from '../traffic/send.ts'
import type { Outgoing } from '../traffic/send.ts'
import { aVisitor } from '../traffic/visitor.ts'
import type { Entrance, Visitor } from '../traffic/visitor.ts'
import { keepDoing } from '../traffic/workers.ts'
import type { Done, Task } from '../traffic/workers.ts'
import { hasCaddy, startCaddy } from './caddy.ts'

/** How an instance is restarted: as supervisors do, or as none should. */
type Ending = 'stopped' | 'killed'

interface Options {
  /** Of the instance of each round. */
  endingOf?: (round: number) => Ending
  settings?: Record<string, string>
}

const MiB = 1024 * 1024

export const drainProof = ({ endingOf = () => 'stopped', settings = {} }: Options = {}): Proof => ({
  summary:
    'rolling restarts of two instances behind the Caddyfile of deploy/, under load: no request may fail',
  rounds: 50,
  async run(run) {
    if (!hasCaddy()) throw new Error('Caddy is not installed. This proof needs it: apt-get install caddy')
    const postgres = await startEmbeddedPostgres(join(run.folder, 'postgres'), { durable: false })
    try {
      return await proveOver(postgres.url, run, { endingOf, settings })
    } finally {
      await postgres.stop()
    }
  },
})

export const drain = drainProof()

async function proveOver(
  databaseUrl: string,
  run: Run,
  { endingOf, settings }: Required<Options>,
): Promise<Outcome> {
  const ports = [await freePort(), await freePort()]
  const caddy = await startCaddy(run.folder, ports)
  const start = (i: number) =>
    startPortal(join(run.folder, `instance-${i}`), {
      port: ports[i] ?? 0,
      settings: {
        DATABASE_URL: databaseUrl,
        PLINTH_BLOBS: `file:${join(run.folder, 'blobs')}`,
        PLINTH_PUBLIC_URL: `http://${caddy.host}`,
        PLINTH_TRUSTED_PROXIES: '127.0.0.1',
        ...settings,
      },
    })
  const instances: RunningPortal[] = []
  try {
    for (const i of ports.keys()) instances.push(await start(i))
    return await restartInTurn(run, instances, start, { endingOf, caddy })
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()))
    await caddy.stop()
  }
}

async function restartInTurn(
  run: Run,
  instances: RunningPortal[],
  start: (i: number) => Promise<RunningPortal>,
  { endingOf, caddy }: { endingOf: (round: number) => Ending; caddy: Entrance },
): Promise<Outcome> {
  const [first] = instances
  if (!first) throw new Error('there is no instance')
  const inside = openInside(first)
  const agent = new Agent({ keepAlive: true })
  const via = (outgoing: Outgoing) => send({ agent, ...outgoing })
  const requests = new Map<string, number>()
  const violations: string[] = []
  let round = 0
  const onDone = ({ kind, error }: Done) => {
    requests.set(kind, (requests.get(kind) ?? 0) + 1)
    if (error) violations.push(`restart ${round}: ${kind} failed: ${error.message}`)
  }
  try {
    const visitor = await aVisitor(inside, caddy, via, { random: run.random, mediaBytes: 16 * MiB })
    const stop = keepDoing(tasksOf(visitor), { random: run.random, send: via, onDone })
    while (run.hasMore(round)) {
      const i = round % instances.length
      const choices = run.random.branch(round)
      await sleep(choices.whole(0, 500))
      const instance = instances[i]
      await (endingOf(round) === 'killed' ? instance?.kill() : instance?.stop())
      instances[i] = await start(i)
      round += 1
      if (round % 5 === 0)
        run.note(`${round} restarts, ${sumOf(requests)} requests, ${violations.length} failed`)
    }
    await stop()
    violations.push(...(await lostVersions(inside, visitor, via, caddy)))
    return {
      figures: {
        restarts: round,
        requests: sumOf(requests),
        'slow transfers': (requests.get('download') ?? 0) + (requests.get('slowPublish') ?? 0),
        'versions published': visitor.published.size,
        failed: violations.length,
      },
      violations,
    }
  } finally {
    agent.destroy()
    await inside.close()
  }
}

const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Transfers last for seconds, so that some span every step of a restart. */
const tasksOf = ({ actions }: Visitor): Task[] => [
  ...(['list', 'search', 'mcp', 'view', 'view', 'range', 'open', 'publish'] as const).map((kind) => ({
    kind,
    action: actions[kind],
    pauseMs: kind === 'publish' ? 1000 : 100,
  })),
  ...(['download', 'download', 'download', 'slowPublish', 'slowPublish'] as const).map((kind) => ({
    kind,
    action: actions[kind],
  })),
]
