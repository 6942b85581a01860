/** Stories that take their whole time would keep other accounts waiting: the rest is for the next turn. */
const turnMs = 60_000
/** And so is what does not fit into memory. */
const maxHeldBytes = 200e6

export interface Turn {
  hold(bytes: number): void
  /** Whether the rest is for another turn; at least one story is always taken. */
  isOver(): boolean
}

export function startTurn(): Turn {
  const startedAt = performance.now()
  let held = 0
  return {
    hold: (bytes) => {
      held += bytes
    },
    isOver: () => performance.now() - startedAt >= turnMs || held >= maxHeldBytes,
  }
}
