import type { Version } from '@plinth/contract/versions.ts'

interface BranchOfVersions {
  /** Null for versions without a branch. */
  branch: string | null
  versions: Version[]
}

/** Of versions that are newest first: the main branch, then those published last. */
export function groupByBranch(versions: Version[], mainBranch: string | null): BranchOfVersions[] {
  const groups = [...Map.groupBy(versions, ({ branch }) => branch)]
  const isMain = (branch: string | null) => branch !== null && branch === mainBranch
  return groups
    .map(([branch, ofBranch]) => ({ branch, versions: ofBranch }))
    .toSorted((one, other) => Number(isMain(other.branch)) - Number(isMain(one.branch)))
}

/** Whether every word is somewhere in what a version says about itself. */
export function matchesText(version: Version, text: string): boolean {
  const { message, branch, release, commit, createdBy, publicId } = version
  const facts = [message, branch, release, commit, createdBy, publicId].join('\n').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => facts.includes(word))
}
