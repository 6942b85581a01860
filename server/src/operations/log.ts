import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

import pino from 'pino'
import type { Logger } from 'pino'

import type { Config } from '../settings/config.ts'
import { isAhead } from '../shared/is-ahead.ts'
import { StartupError } from '../shared/startup-error.ts'
import { restrict } from './private-files.ts'

/** How often to retry a log that cannot be written, and how often to report it. */
const retryMs = 5000
const reportEveryMs = 60_000

const standardOutput = 1

export interface OpenLog {
  log: Logger
  /** Continues in a new file of the same name, after log rotation has renamed the current one. */
  reopen: () => void
}

/**
 * JSON lines. Bodies, URLs and headers are never logged, so no token, code or key can be (viewer hosts log the paths of
 * files, at debug). Lines are written synchronously, so that a crashing process does not lose its last ones.
 */
export function openLog({ level, file }: Config['log']): OpenLog {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
  }
  if (file !== undefined) assertCanWrite(file)
  const destination = pino.destination({ dest: file ?? standardOutput, sync: true, mode: 0o600 })
  const log = pino(options, { write: lineWriter(destination) })
  return {
    log,
    reopen() {
      if (file === undefined) return
      try {
        assertCanWrite(file)
        destination.reopen()
        log.info('reopened the log file')
      } catch (error) {
        log.error({ err: error }, 'could not reopen the log file')
      }
    },
  }
}

function assertCanWrite(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a', 0o600))
    restrict(file)
  } catch (cause) {
    throw new StartupError(
      `Cannot write to the log file ${file}: give this user access, or set PLINTH_LOG_FILE.`,
      { cause },
    )
  }
}

/**
 * A log that cannot be written, for example on a full disk, does not stop the portal. The error is reported on standard
 * error, and lines are dropped, except that one is tried now and then until writing works again.
 */
function lineWriter(destination: ReturnType<typeof pino.destination>): (line: string) => void {
  let isFailing = false
  let reportedAt = 0
  let triedAt = 0
  destination.on('write', () => (isFailing = false))
  destination.on('error', (error: Error) => {
    isFailing = true
    if (isAhead(reportedAt + reportEveryMs, reportEveryMs)) return
    reportedAt = Date.now()
    process.stderr.write(`Cannot write the log: ${error.message}\n`)
  })
  return (line) => {
    if (isFailing && isAhead(triedAt + retryMs, retryMs)) return
    triedAt = Date.now()
    destination.write(line)
  }
}
