import type { Terminal } from './terminal.ts'

const redrawIntervalMs = 500
/** A log that is silent for longer looks as if something hangs. */
const logIntervalMs = 5000

/** Shows that something is being waited for, until the returned function is called. */
export function showWaiting(terminal: Terminal, what: string, isQuiet: boolean): () => void {
  if (isQuiet) return () => {}
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  if (terminal.isInteractive) terminal.redraw(`  ${what} …`)
  else terminal.log(`  ${what} …`)
  const timer = setInterval(
    () =>
      terminal.isInteractive
        ? terminal.redraw(`  ${what} … ${seconds()} s`)
        : terminal.log(`  ${what} … ${seconds()} s`),
    terminal.isInteractive ? redrawIntervalMs : logIntervalMs,
  )
  return () => {
    clearInterval(timer)
    terminal.redraw('')
  }
}

/** Shows that a result is being waited for. */
export async function whileWaiting<Result>(
  terminal: Terminal,
  what: string,
  isQuiet: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = showWaiting(terminal, what, isQuiet)
  try {
    return await work()
  } finally {
    end()
  }
}
