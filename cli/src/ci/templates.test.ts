import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { reportSkipped } from '@plinth/server/src/testing/report-skipped.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { expect, test } from 'vitest'

import { linesBelow, mapBelow, pathWithNpx, readTemplate } from '../testing/ci-templates.ts'
import { createBuild, createFolder, createEmptyFolder } from '../testing/folders.ts'
import { createPublisher } from '../testing/publisher.ts'
import { run } from '../testing/run-cli.ts'

const sha = '3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4'

/** A pipeline's working directory after the build: a git checkout with storybook-static in it. */
async function createCheckout(): Promise<string> {
  const folder = await createEmptyFolder()
  await rename(await createBuild({ extraFiles: 20 }), join(folder, 'storybook-static'))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { HOME: folder }, folder)
  await git('init', '-q', '-b', 'main')
  await git('commit', '-q', '--allow-empty', '-m', 'Round the corners')
  return folder
}

/** Runs a script as pipelines do: it stops at the first command that fails. */
async function runScript(script: string, env: Record<string, string>, cwd: string) {
  const PATH = await pathWithNpx((await testPortal()).origin)
  return run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { ...env, PATH }, cwd)
}

test('the GitHub action publishes and sets its outputs and summary', async () => {
  const { versions, account, storybook, origin, key } = await createPublisher()
  const action = await readTemplate('github/action.yml')
  const inputs: Record<string, string> = { url: origin, storybook: 'Brand new', key, create: 'true' }
  const fallback = (name: string) =>
    linesBelow(action, `${name}:`)
      .map((line) => /^ +default: '?(.*?)'?$/.exec(line)?.[1])
      .find((value) => value !== undefined)
  const lookUp = (name: string) => inputs[name] ?? fallback(name) ?? ''
  const folder = await createFolder({
    'event.json': JSON.stringify({ pull_request: { number: 12, title: 'Corners', head: { sha } } }),
    output: '',
    summary: '',
  })
  const github = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/ui',
    GITHUB_RUN_ID: '42',
    GITHUB_HEAD_REF: 'corners',
    GITHUB_REF_NAME: '12/merge',
    GITHUB_SHA: 'f'.repeat(40),
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  }
  const script = linesBelow(action, 'run: |').join('\n')
  const env = mapBelow(action, 'env:', lookUp)
  const created = await runScript(script, { ...github, ...env }, await createCheckout())
  expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('to Brand new') })

  inputs['create'] = 'false'
  inputs['storybook'] = storybook
  const again = await runScript(
    script,
    { ...github, ...mapBelow(action, 'env:', lookUp) },
    await createCheckout(),
  )
  expect(again).toMatchObject({ code: 0 })
  const [version] = await versions()
  const url = `${origin}/account/${account}/storybook/${storybook}/version/${version?.publicId}`
  expect(version).toMatchObject({
    branch: 'corners',
    commit: sha,
    message: 'Corners (#12)',
    buildUrl: 'https://github.com/acme/ui/actions/runs/42',
    fileCount: 23,
  })
  expect(await readFile(join(folder, 'output'), 'utf8')).toContain(
    `url=${url}\nversion=${version?.publicId}\n`,
  )
  expect(await readFile(join(folder, 'summary'), 'utf8')).toContain(`[Design System](${url})`)
})

test('the GitLab job publishes and writes the link to a dotenv file', async () => {
  const { versions, env: access } = await createPublisher()
  const job = await readTemplate('gitlab.yml')
  const variables = mapBelow(job, 'variables:', (name) => name)
  const script = linesBelow(job, 'script:')
    .map((line) => line.trim().replace(/^- /, ''))
    .join('\n')
  const gitlab = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_COMMIT_REF_NAME: 'main',
    CI_COMMIT_SHA: sha,
    CI_COMMIT_TITLE: 'Round the corners',
    CI_JOB_URL: 'https://gitlab.example/acme/ui/-/jobs/7',
  }
  const checkout = await createCheckout()
  const result = await runScript(script, { ...gitlab, ...variables, ...access }, checkout)
  expect(result).toMatchObject({ code: 0 })
  const [version] = await versions()
  expect(version).toMatchObject({
    branch: 'main',
    commit: sha,
    message: 'Round the corners',
    buildUrl: gitlab.CI_JOB_URL,
  })
  expect(await readFile(join(checkout, 'plinth.env'), 'utf8')).toBe(
    `PLINTH_VERSION=${version?.publicId}\nPLINTH_VERSION_URL=${result.stdout.trim()}\n`,
  )
})

