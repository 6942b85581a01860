import type { ReviewState } from '@plinth/contract/reviews.ts'

import type { HostLimits } from './host-api.ts'

export interface HostComment {
  /** As much as `updateComment` needs to find it. */
  id: string
  body: unknown
}

export interface CommitStatus {
  /** Every storybook has its own status, so that one that passes does not hide another that waits. */
  storybook: { publicId: string; title: string }
  /** `pending` while somebody has to decide about what looks different, `failure` if it was rejected. */
  state: ReviewState
  url: string
  description: string
}

/** What can be done to one pull request. Every call may throw `HostError`. */
export interface PullRequestHost {
  name: string
  /** What the token must be allowed to do, for the one who reads that it is not. */
  permissions: string
  comments: () => AsyncIterable<HostComment>
  createComment: (body: string) => Promise<unknown>
  updateComment: (id: string, body: string) => Promise<unknown>
  setStatus: (status: CommitStatus) => Promise<unknown>
}

/** The name under which hosts list a status. */
export const statusName = ({ storybook }: Pick<CommitStatus, 'storybook'>) => `plinth/${storybook.title}`

/** More comments than any pull request has: 2,000. */
export const maxPages = 20
export const perPage = 100

export interface PipelineAccess {
  env: NodeJS.ProcessEnv
  /** The number of the pull request. */
  number: string
  commit: string
  /** That of the pull request, not the one it merges into. */
  branch: string | undefined
  token: string
  limits: HostLimits
}

/** Undefined if the pipeline does not say which repository it builds. */
export type OpenHost = (access: PipelineAccess) => PullRequestHost | undefined
