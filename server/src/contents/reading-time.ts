import { threadTime } from './scripts/parser.ts'
import type { ScriptParser } from './scripts/script-parser.ts'

/**
 * Milliseconds that the thread computes for one build, without parsing its scripts, which has a limit of its own: both end
 * before the thread does. All that a build may hold is counted as well, and real ones take a tenth of this.
 */
const maxReadingMs = 10_000

/** Whether the time for a build is up. What is not known by then stays unknown. */
export type IsTimeUp = () => boolean

export function openReadingTime(parser: Pick<ScriptParser, 'parsingMs'>, maxMs = maxReadingMs): IsTimeUp {
  const started = threadTime()
  let isUp = false
  return () => {
    isUp ||= threadTime() - started - parser.parsingMs() > maxMs
    return isUp
  }
}
