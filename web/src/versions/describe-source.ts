import type { Version } from '@plinth/contract/versions.ts'

export const shortCommit = (commit: string) => commit.slice(0, 7)

/** Branch and short commit: "main@3f2c1a9". */
export function describeSource({ branch, commit }: Pick<Version, 'branch' | 'commit'>): string | undefined {
  const short = commit ? shortCommit(commit) : undefined
  if (branch) return short ? `${branch}@${short}` : branch
  return short
}
