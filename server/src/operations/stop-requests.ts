import { closeSync, openSync } from 'node:fs'

import type { OpenLog } from './log.ts'
import { terminal } from './terminal.ts'

export interface StopRequest {
  reason: string
  exitCode: number
}

export interface StopRequests {
  /** Resolves with the first request. Shells and supervisors repeat signals; later ones are ignored. */
  requested: Promise<StopRequest>
  /** The same, synchronously. */
  first(): StopRequest | undefined
}

/** The exit code after a StartupError: starting again would fail too. */
export const refused = 1

/** The exit code after a crash: a supervisor may start the portal again. */
export const crashed = 70

/** Listens for everything that ends the portal: signals, the exit of its launcher, uncaught errors. */
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
  // For a service, SIGHUP means log rotation; on a terminal, that it was closed.
  const isService = !process.connected && !hasTerminal()
  process.on('SIGHUP', () => (isService ? reopen() : stop('SIGHUP', 0)))
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error; stopping')
    terminal.fail(`Unexpected error, stopping (the log has the details): ${String(error)}`)
    stop('an unexpected error', crashed)
  })
  return { requested, first: () => first }
}

/** Checked at startup, because a terminal that was closed cannot be opened any more. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
