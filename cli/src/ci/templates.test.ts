import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { publishVersion } from '@plinth/contract/versions.ts'
import { aForm, aStorybookZip } from '@plinth/server/src/testing/builds.ts'
import { reportSkipped } from '@plinth/server/src/testing/report-skipped.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { expect, test } from 'vitest'

import { linesBelow, mapBelow, pathWithNpx, readTemplate } from '../testing/ci-templates.ts'
import { createBuild, createFolder, createEmptyFolder } from '../testing/folders.ts'
import { commit, hostShapes, token } from '../testing/host-shapes.ts'
import { startStandIn } from '../testing/host-stand-in.ts'
import { createPublisher } from '../testing/publisher.ts'
import { run } from '../testing/run-cli.ts'

const [githubHost, gitlabHost, azureHost, bitbucketHost] = hostShapes

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

test('the GitHub action publishes, sets its outputs and summary, and comments on each storybook', async () => {
  const host = await startStandIn(githubHost)
  const { versions, account, storybook, origin, key } = await createPublisher()
  const action = await readTemplate('github/action.yml')
  const inputs: Record<string, string> = { url: origin, storybook: 'Brand new', key, token, create: 'true' }
  const fallback = (name: string) =>
    linesBelow(action, `${name}:`)
      .map((line) => /^ +default: '?(.*?)'?$/.exec(line)?.[1])
      .find((value) => value !== undefined)
  const lookUp = (name: string) => inputs[name] ?? fallback(name) ?? ''
  const folder = await createFolder({
    'event.json': JSON.stringify({
      pull_request: { number: 12, title: 'Corners', head: { sha: commit }, base: { ref: 'main' } },
    }),
    output: '',
    summary: '',
  })
  const { GITHUB_TOKEN: _, ...pipeline } = host.env
  const github = {
    CI: 'true',
    ...pipeline,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '42',
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
    commit,
    message: 'Corners (#12)',
    buildUrl: 'https://github.com/acme/ui/actions/runs/42',
    fileCount: 23,
  })
  expect(await readFile(join(folder, 'output'), 'utf8')).toContain(
    `url=${url}\nversion=${version?.publicId}\n`,
  )
  const summary = await readFile(join(folder, 'summary'), 'utf8')
  expect(summary).toContain(`[version \`${version?.publicId}\`](${url})`)
  expect(host.comments.map(({ body }) => /### Storybook \[`(.*?)`\]/.exec(body)?.[1])).toEqual([
    'Brand new',
    'Design System',
  ])
  expect(host.statuses.at(-1)).toMatchObject({
    context: 'plinth/Design System',
    state: 'success',
    target_url: url,
  })
})

test('the GitLab job publishes, writes the link to a dotenv file, and comments what changed', async () => {
  const { versions, env: access, call, account, storybook, origin } = await createPublisher()
  const host = await startStandIn(gitlabHost)
  const earlier = await call(publishVersion, {
    params: { account, storybook },
    form: aForm(aStorybookZip(), { Branch: 'corners' }),
  })
  const job = await readTemplate('gitlab.yml')
  const variables = mapBelow(job, 'variables:', (name) => name)
  const script = linesBelow(job, 'script:')
    .map((line) => line.trim().replace(/^- /, ''))
    .join('\n')
  const gitlab = { CI: 'true', ...host.env, CI_JOB_URL: 'https://gitlab.example/acme/ui/-/jobs/7' }
  const checkout = await createCheckout()
  const result = await runScript(script, { ...gitlab, ...variables, ...access }, checkout)
  expect(result).toMatchObject({ code: 0 })
  const [version] = await versions()
  expect(version).toMatchObject({ branch: 'corners', commit, buildUrl: gitlab.CI_JOB_URL })
  expect(await readFile(join(checkout, 'plinth.env'), 'utf8')).toBe(
    `PLINTH_VERSION=${version?.publicId}\nPLINTH_VERSION_URL=${result.stdout.trim()}\n`,
  )
  const home = `${origin}/account/${account}/storybook/${storybook}`
  const compared = `${home}/compare/${earlier.versionPublicId}...${version?.publicId}`
  expect(host.comments).toMatchObject([{ body: expect.stringContaining(`[comparison](${compared})`) }])
  expect(host.comments[0]?.body).toContain(`\n\n**Added**\n\n- [\`A: `)
  expect(host.statuses).toMatchObject([
    { name: 'plinth/Design System', state: 'success', target_url: result.stdout.trim() },
  ])
})

test('the Azure DevOps steps publish, set the output variables, and comment', async () => {
  const host = await startStandIn(azureHost)
  const { versions, origin, key, storybook } = await createPublisher()
  const steps = await readTemplate('azure-pipelines.yml')
  const values: Record<string, string> = {
    url: origin,
    storybook,
    account: '',
    folder: 'storybook-static',
    create: 'False',
    plinthApiKey: key,
    AccessToken: token,
  }
  const env = mapBelow(steps, 'env:', (name) => values[name] ?? '')
  expect(env).toMatchObject({ PLINTH_API_KEY: key, SYSTEM_ACCESSTOKEN: token })
  const temporary = join(await createEmptyFolder(), 'temp')
  await mkdir(temporary)
  const azure = {
    ...host.env,
    AGENT_TEMPDIRECTORY: temporary,
    BUILD_BUILDID: '99',
    BUILD_SOURCEBRANCH: 'refs/pull/12/merge',
    BUILD_SOURCEVERSIONMESSAGE: 'Round the corners',
  }
  const script = linesBelow(steps, 'bash: |').join('\n').split('\n    name:')[0] ?? ''
  const { code, stdout } = await runScript(script, { ...azure, ...env }, await createCheckout())
  expect(code).toBe(0)
  const [version] = await versions()
  expect(version).toMatchObject({
    branch: 'corners',
    commit,
    message: 'Round the corners',
    buildUrl: `${host.env['SYSTEM_COLLECTIONURI']}Design%20System/_build/results?buildId=99`,
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
  expect(host.comments).toMatchObject([{ body: expect.stringContaining(String(url)) }])
  expect(host.statuses).toMatchObject([
    { context: { genre: 'plinth', name: 'Design System' }, state: 'succeeded', targetUrl: url },
  ])
})

test('the Bitbucket step publishes and comments; without a token, the same is in the log', async () => {
  const { versions, env: access, storybook } = await createPublisher()
  const host = await startStandIn(bitbucketHost)
  const step = await readTemplate('bitbucket-pipelines.yml')
  const script = linesBelow(step, 'script:')
    .map((line) => line.trim().replace(/^- /, ''))
    .join('\n')
  const bitbucket = { CI: 'true', ...host.env, ...access }
  const result = await runScript(script, bitbucket, await createCheckout())
  expect(result).toMatchObject({ code: 0 })
  expect(await versions()).toMatchObject([
    { branch: 'corners', commit, buildUrl: 'https://bitbucket.org/acme/ui/pipelines/results/5' },
  ])
  expect(host.comments).toMatchObject([{ body: expect.stringContaining(result.stdout.trim()) }])
  expect(host.statuses).toMatchObject([
    {
      key: `plinth-${storybook}`,
      name: 'plinth/Design System',
      state: 'SUCCESSFUL',
      url: result.stdout.trim(),
    },
  ])

  const silent = await runScript(script, { ...bitbucket, BITBUCKET_TOKEN: '' }, await createCheckout())
  expect(silent).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('\n### Storybook [`Design System`]('),
  })
  expect(silent.stderr).toContain('No comment in the pull request: BITBUCKET_TOKEN is not set.')
  expect(host.comments).toHaveLength(1)
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
