import type { ContentsState } from '@plinth/contract/versions.ts'

import type { ContentsOutcome } from '../../contents/contents-tasks.ts'
import { contentsFormat } from '../../contents/contents.ts'

/** A build that could not be read this often, or ended the process, is left alone. */
export const maxAttempts = 3

/**
 * How often a build is read after such an outcome. A build that ended the thread, by its time or memory, most likely does so
 * again while others wait; it gets a second attempt, because the machine may have been busy.
 */
export const maxAttemptsAfter = (outcome: ContentsOutcome): number =>
  outcome.kind === 'failed' && outcome.hasEndedThread ? 2 : maxAttempts

/** No build takes this long to read and to compare, not even on a busy machine, so whoever began is gone. */
export const abandonedAfterMs = 240_000

interface StateRow {
  kind: 'storybook' | 'site'
  /** Of version_contents; null if there is no row. */
  format: number | null
  read_at: Date | null
  has_contents: boolean | null
}

export function contentsStateOf({ kind, format, read_at, has_contents }: StateRow): ContentsState {
  if (kind === 'site') return 'none'
  // A newer release may have read it already, in a format that this one does not know.
  if (format !== contentsFormat || read_at === null) return 'reading'
  return has_contents ? 'ready' : 'none'
}
