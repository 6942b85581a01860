import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

import pino from 'pino'
import type { Logger } from 'pino'

import type { Config } from './config.ts'
import { restrict } from './private-files.ts'
import { StartupError } from './startup-error.ts'

export interface OpenLog {
  log: Logger
  /** Goes on in a new file of the same name, after the present one was renamed. */
  reopen(): void
}

/** What is kept in memory while the disk takes nothing; beyond it, lines are dropped. */
const mostUnwritten = 4 * 1024 * 1024

/**
 * JSON lines. Bodies, addresses and headers are never logged, so no token, code or key can be. Every line is written
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
  const destination = pino.destination({
    dest: file ?? process.stdout.fd,
    sync: true,
    maxLength: mostUnwritten,
    mode: 0o600,
  })
  let hasFailed = false
  destination.on('error', ({ message }: Error) => {
    if (!hasFailed) process.stderr.write(`The log cannot be written: ${message}\n`)
    hasFailed = true
  })
  const log = pino(options, destination)
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
