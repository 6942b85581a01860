import { formatBytes } from '@plinth/contract/format-bytes.ts'

import type { Terminal } from './terminal.ts'

export interface Progress {
  advance: (bytes: number) => void
  /** Everything has left; now it is the portal's turn. */
  sent: () => void
}

const silent: Progress = { advance: () => {}, sent: () => {} }
const EVERY = 100

/** A bar on a terminal; in a log a line for every tenth, because there nothing can be overwritten. */
export function showProgress(terminal: Terminal, total: number, isQuiet: boolean): Progress {
  if (isQuiet) return silent
  return terminal.isInteractive ? bar(terminal, total) : lines(terminal, total)
}

const share = (done: number, total: number) => (total === 0 ? 1 : Math.min(1, done / total))

function bar(terminal: Terminal, total: number): Progress {
  let done = 0
  let drawn = 0
  return {
    advance(bytes) {
      done += bytes
      if (Date.now() - drawn < EVERY) return
      drawn = Date.now()
      const width = Math.max(10, Math.min(40, terminal.columns - 40))
      const full = Math.round(share(done, total) * width)
      const percent = Math.floor(share(done, total) * 100)
      terminal.redraw(
        `  ${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent} %  ${formatBytes(done)} of ${formatBytes(total)}`,
      )
    },
    sent: () => terminal.redraw('  Sent; the portal checks it …'),
  }
}

function lines(terminal: Terminal, total: number): Progress {
  let done = 0
  let told = 0
  return {
    advance(bytes) {
      done += bytes
      const tenths = Math.floor(share(done, total) * 10)
      if (tenths <= told) return
      told = tenths
      terminal.say(`  ${tenths * 10} % of ${formatBytes(total)}`)
    },
    sent: () => terminal.say('  Sent; the portal checks it.'),
  }
}
