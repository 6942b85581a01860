/** Admits one caller in each turn of the event loop, in the order of their calls, so that other work comes in between. */
export function onePerTurn(): () => Promise<void> {
  const waiting: (() => void)[] = []
  function admitNext(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(admitNext)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(admitNext)
    })
}
