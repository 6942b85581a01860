import { getHealth, getReadiness, getServing } from '@plinth/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { askAgainAfter } from '../database/unavailable.ts'
import type { Lifecycle } from '../drain.ts'
import { Problem } from '../problems.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

export function healthRoutes(
  app: FastifyInstance,
  { db, blobs, lifecycle }: Pick<Services, 'db' | 'blobs' | 'lifecycle'>,
) {
  route(app, getHealth, () => ({ status: 'ok' as const }))

  // All instances share the database: were it asked for here, its absence would take all of them away at once,
  // and with them what still works.
  route(app, getServing, () => {
    assertStaying(lifecycle)
    return { status: 'serving' as const }
  })

  route(app, getReadiness, async () => {
    assertStaying(lifecycle)
    await answering('The database', () => sql`SELECT 1`.execute(db))
    await answering('The blob store', () => blobs.probe())
    return { status: 'ready' as const }
  })
}

function assertStaying({ isDraining }: Lifecycle): void {
  if (isDraining) throw new Problem('unavailable', { detail: 'This instance is stopping.' })
}

async function answering(what: string, probe: () => Promise<unknown>): Promise<void> {
  try {
    await probe()
  } catch (cause) {
    throw new Problem('unavailable', { detail: `${what} does not answer.`, retryAfter: askAgainAfter, cause })
  }
}
