import { pullRequestOf } from './metadata.ts'
import type { CiSystem } from './metadata.ts'

/** There is no variable for the message, so it comes from git. In a pull request BITBUCKET_BRANCH is the source branch. */
export const bitbucket: CiSystem = {
  name: 'Bitbucket Pipelines',
  isDetected: (env) => env['BITBUCKET_BUILD_NUMBER'] !== undefined,
  wholeHistory: 'clone: depth: full',
  read: (env) => {
    const repository = env['BITBUCKET_REPO_FULL_NAME']
    const number = env['BITBUCKET_BUILD_NUMBER']
    return {
      branch: env['BITBUCKET_BRANCH'] || env['BITBUCKET_TAG'],
      commit: env['BITBUCKET_COMMIT'],
      // Those of forks are not built.
      pullRequest: pullRequestOf(env['BITBUCKET_PR_ID'], env['BITBUCKET_PR_DESTINATION_BRANCH'], false),
      buildUrl: repository && `https://bitbucket.org/${repository}/pipelines/results/${number}`,
    }
  },
}
