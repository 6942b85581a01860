import { problemFromError } from '../../http/problem-from-error.ts'
import { Problem } from '../../http/problems.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'
import type { RunInSlot } from '../../shared/fair-slots.ts'

/** How long a received upload may wait to be verified; most proxies time out soon after. */
const waitMs = 50_000
const retryAfter = 5

/**
 * Receiving uses disk space and waits for the client; verifying and storing uses cores and never waits for the client.
 * So there are many slots for receiving, occupied for the whole upload, and few for the work after it.
 */
export function uploadSlots({ uploads, publishing }: Config['limits'], metrics: Metrics) {
  const receiving = fairSlots(uploads)
  const working = fairSlots({ ...publishing, waitingPerAccount: uploads.perAccount, waitMs })
  const { observe } = metrics.registry
  observe('gauge', 'plinth_uploads_in_progress', 'Uploads in progress.', receiving.inUse)
  observe('gauge', 'plinth_upload_slots', 'How many uploads can be in progress at once.', () => uploads.total)
  observe('gauge', 'plinth_publishing_in_progress', 'Uploads being verified and stored.', working.inUse)
  observe('gauge', 'plinth_publishing_waiting', 'Uploads waiting to be verified.', working.waiting)
  observe(
    'gauge',
    'plinth_publishing_slots',
    'How many uploads can be verified at once.',
    () => publishing.total,
  )

  /** Runs a whole upload; `work` gets the function that runs what follows receiving. */
  return async <T>(
    account: number,
    signal: AbortSignal,
    work: (runInSlot: RunInSlot) => Promise<T>,
  ): Promise<T> => {
    try {
      const outcome = await receiving.run(
        account,
        () => work((step) => working.run(account, step, { signal })),
        { signal },
      )
      metrics.uploadEnded('published')
      return outcome
    } catch (error) {
      const reason = reasonOf(error, signal)
      metrics.uploadEnded(problemFromError(reason)?.code ?? 'failed')
      throw reason
    }
  }
}

/** An upload aborted with a problem failed for that reason, whichever error surfaced first. */
function reasonOf(error: unknown, { reason }: AbortSignal): unknown {
  if (reason instanceof Problem) return reason
  if (!(error instanceof NoFreeSlot)) return error
  return new Problem(error.limit === 'account' ? 'too_many_uploads' : 'uploads_busy', { retryAfter })
}
