import type { Pool } from 'pg'

import type { Registry } from './registry.ts'

/** The queues themselves belong to layers above this one, which pass in how to read them. */
interface Queues {
  databasePool: Pick<Pool, 'idleCount' | 'totalCount' | 'waitingCount'>
  verificationLoad: () => { busy: number; waiting: number }
  isListeningForRevocations: () => boolean
}

/** Where work waits, and for what. */
export function observeQueues(
  { observe }: Registry,
  { databasePool: pool, verificationLoad, isListeningForRevocations }: Queues,
): void {
  observe('gauge', 'plinth_database_connections', 'Connections to the database, by state.', () => [
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'in use' }, pool.totalCount - pool.idleCount],
  ])
  observe(
    'gauge',
    'plinth_database_waiting',
    'Requests waiting for a database connection.',
    () => pool.waitingCount,
  )
  observe(
    'gauge',
    'plinth_verification_threads_busy',
    'Threads verifying uploads.',
    () => verificationLoad().busy,
  )
  observe(
    'gauge',
    'plinth_verification_waiting',
    'Pieces of uploads waiting for a thread.',
    () => verificationLoad().waiting,
  )
  observe(
    'gauge',
    'plinth_hears_other_instances',
    '1 while this instance receives revocations from other instances, otherwise 0.',
    () => (isListeningForRevocations() ? 1 : 0),
  )
}
