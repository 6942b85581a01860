import type { Baseline } from '@plinth/contract/versions.ts'

/**
 * "the newest of main that it is based on". A version follows the newest of its branch that it contains, which need not be the
 * one published before it.
 */
export function describeBaseline({ branch, reason }: Baseline): string {
  const of = branch === null ? '' : ` of ${branch}`
  if (reason === 'ancestor') return `the newest${of} that it is based on`
  if (reason === 'newest-of-branch') return `the newest${of} when it was published`
  return `the one${of} that it follows`
}
