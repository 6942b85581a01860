import { LRUCache } from 'lru-cache'

import type { Party } from './account-pace.ts'

/** The weight of the latest cost in the average. */
const latestCounts = 0.2
/** Pairs of an account and a kind. */
const maxRemembered = 20_000

/** Remembers whether work of a kind usually costs an account little. */
export interface UsualCosts {
  note(party: Party, kind: string, milliseconds: number): void
  /** True as well if nothing of this kind was done yet. */
  isUsuallyLittle(party: Party, kind: string): boolean
}

const keyOf = (party: Party, kind: string) => `${party} ${kind}`

export function openUsualCosts(littleMs: number): UsualCosts {
  const averages = new LRUCache<string, number>({ max: maxRemembered })
  const averageOf = (party: Party, kind: string) => averages.get(keyOf(party, kind)) ?? 0
  return {
    note(party, kind, milliseconds) {
      const average = averageOf(party, kind)
      // One that took very long, because of a lock or a slow disk, does not say more than one that took long.
      const latest = Math.min(milliseconds, 2 * littleMs)
      averages.set(keyOf(party, kind), average + latestCounts * (latest - average))
    },
    isUsuallyLittle: (party, kind) => averageOf(party, kind) < littleMs,
  }
}
