/** What a pipeline builds before it is merged; a merge request on GitLab. */
export interface PullRequest {
  /** As its host counts them in the repository. */
  number: string
  targetBranch: string | undefined
  /** Whether its branch is in another repository, where it may have the name of one of ours. */
  isFromFork: boolean
  /** The commit that it began from, where the pipeline tells. */
  mergeBase?: string | undefined
}

/** Where a version comes from, and what is new in it. */
export interface Metadata {
  message?: string | undefined
  branch?: string | undefined
  /** Of the repository: what its host shows first. */
  defaultBranch?: string | undefined
  commit?: string | undefined
  buildUrl?: string | undefined
  pullRequest?: PullRequest | undefined
}

export interface CiSystem {
  name: string
  isDetected: (env: NodeJS.ProcessEnv) => boolean
  read: (env: NodeJS.ProcessEnv) => Metadata
  /** How to have it check out the whole history. */
  wholeHistory: string
}

/** Undefined outside a pull request. A number is digits on every host, and becomes part of addresses. */
export const pullRequestOf = (
  number: string | undefined,
  targetBranch: string | undefined,
  isFromFork: boolean,
  mergeBase?: string,
): PullRequest | undefined =>
  number !== undefined && /^\d+$/.test(number)
    ? { number, targetBranch: targetBranch || undefined, isFromFork, ...(mergeBase && { mergeBase }) }
    : undefined

/** refs/heads/main → main */
export const shortRef = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/(?:heads|tags)\//, '')
