import type { Random } from '../random.ts'
import { loose } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { contractRequest } from './contract-requests.ts'
import type { KnownPortal } from './known.ts'
import { mutate } from './mutate.ts'
import { rawRequest } from './raw-requests.ts'
import { siteRequest } from './site-requests.ts'

/** Any input: about half are calls of the contract, the others everything else that can be sent to a port. */
export function anAttempt(portal: KnownPortal, random: Random): Attempt {
  const kind = random.fraction()
  if (kind < 0.5) return contractRequest(portal, random)
  if (kind < 0.75) return siteRequest(portal, random)
  if (kind < 0.88) return rawRequest(portal, random)
  return damaged(random.pick([contractRequest, siteRequest, rawRequest])(portal, random), random)
}

/** The same with other bytes, or without its end. */
function damaged({ bytes }: Attempt, random: Random): Attempt {
  if (random.chance(0.75)) return loose('mutated', mutate(bytes, random))
  const part = bytes.subarray(0, random.whole(0, Math.max(0, bytes.length - 1)))
  return loose('cut off', part, random.pick(['wait', 'reset', 'leave']))
}
