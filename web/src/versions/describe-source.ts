import type { Version } from '@plinth/contract/versions.ts'

/** Where a build comes from, as people write it: "main@3f2c1a9". */
export function describeSource({ branch, commit }: Pick<Version, 'branch' | 'commit'>): string | undefined {
  const short = commit?.slice(0, 7)
  if (branch) return short ? `${branch}@${short}` : branch
  return short
}
