import { formatBytes } from '@plinth/contract/format-bytes.ts'
import type { Storage } from '@plinth/contract/storage.ts'

import { Problem } from '../../http/problems.ts'

/** The upload does not fit; `arriving` are the bytes of others that are under way. */
export function accountStorageFull({ usedBytes, limitBytes }: Storage, arriving = 0): Problem {
  const also = arriving > 0 ? `, ${formatBytes(arriving)} more is being uploaded` : ''
  return new Problem('account_storage_full', {
    detail:
      `This account stores ${formatBytes(usedBytes)} of the ${formatBytes(limitBytes)} it may${also}, and this upload does not fit. ` +
      'Delete versions that nobody needs, which makes room after a day, or ask for a higher limit.',
  })
}
