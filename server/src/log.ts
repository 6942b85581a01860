import pino from 'pino'
import type { Logger } from 'pino'

import type { Config } from './config.ts'

/** JSON lines. Bodies, query strings and headers are never logged, so no token or key can be. */
export function createLog({ level, file }: Config['log']): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
  }
  return file ? pino(options, pino.destination({ dest: file, mkdir: true, sync: true })) : pino(options)
}
