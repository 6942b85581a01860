import { formatBytes } from '@plinth/contract/format-bytes.ts'

import type { Terminal } from './terminal.ts'
import { showWaiting } from './waiting.ts'

export interface Progress {
  advance: (bytes: number) => void
  /** Everything is sent, and the portal is checking it. */
  finish: () => void
  /** It has answered, or the connection broke. */
  end: () => void
}

const noProgress: Progress = { advance: () => {}, finish: () => {}, end: () => {} }
const redrawIntervalMs = 100

/** A bar on a terminal; in a log, which cannot be overwritten, a line for every ten per cent. */
export function showProgress(terminal: Terminal, total: number, isQuiet: boolean): Progress {
  if (isQuiet) return noProgress
  let endWaiting: (() => void) | undefined
  return {
    advance: terminal.isInteractive ? progressBar(terminal, total) : progressLines(terminal, total),
    finish: () => {
      endWaiting = showWaiting(terminal, 'Sent; the portal is checking it', isQuiet)
    },
    end: () => endWaiting?.(),
  }
}

type Advance = Progress['advance']

const fraction = (done: number, total: number) => (total === 0 ? 1 : Math.min(1, done / total))

function progressBar(terminal: Terminal, total: number): Advance {
  let done = 0
  let drawnAt = 0
  return (bytes) => {
    done += bytes
    if (Date.now() - drawnAt < redrawIntervalMs) return
    drawnAt = Date.now()
    const width = Math.max(10, Math.min(40, terminal.columns - 40))
    const full = Math.round(fraction(done, total) * width)
    const percent = Math.floor(fraction(done, total) * 100)
    terminal.redraw(
      `  ${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent} %  ${formatBytes(done)} of ${formatBytes(total)}`,
    )
  }
}

function progressLines(terminal: Terminal, total: number): Advance {
  let done = 0
  let loggedTenths = 0
  return (bytes) => {
    done += bytes
    const tenths = Math.floor(fraction(done, total) * 10)
    if (tenths <= loggedTenths) return
    loggedTenths = tenths
    terminal.log(`  ${tenths * 10} % of ${formatBytes(total)}`)
  }
}
