import type { ProblemCode } from '@plinth/contract/problems.ts'

import type { Trouble } from '../../server/src/testing/store-proxy.ts'
import type { Random } from '../random.ts'
import type { Injected } from './injected.ts'

export type StoreKind = 'files' | 'S3' | 'Azure'

/** What is wrong for a while. */
export type Fault =
  | { below: 'process'; injected: Injected }
  | { below: 'disk' }
  | { below: 'store'; trouble: Trouble }
  | { below: 'database'; trouble: DatabaseTrouble }

export type DatabaseTrouble =
  | 'refused'
  | 'connections dropped'
  | 'dropped before COMMIT'
  | 'dropped after COMMIT'
  | 'hung'
  | 'hung, then lost'
  | 'connections forgotten'

export interface FaultKind {
  name: string
  fault: (random: Random) => Fault
  /** The problems that may be answered meanwhile; none if nobody may notice. */
  allows: readonly ProblemCode[]
  /** The portals whose store it concerns; all by default. */
  stores?: readonly StoreKind[]
  /** The longest it lasts. */
  maxMs?: number
}

const second = 1000
const hour = 3600 * second
const day = 24 * hour
/** Longer than the portal waits for a store or database that sends nothing. */
const hangMs = 7 * second

const inProcess = (name: string, injected: Injected, allows: FaultKind['allows']): FaultKind => ({
  name,
  fault: () => ({ below: 'process', injected }),
  allows,
})

const ofStore = (name: string, trouble: Trouble, allows: FaultKind['allows']): FaultKind => ({
  name: `store ${name}`,
  fault: () => ({ below: 'store', trouble }),
  allows,
  stores: ['S3', 'Azure'],
  maxMs: trouble.startsWith('silent') ? hangMs : second,
})

const ofDatabase = (trouble: DatabaseTrouble): FaultKind => ({
  name: `database ${trouble}`,
  fault: () => ({ below: 'database', trouble }),
  allows: ['unavailable'],
  maxMs: trouble.startsWith('hung') ? hangMs : second,
})

const clock = (name: string, jump: (random: Random) => number): FaultKind => ({
  name: `clock ${name}`,
  fault: (random) => ({ below: 'process', injected: { clockMs: jump(random) } }),
  // By a clock that is wrong, tokens, keys and sessions have expired or are not valid yet; object stores refuse signatures
  // of another time.
  allows: ['token_expired', 'token_invalid', 'key_invalid', 'unauthenticated', 'unavailable'],
})

/** With every read and write failing, the portal can only say that something went wrong on its side. */
const fileErrors: FaultKind['allows'] = ['internal', 'unavailable']

export const kinds: readonly FaultKind[] = [
  inProcess('ENOSPC', { code: 'ENOSPC' }, ['storage_full', 'unavailable']),
  {
    name: 'full disk',
    fault: () => ({ below: 'disk' }),
    allows: ['storage_full', 'unavailable'],
  },
  inProcess('EIO', { code: 'EIO' }, fileErrors),
  inProcess('EIO now and then', { code: 'EIO', every: 3 }, fileErrors),
  inProcess('EMFILE', { code: 'EMFILE' }, fileErrors),
  inProcess('short reads and writes', { isShort: true }, []),
  inProcess('slow disk', { delayMs: 100 }, []),
  ofStore('503', 'failing', ['unavailable']),
  ofStore('reset', 'refused', ['unavailable']),
  ofStore('answers lost', 'answers lost', ['unavailable']),
  ofStore('answers cut', 'cut', ['unavailable']),
  ofStore('full', 'full', ['storage_full', 'unavailable']),
  ofStore('slow', 'slow', []),
  ofStore('silent', 'silent', ['unavailable']),
  ofStore('silent after the head', 'silent after the head', ['unavailable']),
  ofDatabase('refused'),
  ofDatabase('connections dropped'),
  ofDatabase('dropped before COMMIT'),
  ofDatabase('dropped after COMMIT'),
  ofDatabase('hung'),
  ofDatabase('hung, then lost'),
  ofDatabase('connections forgotten'),
  clock('ahead', (random) => random.pick([hour, 2 * day, 40 * day]) + random.whole(0, hour)),
  clock('behind', (random) => -random.pick([hour, 2 * day, 40 * day]) - random.whole(0, hour)),
]
