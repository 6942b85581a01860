import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { maxLength } from '@plinth/contract/max-length.ts'
import { PublishFields } from '@plinth/contract/versions.ts'
import { describe, expect, test } from 'vitest'

import { createFolder } from '../testing/folders.ts'
import { run } from '../testing/run-cli.ts'
import { ciSystems, detectMetadata } from './detect.ts'
import { readGit } from './git.ts'
import type { Metadata } from './metadata.ts'

const noGit = async () => ({})
const sha = '3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4'
const mergeSha = 'ffffffffffffffffffffffffffffffffffffffff'

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/ui',
  GITHUB_RUN_ID: '42',
}
const gitlab = { GITLAB_CI: 'true', CI_JOB_URL: 'https://gitlab.example/acme/ui/-/jobs/7' }
const azure = {
  TF_BUILD: 'True',
  SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
  SYSTEM_TEAMPROJECT: 'Design System',
  BUILD_BUILDID: '99',
}
const bitbucket = { BITBUCKET_BUILD_NUMBER: '5', BITBUCKET_REPO_FULL_NAME: 'acme/ui', BITBUCKET_COMMIT: sha }

const cases: [string, Record<string, string>, Metadata][] = [
  [
    'GitLab CI on a branch',
    {
      ...gitlab,
      CI_COMMIT_REF_NAME: 'main',
      CI_DEFAULT_BRANCH: 'develop',
      CI_COMMIT_SHA: sha,
      CI_COMMIT_TITLE: 'Round the corners',
    },
    {
      branch: 'main',
      defaultBranch: 'develop',
      commit: sha,
      message: 'Round the corners',
      buildUrl: gitlab.CI_JOB_URL,
    },
  ],
  [
    'GitLab CI in a merged-results pipeline',
    {
      ...gitlab,
      CI_COMMIT_REF_NAME: 'refs/merge-requests/3/merge',
      CI_COMMIT_SHA: mergeSha,
      CI_COMMIT_TITLE: 'Merge branch',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'corners',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: sha,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_TITLE: 'Round the corners',
      CI_MERGE_REQUEST_IID: '3',
    },
    {
      branch: 'corners',
      commit: sha,
      message: 'Round the corners (!3)',
      buildUrl: gitlab.CI_JOB_URL,
      pullRequest: { number: '3', targetBranch: 'main', isFromFork: false },
    },
  ],
  [
    'Azure DevOps on a branch',
    {
      ...azure,
      BUILD_SOURCEBRANCH: 'refs/heads/feature/corners',
      BUILD_SOURCEVERSION: sha,
      BUILD_SOURCEVERSIONMESSAGE: 'Round the corners\n\nAll of them.',
    },
    {
      branch: 'feature/corners',
      commit: sha,
      message: 'Round the corners',
      buildUrl: 'https://dev.azure.com/acme/Design%20System/_build/results?buildId=99',
    },
  ],
  [
    'Azure DevOps in a pull request',
    {
      ...azure,
      BUILD_SOURCEBRANCH: 'refs/pull/12/merge',
      BUILD_SOURCEVERSION: mergeSha,
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/corners',
      SYSTEM_PULLREQUEST_SOURCECOMMITID: sha,
      SYSTEM_PULLREQUEST_PULLREQUESTID: '12',
      SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
      BUILD_SOURCEVERSIONMESSAGE: 'Merge pull request 12 from corners into main',
    },
    {
      branch: 'corners',
      commit: sha,
      message: 'Merge pull request 12 from corners into main',
      buildUrl: 'https://dev.azure.com/acme/Design%20System/_build/results?buildId=99',
      pullRequest: { number: '12', targetBranch: 'main', isFromFork: false },
    },
  ],
  [
    'Bitbucket Pipelines on a branch',
    { ...bitbucket, BITBUCKET_BRANCH: 'main' },
    { branch: 'main', commit: sha, buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5' },
  ],
  [
    'Bitbucket Pipelines in a pull request',
    {
      ...bitbucket,
      BITBUCKET_BRANCH: 'corners',
      BITBUCKET_PR_ID: '8',
      BITBUCKET_PR_DESTINATION_BRANCH: 'release/2',
    },
    {
      branch: 'corners',
      commit: sha,
      buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5',
      pullRequest: { number: '8', targetBranch: 'release/2', isFromFork: false },
    },
  ],
  [
    'a pull request whose number is none',
    { ...bitbucket, BITBUCKET_PR_ID: '../1' },
    { commit: sha, buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5' },
  ],
  [
    'Bitbucket Pipelines on a tag',
    { ...bitbucket, BITBUCKET_TAG: 'v1' },
    { branch: 'v1', commit: sha, buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5' },
  ],
  ['no pipeline at all', {}, {}],
]

describe('detecting where a build comes from', () => {
  test.each(cases)('works on %s', async (_, env, expected) => {
    expect(await detectMetadata(env, {}, noGit)).toEqual(expected)
  })

  test('works on GitHub, for a push and for a pull request', async () => {
    const folder = await createFolder({
      'push.json': JSON.stringify({ head_commit: { message: 'Round the corners\n\nAll of them.' } }),
      'pull.json': JSON.stringify({
        repository: { default_branch: 'develop' },
        pull_request: { number: 12, title: 'Corners', head: { sha }, base: { ref: 'main' } },
      }),
    })
    const buildUrl = 'https://github.com/acme/ui/actions/runs/42'
    const push = {
      ...github,
      GITHUB_REF_NAME: 'main',
      GITHUB_HEAD_REF: '',
      GITHUB_SHA: sha,
      GITHUB_EVENT_PATH: join(folder, 'push.json'),
    }
    expect(await detectMetadata(push, {}, noGit)).toEqual({
      branch: 'main',
      commit: sha,
      message: 'Round the corners',
      buildUrl,
    })
    const pull = {
      ...github,
      GITHUB_REF_NAME: '12/merge',
      GITHUB_HEAD_REF: 'corners',
      GITHUB_SHA: mergeSha,
      GITHUB_EVENT_PATH: join(folder, 'pull.json'),
    }
    expect(await detectMetadata(pull, {}, noGit)).toEqual({
      branch: 'corners',
      defaultBranch: 'develop',
      commit: sha,
      message: 'Corners (#12)',
      buildUrl,
      pullRequest: { number: '12', targetBranch: 'main', isFromFork: false },
    })
    await writeFile(join(folder, 'pull.json'), 'not json')
    expect(await detectMetadata(pull, {}, noGit)).toMatchObject({ branch: 'corners', commit: mergeSha })
  })

  test('the branch of a fork is not ours of the same name', async () => {
    const head = { sha, repo: { full_name: 'eve/ui' } }
    const pull = { number: 12, head, base: { ref: 'main', repo: { full_name: 'acme/ui' } } }
    const folder = await createFolder({ 'pull.json': JSON.stringify({ pull_request: pull }) })
    const forks = [
      { ...github, GITHUB_HEAD_REF: 'main', GITHUB_EVENT_PATH: join(folder, 'pull.json') },
      {
        ...gitlab,
        CI_MERGE_REQUEST_IID: '12',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_PROJECT_ID: '5',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7',
      },
      {
        ...azure,
        SYSTEM_PULLREQUEST_PULLREQUESTID: '12',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/main',
        SYSTEM_PULLREQUEST_ISFORK: 'True',
      },
    ]
    for (const env of forks) {
      expect(await detectMetadata(env, {}, noGit)).toMatchObject({ branch: 'pull/12/main' })
    }
  })

  test('options override what is detected', async () => {
    const [, env] = cases[0] ?? ['', {}]
    const given = { message: 'Mine', branch: 'b', commit: 'c', buildUrl: 'https://x.example' }
    expect(await detectMetadata(env, given, noGit)).toEqual({ ...given, defaultBranch: 'develop' })
  })

  test('git fills in what the pipeline does not provide', async () => {
    const commits: unknown[] = []
    const git = async (commit?: string) => {
      commits.push(commit)
      return { branch: 'local', commit: mergeSha, message: 'From git' }
    }
    expect(await detectMetadata({ ...bitbucket, BITBUCKET_BRANCH: 'main' }, {}, git)).toMatchObject({
      branch: 'main',
      commit: sha,
      message: 'From git',
    })
    expect(commits).toEqual([sha])
  })

  test('reads a real repository, and finds nothing without one', async () => {
    const folder = await createFolder({ file: 'x' })
    const home = process.cwd()
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { HOME: folder }, folder)
    try {
      process.chdir(folder)
      expect(await readGit()).toEqual({ branch: undefined, commit: undefined, message: undefined })
      await git('init', '-q', '-b', 'trunk')
      await git('add', '.')
      await git('commit', '-q', '-m', 'First', '-m', 'Body')
      expect(await readGit()).toEqual({
        branch: 'trunk',
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        message: 'First',
      })
      await git('checkout', '-q', '--detach')
      expect(await readGit('--output=evil')).toMatchObject({ branch: undefined, message: 'First' })
      await git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/next')
      expect(await readGit()).toMatchObject({ defaultBranch: 'release/next' })
    } finally {
      process.chdir(home)
    }
  })

  test('cuts long values to what the portal accepts', async () => {
    const env = {
      ...gitlab,
      CI_COMMIT_REF_NAME: 'b'.repeat(999),
      CI_COMMIT_SHA: 'c'.repeat(999),
      CI_COMMIT_TITLE: 'm'.repeat(9999),
      CI_JOB_URL: `https://x.example/${'u'.repeat(2000)}`,
    }
    const { message, branch, commit, buildUrl } = await detectMetadata(env, {}, noGit)
    expect(buildUrl).toBeUndefined()
    expect([message?.length, branch?.length, commit?.length]).toEqual([
      maxLength.message,
      maxLength.branch,
      maxLength.commit,
    ])
    const fields = { Message: message, Branch: branch, Commit: commit }
    expect(PublishFields.safeParse(fields).success).toBe(true)
    for (const [name, value] of Object.entries(fields)) {
      const tooLong = { ...fields, [name]: `${value}x` }
      expect(PublishFields.safeParse(tooLong).success).toBe(false)
    }
  })

  test('finds at most one pipeline system', () => {
    const names = [github, gitlab, azure, bitbucket].map((env) =>
      ciSystems.filter(({ isDetected }) => isDetected(env)).map(({ name }) => name),
    )
    expect(names).toEqual([['GitHub Actions'], ['GitLab CI'], ['Azure DevOps'], ['Bitbucket Pipelines']])
  })
})
