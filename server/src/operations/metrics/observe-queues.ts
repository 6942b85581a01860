import type { Pool } from 'pg'

import { verifyPool } from '../../archive/verify-pool.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Registry } from './registry.ts'

/** Where work waits, and what it waits for. */
export function observeQueues(
  { observe }: Registry,
  pool: Pool,
  revocations: Pick<Revocations, 'isHearing'>,
): void {
  observe('gauge', 'plinth_database_connections', 'Connections to the database, by state.', () => [
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'in use' }, pool.totalCount - pool.idleCount],
  ])
  observe(
    'gauge',
    'plinth_database_waiting',
    'Requests that wait for a connection to the database.',
    () => pool.waitingCount,
  )
  observe(
    'gauge',
    'plinth_verification_threads_busy',
    'Threads that are verifying uploads.',
    () => verifyPool.load().busy,
  )
  observe(
    'gauge',
    'plinth_verification_waiting',
    'Pieces of uploads that wait for a thread.',
    () => verifyPool.load().waiting,
  )
  observe(
    'gauge',
    'plinth_hears_other_instances',
    '1 while this instance hears at once what others revoke, otherwise 0.',
    () => (revocations.isHearing() ? 1 : 0),
  )
}
