import { readFileSync } from 'node:fs'

import { pullRequestOf } from './metadata.ts'
import type { CiSystem } from './metadata.ts'

/**
 * A pull request is built from a temporary merge commit. Its own branch, commit and title are in the event file, since a
 * shallow checkout lacks them.
 */
export const github: CiSystem = {
  name: 'GitHub Actions',
  isDetected: (env) => env['GITHUB_ACTIONS'] === 'true',
  wholeHistory: 'fetch-depth: 0 at actions/checkout',
  read: (env) => {
    const { pull_request: pull, head_commit: head, repository } = readEvent(env['GITHUB_EVENT_PATH'])
    const run = env['GITHUB_RUN_ID']
    return {
      branch: env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'],
      defaultBranch: repository?.default_branch,
      commit: pull?.head?.sha ?? env['GITHUB_SHA'],
      message: pull?.title ? `${pull.title} (#${pull.number})` : head?.message,
      pullRequest: pullRequestOf(
        pull?.number?.toString(),
        pull?.base?.ref ?? env['GITHUB_BASE_REF'],
        pull?.head?.repo?.full_name !== pull?.base?.repo?.full_name,
      ),
      buildUrl: run && `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}/actions/runs/${run}`,
    }
  },
}

interface GithubEvent {
  pull_request?: {
    number?: number
    title?: string
    head?: { sha?: string; repo?: { full_name?: string } | null }
    base?: { ref?: string; repo?: { full_name?: string } }
  }
  head_commit?: { message?: string } | null
  repository?: { default_branch?: string }
}

function readEvent(path: string | undefined): GithubEvent {
  try {
    return path ? (JSON.parse(readFileSync(path, 'utf8')) as GithubEvent) : {}
  } catch {
    return {}
  }
}
