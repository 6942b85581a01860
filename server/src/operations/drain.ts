import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** Shared with the code that answers requests while the process shuts down. */
export interface Lifecycle {
  /** Probes fail, so that load balancers send no new requests, and each connection closes after its next response. */
  isDraining: boolean
}

/** How long requests in progress may take once the listener has closed. */
const requestTimeoutMs = 30_000

/**
 * Fails the probes and keeps serving for `drainMs`, until load balancers have noticed. Then the listener closes, and
 * requests in progress finish.
 */
export async function drain(
  app: Pick<FastifyInstance, 'server' | 'close'>,
  lifecycle: Lifecycle,
  drainMs: number,
): Promise<void> {
  lifecycle.isDraining = true
  await sleep(drainMs)
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50)
  const closeAll = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs)
  await app.close()
  clearInterval(closeIdle)
  clearTimeout(closeAll)
}
