import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '../../server/src/settings/config.ts'
import { memoryOf, openInside, startPortal } from '../portal.ts'
import type { Inside, RunningPortal } from '../portal.ts'
import type { Outcome, Proof, Run } from '../proof.ts'
import { lostVersions } from '../traffic/lost-versions.ts'
import { send } from '../traffic/send.ts'
import type { Outgoing, Send } from '../traffic/send.ts'
import { signIn } from '../traffic/sign-in.ts'
import { aVisitor } from '../traffic/visitor.ts'
import type { Visitor } from '../traffic/visitor.ts'
import { keepArriving, keepDoing } from '../traffic/workers.ts'
import type { Done, Task } from '../traffic/workers.ts'
import { growthOf, medianOf, tally } from './judge.ts'
import type { Tally } from './judge.ts'

interface Options {
  /** How long ordinary traffic is measured before. */
  calmMs?: number
  /** Arrivals per second, several times what a portal on two cores can answer. */
  perSecond?: number
  /** How many of them are open at once. */
  maxOpen?: number
  /** Memory and latency; the short form is too short for them, on machines that do other things too. */
  judgesMeasurements?: boolean
}

const accounts = 3
const maxGrowth = 0.1
const recoveryMs = 10_000
/** Of the median before, in every kind of request. */
const maxSlowdown = 2
const windowMs = 2000

/** How often each is done, compared with the others. */
const weights = { list: 3, search: 2, view: 6, range: 2, mcp: 1, open: 1, publish: 1 } as const

export const loadProof = ({
  calmMs = 20_000,
  perSecond = 1000,
  maxOpen = 600,
  judgesMeasurements = true,
}: Options = {}): Proof => ({
  summary:
    'publish, view, list, search, sign in and call MCP at once, then far beyond capacity: nothing but right answers and refusals that say when to try again',
  // Seconds beyond capacity.
  rounds: 600,
  async run(run) {
    const portal = await startPortal(run.folder)
    const inside = openInside(portal)
    const agent = new Agent({ keepAlive: true })
    try {
      return await prove(run, portal, inside, {
        calmMs,
        perSecond,
        maxOpen,
        judgesMeasurements,
        via: (outgoing: Outgoing) => send({ agent, ...outgoing }),
      })
    } finally {
      agent.destroy()
      await inside.close()
      await portal.stop()
    }
  },
})

export const load = loadProof()

async function prove(
  run: Run,
  portal: RunningPortal,
  inside: Inside,
  { calmMs, via, judgesMeasurements, ...arrivals }: Required<Options> & { via: Send },
): Promise<Outcome> {
  const { random, note } = run
  const visitors = await Promise.all(
    Array.from({ length: accounts }, (_, i) =>
      aVisitor(inside, entranceOf(portal), via, { random: random.branch(`visitor ${i}`) }),
    ),
  )
  const tasks = visitors.flatMap((visitor) => tasksOf(visitor, portal))
  const kinds = [...new Map(tasks.map((task) => [task.kind, { ...task, pauseMs: 100 }])).values()]
  const counted = tally()
  const traffic = { random, send: via }

  const before = await calmly(kinds, calmMs, { ...traffic, onDone: counted.onDone })
  note(`before: ${describeMedians(before)}`)

  const memory: number[] = []
  const stopArriving = keepArriving(tasks, arrivals, { ...traffic, onDone: counted.onDone })
  while (run.hasMore(memory.length)) {
    await sleep(1000)
    memory.push(await memoryOf(portal.child))
    if (memory.length % 30 === 0)
      note(`${memory.length} s: ${describe(counted.tally)}, ${megabytes(memory.at(-1))}`)
  }

  const ending = stopArriving()
  const measured = judgesMeasurements
    ? await measureAfter(kinds, memory, before, { ...traffic, onDone: counted.onDone })
    : { figures: {}, violations: [] }
  await ending
  const violations = [...counted.tally.violations, ...measured.violations]
  for (const visitor of visitors)
    violations.push(...(await lostVersions(inside, visitor, via, entranceOf(portal))))
  if (portal.hasEnded()) violations.push(`the portal ended: ${portal.output().slice(-1000)}`)
  return {
    figures: {
      'seconds beyond capacity': memory.length,
      'done right': counted.tally.done,
      'told to retry later': counted.tally.refused,
      'versions published': visitors.reduce((sum, { published }) => sum + published.size, 0),
      violations: violations.length,
      ...measured.figures,
    },
    violations,
  }
}

/** Whether memory stayed as it was, and how soon requests take as long as before. */
async function measureAfter(
  kinds: Task[],
  memory: readonly number[],
  before: Medians,
  traffic: Traffic,
): Promise<Outcome> {
  const growth = growthOf(memory)
  const back = await untilFastAgain(kinds, before, traffic)
  return {
    figures: {
      memory: `${growth < 0 ? '−' : '+'}${Math.abs(growth * 100).toFixed(1)} %`,
      'latency back after': back.milliseconds === undefined ? 'never' : `${back.milliseconds / 1000} s`,
    },
    violations: [
      ...(growth > maxGrowth ? [`memory grew: ${memory.map((bytes) => megabytes(bytes)).join(' ')}`] : []),
      ...(back.milliseconds === undefined
        ? [
            `slow after ${recoveryMs} ms: ${describeMedians(back.medians)}; before: ${describeMedians(before)}`,
          ]
        : []),
    ],
  }
}

const entranceOf = ({ port }: RunningPortal) => ({ port, host: `plinth.localhost:${port}` })

function tasksOf({ actions, member }: Visitor, portal: RunningPortal): Task[] {
  const kinds = Object.entries(weights) as [keyof typeof weights, number][]
  return [
    ...kinds.flatMap(([kind, weight]) =>
      Array.from({ length: weight }, () => ({ kind, action: actions[kind] })),
    ),
    { kind: 'sign in', action: signIn(readConfig(portal.env), entranceOf(portal), member) },
  ]
}

type Medians = Map<string, number>
type Traffic = Parameters<typeof keepDoing>[1]

/** Does one of each kind at a time for a while, and returns how long they took. */
async function calmly(kinds: Task[], forMs: number, traffic: Traffic): Promise<Medians> {
  const done: Done[] = []
  const stop = keepDoing(kinds, {
    ...traffic,
    onDone: (each) => {
      done.push(each)
      traffic.onDone(each)
    },
  })
  await sleep(forMs)
  await stop()
  const succeeded = Map.groupBy(
    done.filter(({ error }) => !error),
    ({ kind }) => kind,
  )
  return new Map(
    kinds.map(({ kind }) => [kind, medianOf((succeeded.get(kind) ?? []).map((each) => each.milliseconds))]),
  )
}

async function untilFastAgain(kinds: Task[], before: Medians, traffic: Traffic) {
  const started = Date.now()
  for (;;) {
    const medians = await calmly(kinds, windowMs, traffic)
    const isFast = [...medians].every(([kind, ms]) => ms <= (before.get(kind) ?? 0) * maxSlowdown)
    const milliseconds = Date.now() - started
    if (milliseconds > recoveryMs) return { medians, milliseconds: undefined }
    if (isFast) return { medians, milliseconds }
  }
}

const describe = ({ done, refused, violations }: Tally) =>
  `${done} done right, ${refused} told to retry later, ${violations.length} violations`

const describeMedians = (medians: Medians) =>
  [...medians].map(([kind, ms]) => `${kind} ${ms.toFixed(1)} ms`).join(', ')

const megabytes = (bytes = 0) => `${Math.round(bytes / 1e6)} MB`
