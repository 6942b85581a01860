import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import type { Config } from '../settings/config.ts'

/** What requests need to know of the end of the process they are answered by. */
export interface Lifecycle {
  /** Probes fail, so that nothing new is sent here, and connections end with their next answer. */
  isDraining: boolean
}

/** How many milliseconds requests under way have to finish after the listener closed. */
const longestRequest = 30_000

/**
 * Load balancers learn first that this instance is leaving, and are served until they have had the time to.
 * Then nothing new is accepted, and what is under way finishes.
 */
export async function drain(
  app: FastifyInstance,
  { lifecycle, config }: { lifecycle: Lifecycle; config: Config },
): Promise<void> {
  lifecycle.isDraining = true
  await sleep(config.drainMilliseconds)
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const limit = setTimeout(() => app.server.closeAllConnections(), longestRequest)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}
