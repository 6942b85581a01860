import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** Shared with the code that answers requests while the process shuts down. */
export interface Lifecycle {
  /** Probes fail, so that load balancers send no new requests, and each connection closes after its next response. */
  isDraining: boolean
}

/**
 * How long an instance that is to stop stays in service as if nothing had happened. A proxy may check all instances at
 * once: the check that finds this one stopping would else be the first that finds the one restarted before it, and for a
 * moment there would be none. Longer than between two checks.
 */
const handOverMs = 3_000

/** How long requests in progress may take once the listener has closed. */
const requestTimeoutMs = 30_000

/**
 * After the hand-over, fails the probes and keeps serving for `drainMs`, until load balancers have noticed. Then the
 * listener closes, and requests in progress finish. Without a `drainMs` there is no other instance, and no hand-over;
 * after a crash, the sooner others take over the better.
 */
export async function drain(
  app: Pick<FastifyInstance, 'server' | 'close'>,
  lifecycle: Lifecycle,
  drainMs: number,
  { hasCrashed = false, waitMs = handOverMs } = {},
): Promise<void> {
  if (drainMs > 0 && !hasCrashed) await sleep(waitMs)
  lifecycle.isDraining = true
  await sleep(drainMs)
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50)
  const closeAll = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs)
  await app.close()
  clearInterval(closeIdle)
  clearTimeout(closeAll)
}
