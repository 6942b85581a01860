import type { Storage } from '@plinth/contract/storage.ts'

import { Problem } from '../../http/problems.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "12.4 GB", as the pages write it. */
export function sayStored(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power)
}

/** The upload does not fit; `arriving` are the bytes of others that are under way. */
export function accountStorageFull({ usedBytes, limitBytes }: Storage, arriving = 0): Problem {
  const also = arriving > 0 ? `, ${sayStored(arriving)} more is being uploaded` : ''
  return new Problem('account_storage_full', {
    detail:
      `This account stores ${sayStored(usedBytes)} of the ${sayStored(limitBytes)} it may${also}, and this upload does not fit. ` +
      'Delete versions that nobody needs, which makes room after a day, or ask for a higher limit.',
  })
}
