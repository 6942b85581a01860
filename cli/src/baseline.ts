import type { Baseline } from '@plinth/contract/versions.ts'

/** "the newest of main that it is based on" */
export function describeBaseline({ branch, reason }: Baseline): string {
  const of = branch === null ? '' : ` of ${branch}`
  if (reason === 'ancestor') return `the newest${of} that it is based on`
  if (reason === 'newest-of-branch') return `the newest${of} when it was published`
  return branch === null ? 'the one before' : `the one before on ${branch}`
}