test('the Azure DevOps steps publish and set the output variables', async () => {
  const { versions, origin, key, storybook } = await createPublisher()
  const steps = await readTemplate('azure-pipelines.yml')
  const values: Record<string, string> = {
    url: origin,
    storybook,
    account: '',
    folder: 'storybook-static',
    create: 'False',
    plinthApiKey: key,
  }
  const env = mapBelow(steps, 'env:', (name) => values[name] ?? '')
  expect(env).toMatchObject({ PLINTH_API_KEY: key })
  const temporary = join(await createEmptyFolder(), 'temp')
  await mkdir(temporary)
  const azure = {
    TF_BUILD: 'True',
    AGENT_TEMPDIRECTORY: temporary,
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
    SYSTEM_TEAMPROJECT: 'UI',
    BUILD_BUILDID: '99',
    BUILD_SOURCEBRANCH: 'refs/heads/main',
    BUILD_SOURCEVERSION: sha,
    BUILD_SOURCEVERSIONMESSAGE: 'Round the corners',
  }
  const script = linesBelow(steps, 'bash: |').join('\n').split('\n    name:')[0] ?? ''
  const { code, stdout } = await runScript(script, { ...azure, ...env }, await createCheckout())
  expect(code).toBe(0)
  const [version] = await versions()
  expect(version).toMatchObject({
    branch: 'main',
    message: 'Round the corners',
    buildUrl: 'https://dev.azure.com/acme/UI/_build/results?buildId=99',
  })
  const summary = join(temporary, `plinth-${version?.publicId}.md`)
  const url = stdout.trim().split('\n').at(-1)
  expect(stdout.split('\n')).toEqual([
    `##vso[task.setvariable variable=plinthUrl;isOutput=true]${url}`,
    `##vso[task.setvariable variable=plinthVersion;isOutput=true]${version?.publicId}`,
    `##vso[task.uploadsummary]${summary}`,
    url,
    '',
  ])
  expect(await readFile(summary, 'utf8')).toContain(String(url))
})

test('the Bitbucket step publishes', async () => {
  const { versions, env: access } = await createPublisher()
  const step = await readTemplate('bitbucket-pipelines.yml')
  const script = linesBelow(step, 'script:')
    .map((line) => line.trim().replace(/^- /, ''))
    .join('\n')
  const bitbucket = {
    CI: 'true',
    BITBUCKET_BUILD_NUMBER: '5',
    BITBUCKET_REPO_FULL_NAME: 'acme/ui',
    BITBUCKET_BRANCH: 'main',
    BITBUCKET_COMMIT: sha,
  }
  const result = await runScript(script, { ...bitbucket, ...access }, await createCheckout())
  expect(result).toMatchObject({ code: 0 })
  expect(await versions()).toMatchObject([
    { branch: 'main', commit: sha, buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5' },
  ])
})

test('the curl example publishes', async () => {
  const tools = await run('bash', ['-c', 'command -v curl && command -v zip'], {})
  if (tools.code !== 0) return reportSkipped('the curl example was not run: curl or zip is missing')
  const { versions, env: access, account } = await createPublisher()
  const script = /```bash\n([\s\S]*?)```/.exec(await readTemplate('README.md'))?.[1] ?? ''
  expect(script).toContain('curl')
  const result = await runScript(script, { ...access, PLINTH_ACCOUNT: account }, await createCheckout())
  expect(result).toMatchObject({ code: 0 })
  expect(await versions()).toMatchObject([{ message: 'Round the corners', fileCount: 23 }])
})
