import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

import pino from 'pino'
import type { Logger } from 'pino'

import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { restrict } from './private-files.ts'

/** How often a log that cannot be written is tried again, and how often that is said. */
const retryMs = 5000
const sayEveryMs = 60_000

const standardOutput = 1

export interface OpenLog {
  log: Logger
  /** Goes on in a new file of the same name, after the present one was renamed. */
  reopen: () => void
}

/**
 * JSON lines. Bodies, addresses and headers are never logged, so no token, code or key can be (viewer hosts log
 * the paths of files, at debug). Every line is written
 * before the call returns, so the last words of a crashing process are in the log.
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
        log.info('the log file was opened again')
      } catch (error) {
        log.error({ err: error }, 'the log file could not be opened again')
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
      `The log file ${file} cannot be written to: give this user access, or set PLINTH_LOG_FILE.`,
      { cause },
    )
  }
}

/**
 * A log that cannot be written, on a full disk say, is no reason to stop: that is said on standard error, and lines are
 * dropped but for one now and then, which is kept and tried until there is room again.
 */
function lineWriter(destination: ReturnType<typeof pino.destination>): (line: string) => void {
  let isFailing = false
  let saidAt = 0
  let triedAt = 0
  destination.on('write', () => (isFailing = false))
  destination.on('error', (error: Error) => {
    isFailing = true
    if (Date.now() - saidAt < sayEveryMs) return
    saidAt = Date.now()
    process.stderr.write(`The log cannot be written: ${error.message}\n`)
  })
  return (line) => {
    if (isFailing && Date.now() - triedAt < retryMs) return
    triedAt = Date.now()
    destination.write(line)
  }
}
