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

/** Whoever asks wants to know soon; load balancers wait a few seconds at most. */
const probeMs = 3000

export function healthRoutes(
  app: FastifyInstance,
  { db, blobs, config, lifecycle }: { db: Database; blobs: Archives; config: Config; lifecycle: Lifecycle },
) {
  const storeMs = Math.min(probeMs, config.storeTimeoutMs)
  let probing: Promise<void> | undefined
  let measuring: Promise<number> | undefined

  /** One at a time: on a folder that has gone away each would hold a thread for good. */
  function probeStore(): Promise<void> {
    probing ??= blobs.probe(AbortSignal.timeout(storeMs)).finally(() => (probing = undefined))
    return before(storeMs, probing)
  }

  /** What serves goes on without it; publishing does not. */
  async function requireFreeDisk(): Promise<void> {
    const { diskReserve } = config.limits
    measuring ??= blobs.freeForDrafts().finally(() => (measuring = undefined))
    const measured = measuring
    const free = await answering('The disk', () => before(storeMs, measured))
    if (free >= diskReserve) return
    throw new Problem('unavailable', {
      detail: `No room for uploads: ${formatBytes(free)} free, ${formatBytes(diskReserve)} required.`,
      retryAfter: retryAfterSeconds,
    })
  }

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
    await answering('The blob store', probeStore)
    await requireFreeDisk()
    return { status: 'ready' as const }
  })
}

function assertStaying({ isDraining }: Lifecycle): void {
  if (isDraining) throw new Problem('unavailable', { detail: 'This instance is stopping.' })
}

async function answering<T>(what: string, probe: () => Promise<T>): Promise<T> {
  try {
    return await probe()
  } catch (cause) {
    throw new Problem('unavailable', {
      detail: `${what} does not answer.`,
      retryAfter: retryAfterSeconds,
      cause,
    })
  }
}

/** Fails where it takes longer, whatever becomes of the work. */
async function before<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
