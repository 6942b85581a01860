import { azureDevops } from '../ci/azure-devops.ts'
import { bitbucket } from '../ci/bitbucket.ts'
import { github } from '../ci/github.ts'
import { gitlab } from '../ci/gitlab.ts'
import type { CiSystem, Metadata } from '../ci/metadata.ts'
import { openAzureDevops } from './azure-devops.ts'
import { openBitbucket } from './bitbucket.ts'
import { openGithub } from './github.ts'
import { openGitlab } from './gitlab.ts'
import type { HostLimits } from './host-api.ts'
import type { OpenHost, PullRequestHost } from './host.ts'

interface HostKind {
  ci: CiSystem
  /** The variables that may hold a token; the first that is set counts. */
  tokens: [string, ...string[]]
  open: OpenHost
}

const kinds: readonly HostKind[] = [
  { ci: github, tokens: ['GITHUB_TOKEN'], open: openGithub },
  // The token of the job itself may not comment.
  { ci: gitlab, tokens: ['PLINTH_GITLAB_TOKEN', 'GITLAB_TOKEN'], open: openGitlab },
  { ci: azureDevops, tokens: ['SYSTEM_ACCESSTOKEN'], open: openAzureDevops },
  { ci: bitbucket, tokens: ['BITBUCKET_TOKEN'], open: openBitbucket },
]

export type FoundHost = { host: PullRequestHost; token: string } | { missingToken: string }

/** The host of the pull request that this pipeline builds; undefined if it builds none. */
export function findHost(
  env: NodeJS.ProcessEnv,
  { pullRequest, commit, branch }: Metadata,
  limits: HostLimits,
): FoundHost | undefined {
  const kind = kinds.find(({ ci }) => ci.isDetected(env))
  if (!kind || !pullRequest || !commit) return undefined
  const token = kind.tokens.map((name) => env[name]?.trim()).find(Boolean)
  if (!token) return { missingToken: kind.tokens[0] }
  const host = kind.open({ env, number: pullRequest.number, commit, branch, token, limits })
  return host && { host, token }
}
