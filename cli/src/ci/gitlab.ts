import { pullRequestOf } from './metadata.ts'
import type { CiSystem } from './metadata.ts'

/** In a merged-results pipeline CI_COMMIT_SHA is a temporary merge commit. */
export const gitlab: CiSystem = {
  name: 'GitLab CI',
  isDetected: (env) => env['GITLAB_CI'] === 'true',
  wholeHistory: "GIT_DEPTH: 0 in the job's variables",
  read: (env) => ({
    branch: env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'] || env['CI_COMMIT_REF_NAME'],
    defaultBranch: env['CI_DEFAULT_BRANCH'],
    commit: env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'] || env['CI_COMMIT_SHA'],
    message: env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']
      ? `${env['CI_MERGE_REQUEST_TITLE']} (!${env['CI_MERGE_REQUEST_IID']})`
      : env['CI_COMMIT_TITLE'],
    pullRequest: pullRequestOf(
      env['CI_MERGE_REQUEST_IID'],
      env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'],
      env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'],
      env['CI_MERGE_REQUEST_DIFF_BASE_SHA'],
    ),
    buildUrl: env['CI_JOB_URL'] || env['CI_PIPELINE_URL'],
  }),
}
