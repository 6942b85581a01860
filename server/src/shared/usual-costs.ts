import { LRUCache } from 'lru-cache'

/** The weight of the latest cost in the average. */
const latestCounts = 0.2
/** Pairs of an account and a kind. */
const maxRemembered = 20_000

/** Remembers whether work of a kind usually costs an account little. */
export interface UsualCosts<Party> {
  note(party: Party, kind: string, milliseconds: number): void
  /** True as well if nothing of this kind was done yet. */
  isUsuallyLittle(party: Party, kind: string): boolean
}

export function openUsualCosts<Party extends string | number>(littleMs: number): UsualCosts<Party> {
  const averages = new LRUCache<string, number>({ max: maxRemembered })
  const averageOf = (party: Party, kind: string) => averages.get(`${party} ${kind}`) ?? 0
  return {
    note(party, kind, milliseconds) {
      const average = averageOf(party, kind)
      // One that took very long, because of a lock or a slow disk, does not say more than one that took long.
      const latest = Math.min(milliseconds, 2 * littleMs)
      averages.set(`${party} ${kind}`, average + latestCounts * (latest - average))
    },
    isUsuallyLittle: (party, kind) => averageOf(party, kind) < littleMs,
  }
}
