/** How much can be saved up. */
const mostSavedMs = 2000
/** Short work never reduces savings below this. */
const leastSavedMs = 1

export interface TimeBudgetLimits {
  /** How many milliseconds everybody gets with every millisecond that passes. */
  perMillisecond: number
  /** What takes no longer uses up what is saved, but nobody waits because of it. */
  freeMs: number
  /** What something takes beyond this costs twice as much. */
  fairMs: number
  /** Whatever was spent, no more is owed. */
  mostOwedMs: number
}

export interface TimeBudget<Party> {
  /** Something has taken this long. */
  spend(party: Party, milliseconds: number): void
  isSpent(party: Party): boolean
  /** Whether at least half of what can be saved up is left: little was spent lately. */
  isPlentiful(party: Party): boolean
}

/** Time that everybody has for what takes long, with up to two seconds saved up. */
export function openTimeBudget<Party>({
  perMillisecond,
  freeMs,
  fairMs,
  mostOwedMs,
}: TimeBudgetLimits): TimeBudget<Party> {
  /** Who spent something last is at the end. */
  const lastLeft = new Map<Party, { left: number; at: number }>()
  const untilFullMs = (mostSavedMs + mostOwedMs) / perMillisecond

  function leftOf(party: Party, now: number): number {
    const last = lastLeft.get(party)
    return last ? Math.min(mostSavedMs, last.left + (now - last.at) * perMillisecond) : mostSavedMs
  }

  function forgetFull(now: number): void {
    for (const [party, { at }] of lastLeft) {
      if (now - at < untilFullMs) break
      lastLeft.delete(party)
    }
  }

  return {
    spend(party, milliseconds) {
      const now = performance.now()
      const before = leftOf(party, now)
      const after = before - milliseconds - Math.max(0, milliseconds - fairMs)
      const least = milliseconds <= freeMs ? Math.min(before, leastSavedMs) : -mostOwedMs
      lastLeft.delete(party)
      lastLeft.set(party, { left: Math.max(after, least), at: now })
      forgetFull(now)
    },
    isSpent: (party) => leftOf(party, performance.now()) <= 0,
    isPlentiful: (party) => leftOf(party, performance.now()) >= mostSavedMs / 2,
  }
}
