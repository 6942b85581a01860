/** How much of it can be saved up, or owed, in milliseconds. */
const mostMs = 2000

export interface TimeBudget<Party> {
  spend(party: Party, milliseconds: number): void
  isSpent(party: Party): boolean
}

/** Time that everybody has to spend: so many milliseconds more with every millisecond that passes, and a few seconds saved up. */
export function openTimeBudget<Party>(perMillisecond: number): TimeBudget<Party> {
  /** Who spent something last is at the end. */
  const lastLeft = new Map<Party, { left: number; at: number }>()
  const untilFullMs = (2 * mostMs) / perMillisecond

  function leftOf(party: Party, now: number): number {
    const last = lastLeft.get(party)
    return last ? Math.min(mostMs, last.left + (now - last.at) * perMillisecond) : mostMs
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
      const left = Math.max(leftOf(party, now) - milliseconds, -mostMs)
      lastLeft.delete(party)
      lastLeft.set(party, { left, at: now })
      forgetFull(now)
    },
    isSpent: (party) => leftOf(party, performance.now()) <= 0,
  }
}
