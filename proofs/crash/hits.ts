import { publishSteps } from '../../server/src/shared/publish-steps.ts'
import type { PublishStep } from '../../server/src/shared/publish-steps.ts'
import type { Random } from '../random.ts'

/** When the portal is hit in a round. */
export type Hit =
  | { kind: 'moment'; what: 'server' | 'database' | 'both'; afterChanges: number; afterMs: number }
  | { kind: 'failpoint'; step: PublishStep; occurrence: number }

const momentsPerTurn = 25

/** In each turn every step once, and the rest at any moment. */
export const roundsPerTurn = momentsPerTurn + publishSteps.length

export function hitOf(random: Random, round: number): Hit {
  const turn = random.branch(`turn ${Math.floor(round / roundsPerTurn)}`)
  const order = shuffled([...publishSteps, ...Array.from({ length: momentsPerTurn }, () => undefined)], turn)
  const step = order[round % roundsPerTurn]
  const choices = random.branch(`round ${round}`)
  if (step) return { kind: 'failpoint', step, occurrence: choices.whole(1, 4) }
  const what = choices.pick(['server', 'database', 'both'] as const)
  // A change that has just been acknowledged is the most likely to be lost.
  if (choices.chance(0.5)) return { kind: 'moment', what, afterChanges: choices.whole(1, 30), afterMs: 0 }
  return { kind: 'moment', what, afterChanges: 0, afterMs: choices.whole(0, 1500) }
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

export const describeHit = (hit: Hit): string =>
  hit.kind === 'moment'
    ? `${hit.what} after ${hit.afterChanges} changes and ${hit.afterMs} ms`
    : `"${hit.step}" for the ${hit.occurrence}. time`

/** Tells the preloaded module where to send itself the signal. */
export const failpointSetting = (hit: Hit, signal: 'SIGKILL' | 'SIGSTOP'): Record<string, string> =>
  hit.kind === 'failpoint' ? { PROOF_FAILPOINT: `${hit.step}|${hit.occurrence}|${signal}` } : {}
