import { quoteBytes } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { openClient } from './connection.ts'
import type { Outcome } from './connection.ts'
import { watchStalls } from './stalls.ts'

/** What is attacked. */
export interface Target {
  port: number
  /** Its process, if that is known. */
  pid?(): number | undefined
  hasEnded(): boolean
  /** What it has written to its outputs. */
  output(): string
  /** Starts it again after it has ended. */
  restart(): Promise<void>
}

export interface Attack {
  target: Target
  /** The attempt of each round. */
  attemptOf: (round: number) => Attempt
  hasMore: (done: number) => boolean
  onOutcome?: (attempt: Attempt, outcome: Outcome, round: number) => void
  /** Called after each round with its number, from 1. */
  afterRound?: (round: number) => Promise<void> | undefined
}

export interface Tally {
  requests: number
  answers: number
  processEnds: number
  serverErrors: number
  /** Silent for over a second, or not complete after three. */
  slow: number
  unanswered: number
  slowestMs: number
  byKind: Map<string, number>
  byStatus: Map<number, number>
  violations: string[]
}

/** How many clients send at once. */
const clientCount = 24
const allowedMs = 1000
/** How many of each sort are told: the figures count them all. */
const maxTold = 5
/** A process that has closed its connections may need a moment to be gone. */
const endingMs = 1000

/** Sends every attempt and judges every answer. Ends when `hasMore` says so, whatever the target does. */
export async function attack({ target, attemptOf, hasMore, onOutcome, afterRound }: Attack): Promise<Tally> {
  const tally: Tally = {
    requests: 0,
    answers: 0,
    processEnds: 0,
    serverErrors: 0,
    slow: 0,
    unanswered: 0,
    slowestMs: 0,
    byKind: new Map(),
    byStatus: new Map(),
    violations: [],
  }
  const stalls = watchStalls(() => target.pid?.())
  const underWay = new Map<number, Attempt>()
  let next = 0
  let restarting: Promise<void> | undefined

  const violate = (what: string, round: number, { kind, bytes }: Attempt) => {
    tally.violations.push(`round ${round} (${kind}): ${what}: ${quoteBytes(bytes)}`)
  }

  async function restartIfEnded(): Promise<boolean> {
    if (!restarting) {
      if (!target.hasEnded()) await new Promise((resolve) => setTimeout(resolve, endingMs))
      if (!target.hasEnded()) return false
      restarting ??= restart()
    }
    await restarting
    return true
  }

  async function restart() {
    tally.processEnds += 1
    tally.violations.push(`the process ended: ${target.output().slice(-2000)}`)
    for (const [round, attempt] of underWay)
      violate('the process ended while this was under way', round, attempt)
    await target.restart()
    restarting = undefined
  }

  function judge(round: number, attempt: Attempt, { answers, milliseconds, end }: Outcome) {
    tally.requests += 1
    tally.answers += answers.length
    count(tally.byKind, attempt.kind)
    for (const { status, head } of answers) {
      count(tally.byStatus, status)
      if (status < 500) continue
      tally.serverErrors += 1
      if (tally.serverErrors <= maxTold) violate(`answered with ${JSON.stringify(head)}`, round, attempt)
    }
    if (end === 'left') return
    tally.slowestMs = Math.max(tally.slowestMs, milliseconds)
    if (end === 'overdue' || milliseconds > allowedMs) {
      tally.slow += 1
      if (tally.slow <= maxTold) violate(`silent for ${Math.round(milliseconds)} ms (${end})`, round, attempt)
    } else if (end === 'closed' || end === 'unreachable') {
      tally.unanswered += 1
      if (tally.unanswered <= maxTold) violate('a complete request was not answered', round, attempt)
    }
  }

  async function runClient() {
    const client = openClient(() => target.port, stalls)
    while (hasMore(next)) {
      const round = next
      next += 1
      const attempt = attemptOf(round)
      underWay.set(round, attempt)
      const outcome = await client.exchange(attempt)
      const hasEnded = outcome.answers.length === 0 && outcome.end !== 'left' && (await restartIfEnded())
      underWay.delete(round)
      if (hasEnded) {
        tally.requests += 1
        continue
      }
      judge(round, attempt, outcome)
      onOutcome?.(attempt, outcome, round)
      await afterRound?.(round + 1)
    }
    client.close()
  }

  await Promise.all(Array.from({ length: clientCount }, runClient))
  stalls.stop()
  // The last input may have ended it, too.
  await restartIfEnded()
  return tally
}

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)
