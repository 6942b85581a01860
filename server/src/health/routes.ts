import { getHealth, getReadiness, getServing } from '@plinth/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { askAgainAfter } from '../database/unavailable.ts'
import { Problem } from '../problems.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

export function healthRoutes(app: FastifyInstance, { db, blobs }: Pick<Services, 'db' | 'blobs'>) {
  route(app, getHealth, () => ({ status: 'ok' as const }))

  const databaseAnswering = () => answering('The database', () => sql`SELECT 1`.execute(db))

  route(app, getServing, async () => {
    await databaseAnswering()
    return { status: 'serving' as const }
  })

  route(app, getReadiness, async () => {
    await databaseAnswering()
    await answering('The blob store', () => blobs.probe())
    return { status: 'ready' as const }
  })
}

async function answering(what: string, probe: () => Promise<unknown>): Promise<void> {
  try {
    await probe()
  } catch (cause) {
    throw new Problem('unavailable', { detail: `${what} does not answer.`, retryAfter: askAgainAfter, cause })
  }
}
