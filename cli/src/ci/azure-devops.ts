import { pullRequestOf, shortRef } from './metadata.ts'
import type { CiSystem } from './metadata.ts'

/** A pull request is built from refs/pull/N/merge; its source branch and commit are in separate variables. */
export const azureDevops: CiSystem = {
  name: 'Azure DevOps',
  isDetected: (env) => env['TF_BUILD']?.toLowerCase() === 'true',
  wholeHistory: 'fetchDepth: 0 at the checkout step',
  read: (env) => {
    const build = env['BUILD_BUILDID']
    const collection = env['SYSTEM_COLLECTIONURI'] || env['SYSTEM_TEAMFOUNDATIONCOLLECTIONURI']
    const project = encodeURIComponent(env['SYSTEM_TEAMPROJECT'] ?? '')
    return {
      branch: shortRef(env['SYSTEM_PULLREQUEST_SOURCEBRANCH'] || env['BUILD_SOURCEBRANCH']),
      commit: env['SYSTEM_PULLREQUEST_SOURCECOMMITID'] || env['BUILD_SOURCEVERSION'],
      message: env['BUILD_SOURCEVERSIONMESSAGE'],
      pullRequest: pullRequestOf(
        env['SYSTEM_PULLREQUEST_PULLREQUESTID'],
        shortRef(env['SYSTEM_PULLREQUEST_TARGETBRANCH']),
        env['SYSTEM_PULLREQUEST_ISFORK']?.toLowerCase() === 'true',
      ),
      buildUrl: collection && build && `${collection}${project}/_build/results?buildId=${build}`,
    }
  },
}
