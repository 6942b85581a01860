import { formatBytes } from '@plinth/contract/format-bytes.ts'
import { getHealth, getReadiness, getServing } from '@plinth/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { retryAfterSeconds } from '../../database/unavailable.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Lifecycle } from '../../operations/drain.ts'
import type { Config } from '../../settings/config.ts'
import { withTimeout } from '../../shared/with-timeout.ts'

/** Load balancers wait a few seconds at most. */
const probeMs = 3000

export function healthRoutes(
  app: FastifyInstance,
  { db, blobs, config, lifecycle }: { db: Database; blobs: Archives; config: Config; lifecycle: Lifecycle },
) {
  const storeMs = Math.min(probeMs, config.storeTimeoutMs)
  let probing: Promise<void> | undefined
  let measuring: Promise<number> | undefined

  /** One at a time: if the folder's network mount has gone away, each probe would block a thread forever. */
  function probeStore(): Promise<void> {
    probing ??= blobs.probe(AbortSignal.timeout(storeMs)).finally(() => (probing = undefined))
    return withTimeout(storeMs, probing)
  }

  /** Serving works without free disk space; publishing does not. */
  async function requireFreeDisk(): Promise<void> {
    const { diskReserve } = config.limits
    measuring ??= blobs.freeForDrafts().finally(() => (measuring = undefined))
    const measured = measuring
    const free = await probe('The disk', () => withTimeout(storeMs, measured))
    if (free >= diskReserve) return
    throw new Problem('unavailable', {
      detail: `No room for uploads: ${formatBytes(free)} free, ${formatBytes(diskReserve)} required.`,
      retryAfter: retryAfterSeconds,
    })
  }

  route(app, getHealth, () => ({ status: 'ok' as const }))

  // All instances share the database, so a check here would take all of them out of rotation at once, and with them
  // everything that still works.
  route(app, getServing, () => {
    assertNotStopping(lifecycle)
    return { status: 'serving' as const }
  })

  route(app, getReadiness, async () => {
    assertNotStopping(lifecycle)
    await probe('The database', () => sql`SELECT 1`.execute(db))
    await probe('The blob store', probeStore)
    await requireFreeDisk()
    return { status: 'ready' as const }
  })
}

function assertNotStopping({ isDraining }: Lifecycle): void {
  if (isDraining) throw new Problem('unavailable', { detail: 'This instance is stopping.' })
}

async function probe<T>(what: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    throw new Problem('unavailable', {
      detail: `${what} does not answer.`,
      retryAfter: retryAfterSeconds,
      cause,
    })
  }
}
