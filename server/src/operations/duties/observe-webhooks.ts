import { countWaiting } from '../../features/webhooks/deliveries-store.ts'
import { repeat } from './perform-regularly.ts'
import type { DutyServices } from './perform-regularly.ts'

const readEveryMs = 15_000

/** Observes what waits in the database, of all instances. Read in the background, like the times of duties. */
export function observeWebhooks({ backgroundDb, metrics, log }: DutyServices): () => Promise<void> {
  let waiting: Awaited<ReturnType<typeof countWaiting>> | undefined
  const { observe } = metrics.registry
  observe('gauge', 'plinth_webhook_events_pending', 'Events that webhooks have yet to receive.', () =>
    waiting ? [[{}, waiting.pendingEvents]] : [],
  )
  observe('gauge', 'plinth_webhooks_paused', 'Webhooks that are paused.', () =>
    waiting ? [[{}, waiting.pausedWebhooks]] : [],
  )
  return repeat(readEveryMs, async () => {
    try {
      waiting = await countWaiting(backgroundDb)
    } catch (error) {
      log.debug({ err: error }, 'could not count what waits for webhooks')
    }
  })
}
