import { setTimeout as pause } from 'node:timers/promises'

import type { Random } from '../random.ts'
import { checkAcknowledged, settle } from './check-stored.ts'
import type { Customer } from './customer.ts'
import type { FaultyPortal } from './faulty-portal.ts'
import { judge } from './judge.ts'
import type { Window } from './judge.ts'
import type { Fault, FaultKind } from './kinds.ts'
import type { LogLine } from './log-tail.ts'
import { visit, visits } from './visits.ts'
import type { Visit } from './visits.ts'

export interface RoundOutcome {
  visits: number
  /** Visits that the fault made fail. */
  failures: number
  recoveredMs: number
  violations: string[]
}

const visitors = 4
const pauseMs = 20
/** How long a fault lasts at least, and at most unless its kind says otherwise. */
const shortestMs = 200
const longestMs = 1000
const maxRecoveryMs = 10_000

const names = Object.keys(visits)

/** One fault, while people use the portal; then everything must work again, and everything acknowledged must be there. */
export async function playRound(
  place: FaultyPortal,
  customer: Customer,
  kind: FaultKind,
  random: Random,
  label: string,
): Promise<RoundOutcome> {
  await place.log.take()
  const printed = place.portal.output().length
  const before = countsOf(customer)
  const ended: Visit[] = []
  const stopping = new AbortController()
  const visiting = Array.from({ length: visitors }, (_, i) =>
    keepVisiting(customer, random.branch(i), `${label}-${i}`, stopping.signal, ended),
  )
  await pause(random.whole(0, 200))
  await makeDutiesDue(place)
  const fault = kind.fault(random)
  const from = performance.now()
  await place.begin(fault)
  const met = visitEach(customer, random.branch('met'), `${label}-m`)
  await pause(random.whole(shortestMs, kind.maxMs ?? longestMs))
  await place.end(fault)
  const faultEnded = performance.now()
  const missing = await untilRecovered(customer, random.branch('recovery'), `${label}-r`, ended)
  const window: Window = { from, to: performance.now() }
  stopping.abort()
  await Promise.all(visiting)
  ended.push(...(await met))
  const violations = missing.map((name) => `${name} does not work ${maxRecoveryMs / 1000} s after the fault`)
  violations.push(...(await settle(customer)))
  violations.push(...(await checkAcknowledged(place, customer, since(customer, before))))
  const lines = await place.log.take()
  for (const each of ended) {
    const wrong = judge(each, kind, window, lines)
    if (wrong !== undefined) violations.push(wrong)
  }
  violations.push(...judgeProcess(place, place.portal.output().slice(printed), lines))
  if (isClock(fault)) customer.sessions.splice(before.sessions)
  return {
    visits: ended.length,
    failures: ended.filter(({ isSuccess }) => !isSuccess).length,
    recoveredMs: window.to - faultEnded,
    violations: [...new Set(violations)],
  }
}

async function keepVisiting(
  customer: Customer,
  random: Random,
  label: string,
  signal: AbortSignal,
  ended: Visit[],
): Promise<void> {
  for (let i = 0; !signal.aborted; i++) {
    ended.push(await visit(random.pick(names), customer, random, `${label}-${i}`))
    await pause(pauseMs)
  }
}

const visitEach = (customer: Customer, random: Random, label: string) =>
  Promise.all(names.map((name, i) => visit(name, customer, random.branch(i), `${label}-${i}`)))

/** Makes every kind of visit until it succeeds; those that have not in time. */
async function untilRecovered(
  customer: Customer,
  random: Random,
  label: string,
  ended: Visit[],
): Promise<string[]> {
  const deadline = performance.now() + maxRecoveryMs
  const missing = new Set(names)
  const untilItWorks = async (name: string, n: number) => {
    for (let i = 0; missing.has(name) && performance.now() < deadline; i++) {
      const tried = await visit(name, customer, random.branch(`${n}/${i}`), `${label}-${n}-${i}`)
      ended.push(tried)
      if (!tried.isSuccess) await pause(pauseMs)
      else if (performance.now() <= deadline) missing.delete(name)
    }
  }
  await Promise.all(names.map(untilItWorks))
  return [...missing]
}

/** So that the fault meets the portal's background work too. */
async function makeDutiesDue({ inside: { db } }: FaultyPortal): Promise<void> {
  await db.updateTable('duties').set({ done_at: null }).execute()
}

/** Sessions that it gave end at a wrong time. */
const isClock = (fault: Fault) => fault.below === 'process' && fault.injected.clockMs !== undefined

const countsOf = ({ published, keys, deletedKeys, invitations, sessions }: Customer) => ({
  published: published.length,
  keys: new Set(keys),
  deletedKeys: deletedKeys.length,
  invitations: invitations.length,
  sessions: sessions.length,
})

const since = (customer: Customer, before: ReturnType<typeof countsOf>) => ({
  published: customer.published.slice(before.published),
  keys: customer.keys.filter((key) => !before.keys.has(key)).map(({ key }) => key),
  deletedKeys: customer.deletedKeys.slice(before.deletedKeys),
  invitations: customer.invitations.slice(before.invitations),
})

const unhandled = /unhandled|uncaught|a thread ended with code \d+:|Warning: /i

function judgeProcess({ portal }: FaultyPortal, output: string, lines: LogLine[]): string[] {
  const wrong: string[] = []
  if (portal.hasEnded()) wrong.push('the process ended')
  const signs = [...output.split('\n'), ...lines.map((line) => JSON.stringify(line))]
  for (const sign of signs) if (unhandled.test(sign)) wrong.push(`an error that nobody handled: ${sign}`)
  return wrong
}
