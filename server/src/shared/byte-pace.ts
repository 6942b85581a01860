/** Lets each account have so many bytes a second, after as many as it has not used in the last second. */
export interface BytePace {
  /** Waits until these bytes are within what the account may have. */
  take(account: number, bytes: number): Promise<void>
}

const secondMs = 1000
/** Timers are not exact, and many short ones would cost more than they spread. */
const shortestWaitMs = 5
const maxIdleAccounts = 1000

export function openBytePace(bytesPerSecond: number, now = () => performance.now()): BytePace {
  /** Until when the bytes that each account took are paid for. */
  const paidUntil = new Map<number, number>()

  function forgetIdle(time: number): void {
    if (paidUntil.size < maxIdleAccounts) return
    for (const [account, until] of paidUntil) if (until <= time) paidUntil.delete(account)
  }

  return {
    async take(account, bytes) {
      const time = now()
      forgetIdle(time)
      const until =
        Math.max(paidUntil.get(account) ?? -Infinity, time - secondMs) + (bytes / bytesPerSecond) * secondMs
      paidUntil.set(account, until)
      if (until - time >= shortestWaitMs) await new Promise((resolve) => setTimeout(resolve, until - time))
    },
  }
}
