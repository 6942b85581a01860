import { problemFromError } from '../../http/problem-from-error.ts'
import { Problem } from '../../http/problems.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { fairPlaces, NoPlace } from '../../shared/places.ts'
import type { InTurn } from '../../shared/places.ts'

/** How long an upload that has arrived may wait to be verified and stored; proxies wait about as long for an answer. */
const waitMs = 50_000
const retryAfter = 5

/**
 * Receiving takes room on the disk and waits for the client; verifying and storing takes cores and waits for nobody. So
 * there are many places for the first, held as long as an upload is here, and few for the second, taken in turn.
 */
export function uploadPlaces({ uploads, publishing }: Config['limits'], metrics: Metrics) {
  const receiving = fairPlaces(uploads)
  const working = fairPlaces({ ...publishing, waitingPerAccount: uploads.perAccount, waitMs })
  const { observe } = metrics.registry
  observe('gauge', 'plinth_uploads_in_progress', 'Uploads being taken in.', receiving.taken)
  observe('gauge', 'plinth_upload_slots', 'How many uploads are taken in at once.', () => uploads.total)
  observe('gauge', 'plinth_publishing_in_progress', 'Uploads being verified and stored.', working.taken)
  observe('gauge', 'plinth_publishing_waiting', 'Uploads that wait to be verified.', working.waiting)
  observe('gauge', 'plinth_publishing_slots', 'How many are verified at once.', () => publishing.total)

  /** Takes an upload in; `work` is given the turns for what comes after receiving. */
  return async <T>(
    account: number,
    signal: AbortSignal,
    work: (inTurn: InTurn) => Promise<T>,
  ): Promise<T> => {
    try {
      const outcome = await receiving.run(
        account,
        () => work((step) => working.run(account, step, signal)),
        signal,
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

/** An upload aborted with a problem fails for that reason, whatever error the abort led to. */
function reasonOf(error: unknown, { reason }: AbortSignal): unknown {
  if (reason instanceof Problem) return reason
  if (!(error instanceof NoPlace)) return error
  return new Problem(error.limit === 'account' ? 'too_many_uploads' : 'uploads_busy', { retryAfter })
}
