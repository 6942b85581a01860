import { closeSync, openSync } from 'node:fs'

import type { OpenLog } from './log.ts'
import { terminal } from './terminal.ts'

export interface StopRequest {
  reason: string
  exitCode: number
}

export interface StopRequests {
  /** Settles with the first reason to stop. Signals are repeated by shells and supervisors: later ones change nothing. */
  requested: Promise<StopRequest>
  /** The same, for those who only look. */
  first(): StopRequest | undefined
}

/** The exit code of a start that was refused with a sentence: another try would be refused too. */
export const refused = 1

/** The exit code of a portal that crashed: whoever started it may try again. */
export const crashed = 70

/** Listens for everything that ends the portal: signals, the end of its launcher, errors that nobody caught. */
export function listenForStop({ log, reopen }: OpenLog): StopRequests {
  const { promise: requested, resolve } = Promise.withResolvers<StopRequest>()
  let first: StopRequest | undefined
  const stop = (reason: string, exitCode: number) => {
    first ??= { reason, exitCode }
    resolve(first)
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('disconnect', () => stop('the launcher ended', 0))
  // For a service, log rotation; for whoever belongs to a terminal, that it was closed.
  const isService = !process.connected && !hasTerminal()
  process.on('SIGHUP', () => (isService ? reopen() : stop('SIGHUP', 0)))
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error: this instance stops')
    terminal.fail(`Unexpected error, stopping (the log has the details): ${String(error)}`)
    stop('an unexpected error', crashed)
  })
  return { requested, first: () => first }
}

/** Asked at the start, since a terminal that was closed can no longer be opened. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
