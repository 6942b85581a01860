import type { Proof, Run } from '../proof.ts'
import type { Random } from '../random.ts'
import { untilRead } from '../until-read.ts'
import { kindOf, missingIds, parametersOf } from './addresses.ts'
import { firstDifference, leakIn, plainAnswer } from './answers.ts'
import type { Tool } from './bodies.ts'
import { callersOf } from './callers.ts'
import type { Caller } from './callers.ts'
import { furnish } from './furnish.ts'
import type { FurnishedAccount, Ids } from './furnish.ts'
import { openTenantsPortal } from './portal.ts'
import type { PortalOptions, TenantsPortal } from './portal.ts'
import { foreignSets, nameOf, randomWriting, requestOf, routesOf } from './probes.ts'
import type { Probe, ProbedRoute } from './probes.ts'
import { send } from './send.ts'
import { changedTables, stateOf } from './state.ts'

/** Probes at a time; the portal runs in the same process. */
const lanes = 6

export const tenants: Proof = tenantsProof({})

export function tenantsProof(options: PortalOptions): Proof {
  return {
    summary: 'every route × every kind of caller × things of another account, compared with missing things',
    rounds: 20_000,
    async run(run) {
      const portal = await openTenantsPortal(run.folder, options)
      try {
        return await probeAll(run, portal)
      } finally {
        await portal.close()
      }
    },
  }
}

interface Trial {
  portal: TenantsPortal
  own: FurnishedAccount
  other: FurnishedAccount
  missing: Ids
  marker: string
  violations: string[]
}

async function probeAll(run: Run, portal: TenantsPortal) {
  const marker = `otherthing${run.random.whole(1e8, 9e8)}`
  const other = await furnish(portal, marker)
  const own = await furnish(portal, `ownthing${run.random.whole(1e8, 9e8)}`)
  const callers = await callersOf(portal, own, other)
  const tools = await toolsOf(portal, own)
  const routes = routesOf(portal)
  const trial: Trial = { portal, own, other, missing: missingIds(other.ids), marker, violations: [] }
  reportUnknownParameters(trial, routes)
  const before = await settledState(portal, other)
  const plan = planOf(routes, callers, run.random)
  const probed = new Set<string>()
  let done = 0
  let noted = Date.now()
  const lane = async () => {
    while (run.hasMore(done)) {
      const random = run.random.branch(done)
      const planned = plan[done] ?? { ...random.pick(plan), ...randomWriting(random) }
      done += 1
      probed.add(nameOf(planned.route))
      await tryProbe(trial, { ...planned, tool: random.pick(tools) })
      if (Date.now() - noted < 30_000) continue
      noted = Date.now()
      run.note(`${done} of ${plan.length} planned probes, ${trial.violations.length} violations`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const changed = changedTables(before, await stateOf(portal.inside.db, other.id))
  if (changed.length > 0) trial.violations.push(`the other account has changed: ${changed.join(', ')}`)
  const missed = routes.filter((route) => !probed.has(nameOf(route)))
  if (missed.length > 0) trial.violations.push(`not probed: ${missed.map(nameOf).join(', ')}`)
  return {
    figures: {
      probes: done,
      routes: routes.length,
      'routes not probed': missed.length,
      callers: callers.length,
      violations: trial.violations.length,
    },
    violations: trial.violations,
  }
}

function reportUnknownParameters({ violations }: Trial, routes: ProbedRoute[]) {
  for (const { path } of routes) {
    const unknown = parametersOf(path).filter((parameter) => kindOf(path, parameter) === undefined)
    if (unknown.length > 0)
      violations.push(`${path}: tell the proof what ${unknown.join(', ')} is, in addresses.ts`)
  }
}

/** All combinations in random order, but first one of each route, with something foreign in its path if it can. */
function planOf(routes: ProbedRoute[], callers: Caller[], random: Random): Omit<Probe, 'tool'>[] {
  const all = routes.flatMap((route) =>
    callers.flatMap((caller) =>
      foreignSets(route, caller).map((foreign) => ({
        route,
        caller,
        foreign,
        writing: 'plain',
        shape: 'plain',
      })),
    ),
  )
  const shuffled = all
    .map((probe) => ({ probe, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ probe }) => probe)
  const telling = shuffled.filter(({ foreign }) => foreign.length > 0)
  const firsts = new Map([...shuffled, ...telling].map((probe) => [nameOf(probe.route), probe]))
  const isFirst = new Set(firsts.values())
  return [...firsts.values(), ...shuffled.filter((probe) => !isFirst.has(probe))]
}

/** What is really different differs each time; what changes meanwhile does not. */
const attempts = 3

async function tryProbe({ portal, own, other, missing, marker, violations }: Trial, probe: Probe) {
  const { route, caller, foreign, writing, shape } = probe
  const label = `${caller.name}, ${nameOf(route)}, foreign: ${foreign.join(' ') || 'none in the path'}, ${writing}, ${shape}`
  let difference = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    const asked = requestOf(portal, probe, own.ids, other.ids)
    const twin = requestOf(portal, probe, own.ids, missing)
    try {
      const [answer, expected] = [await send(portal.port, asked), await send(portal.port, twin)]
      const leak = leakIn(answer, asked, other.ids, marker)
      if (leak !== undefined) {
        violations.push(
          `${label}: ${leak}: ${JSON.stringify(asked)} → ${answer.status} ${answer.text.slice(0, 400)}`,
        )
        return
      }
      const [foreignAnswer, missingAnswer] = [
        plainAnswer(answer, asked, other.ids),
        plainAnswer(expected, twin, missing),
      ]
      if (foreignAnswer === missingAnswer) return
      difference = `${firstDifference(foreignAnswer, missingAnswer)} for ${JSON.stringify(asked)}`
    } catch (error) {
      difference = `no answer: ${String(error)}`
    }
  }
  violations.push(`${label}: differs from a missing thing: ${difference}`)
}

async function toolsOf({ port }: TenantsPortal, { ids, keys }: FurnishedAccount): Promise<Tool[]> {
  const answer = await send(port, {
    method: 'POST',
    path: `/api/v1/account/${ids.account}/mcp`,
    headers: {
      authorization: `Bearer ${keys.read}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  const json = answer.text.slice(answer.text.indexOf('{'))
  return (JSON.parse(json) as { result: { tools: Tool[] } }).result.tools
}

/** Builds are read in the background: waits until nothing changes any more. */
async function settledState({ inside }: TenantsPortal, { id }: FurnishedAccount) {
  await untilRead(inside.db)
  let state = await stateOf(inside.db, id)
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const next = await stateOf(inside.db, id)
    if (changedTables(state, next).length === 0) return next
    state = next
  }
  throw new Error('the account does not come to rest')
}
