import { formatBytes } from '@plinth/contract/format-bytes.ts'
import type { Storage } from '@plinth/contract/storage.ts'

import { Problem } from '../../http/problems.ts'

/** `reservedBytes` are set aside for other uploads in progress. */
export function accountStorageFull({ usedBytes, limitBytes }: Storage, reservedBytes = 0): Problem {
  const reserved = reservedBytes > 0 ? `, ${formatBytes(reservedBytes)} more is being uploaded` : ''
  return new Problem('account_storage_full', {
    detail:
      `This account uses ${formatBytes(usedBytes)} of its ${formatBytes(limitBytes)}${reserved}, so this upload does not fit. ` +
      'Delete versions you no longer need, for good in the trash, or ask for a higher limit.',
  })
}
