import { maxLength } from '@plinth/contract/max-length.ts'

import { azureDevops } from './azure-devops.ts'
import { bitbucket } from './bitbucket.ts'
import { readGit } from './git.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { CiSystem, Metadata, PullRequest } from './metadata.ts'

export const ciSystems: readonly CiSystem[] = [github, gitlab, azureDevops, bitbucket]

/** The pipeline that this runs in; undefined outside of one. */
export const findCiSystem = (env: NodeJS.ProcessEnv): CiSystem | undefined =>
  ciSystems.find(({ isDetected }) => isDetected(env))

/**
 * Options take precedence over variables of the pipeline, and those over git. What was detected is cut to the portal's
 * limits, so that a long subject does not fail a build.
 */
export async function detectMetadata(
  env: NodeJS.ProcessEnv,
  given: Metadata,
  git: typeof readGit = readGit,
): Promise<Metadata> {
  const ci = findCiSystem(env)?.read(env) ?? {}
  const fromGit = await git(given.commit ?? ci.commit)
  const subject = (ci.message || fromGit.message)?.split('\n')[0]?.trim()
  const link = ci.buildUrl && URL.canParse(ci.buildUrl) ? ci.buildUrl : undefined
  const defaultBranch = ci.defaultBranch || fromGit.defaultBranch
  const detected: Metadata = {
    message: given.message ?? subject?.slice(0, maxLength.message),
    branch:
      given.branch ?? branchName(ci.branch || fromGit.branch, ci.pullRequest)?.slice(0, maxLength.branch),
    defaultBranch: defaultBranch && defaultBranch.length <= maxLength.branch ? defaultBranch : undefined,
    commit: given.commit ?? (ci.commit || fromGit.commit)?.slice(0, maxLength.commit),
    buildUrl: given.buildUrl ?? (link && link.length <= maxLength.buildUrl ? link : undefined),
    pullRequest: ci.pullRequest,
  }
  return Object.fromEntries(Object.entries(detected).filter(([, value]) => value))
}

/** The main branch of a fork is not ours: what comes from it must not become our newest version. */
const branchName = (branch: string | undefined, pullRequest: PullRequest | undefined) =>
  branch && pullRequest?.isFromFork ? `pull/${pullRequest.number}/${branch}` : branch
