import { listDuties } from '../../database/duties-store.ts'
import { repeat } from './perform-regularly.ts'
import type { DutyServices } from './perform-regularly.ts'

const readEveryMs = 15_000

const gauges = [
  ['plinth_last_sweep_timestamp_seconds', 'sweep', 'When a sweep last succeeded, on any instance'],
  ['plinth_last_backup_timestamp_seconds', 'backup', 'When `plinth-admin backup` last succeeded'],
] as const

/**
 * Observes when the database last recorded a sweep and a backup. Read in the background, so that a slow database does
 * not delay scrapes; while it is unavailable, the last known times remain.
 */
export function observeDuties({ backgroundDb, metrics, log }: DutyServices): () => Promise<void> {
  let doneAt: Map<string, Date | null> | undefined
  for (const [name, duty, help] of gauges) {
    metrics.registry.observe('gauge', name, `${help}, in seconds since 1970; 0 for never.`, () =>
      doneAt ? [[{}, (doneAt.get(duty)?.getTime() ?? 0) / 1000]] : [],
    )
  }
  return repeat(readEveryMs, async () => {
    try {
      doneAt = new Map((await listDuties(backgroundDb)).map((duty) => [duty.name, duty.done_at]))
    } catch (error) {
      log.debug({ err: error }, 'could not read the times of the last duties')
    }
  })
}
