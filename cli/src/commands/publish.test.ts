import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { reportSkipped } from '@plinth/server/src/testing/report-skipped.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { describe, expect, test } from 'vitest'

import { listFiles } from '../list-files.ts'
import { startFlakyProxy } from '../testing/flaky-proxy.ts'
import { createBuild, createFolder, createEmptyFolder } from '../testing/folders.ts'
import { createPublisher } from '../testing/publisher.ts'
import { run, runCli } from '../testing/run-cli.ts'
import { zipFolder } from '../zip-folder.ts'

const isUpload = ({ request }: { request: string }) =>
  request.startsWith('POST') && request.includes('/versions')

const isCreation = (request: string) => request.startsWith('POST') && request.includes('/Storybooks ')

describe('publishing from a folder', () => {
  test(
    'creates a version with all 3,000 files and prints its link',
    { tags: ['long'], timeout: 90_000 },
    async () => {
      const { env, versions, origin, account, storybook, call } = await createPublisher()
      const folder = await createBuild({ extraFiles: 2997, largeFileBytes: 3_000_000 })
      const { code, stdout, stderr } = await runCli(['publish', folder, '--message', 'All of it'], env)
      expect(stderr).toContain('Published version')
      expect(code).toBe(0)
      const [version, ...more] = await versions()
      expect(more).toEqual([])
      expect(version).toMatchObject({
        fileCount: 3001,
        message: 'All of it',
        kind: 'storybook',
        storyCount: 1,
      })
      expect(stdout).toBe(
        `${origin}/account/${account}/storybook/${storybook}/version/${version?.publicId}\n`,
      )
      for (const path of ['assets/large.bin', 'assets/part7/chunk-7.js', 'iframe.html']) {
        const file = await call(getStorybookFile, { params: { storybook, version: 'latest', '*': path } })
        expect((await readFile(join(folder, path))).equals(file)).toBe(true)
      }
    },
  )

  test('logs progress line by line without a terminal, and nothing with --quiet', async () => {
    const { env } = await createPublisher()
    const folder = await createBuild({ largeFileBytes: 2_000_000 })
    const { stderr } = await runCli(['publish', folder], env)
    expect(stderr.match(/^ {2}\d+ % of 2 MB$/gm)?.length).toBeGreaterThan(5)
    expect(stderr).toContain('100 % of 2 MB')
    const quiet = await runCli(['publish', folder, '--quiet'], env)
    expect(quiet).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^http\S+\n$/) })
  })

  test('prints all details with --json', async () => {
    const { env, versions, account, storybook, origin } = await createPublisher()
    const args = [
      'publish',
      await createBuild(),
      '--json',
      '--branch',
      'b',
      '--commit',
      'c0ffee',
      '--build-url',
    ]
    const { code, stdout } = await runCli([...args, 'https://ci.example/7'], env)
    expect(code).toBe(0)
    const [version] = await versions()
    expect(JSON.parse(stdout)).toEqual({
      url: `${origin}/account/${account}/storybook/${storybook}/version/${version?.publicId}`,
      version: version?.publicId,
      account,
      storybook: { publicId: storybook, title: 'Design System' },
      branch: 'b',
      commit: 'c0ffee',
      buildUrl: 'https://ci.example/7',
      files: 3,
      bytes: expect.any(Number),
      tries: 1,
      baseline: null,
      changes: null,
      looks: null,
    })
    expect(version).toMatchObject({ branch: 'b', commit: 'c0ffee', buildUrl: 'https://ci.example/7' })
  })

  test('finds the storybook by its exact title, and creates it only with --create', async () => {
    const { env, versions, call, account } = await createPublisher()
    const folder = await createBuild()
    expect(await runCli(['publish', folder, '--storybook', 'Design System'], env)).toMatchObject({ code: 0 })
    expect(await versions()).toHaveLength(1)
    const unknown = await runCli(['publish', folder, '--storybook', 'Marketing'], env)
    expect(unknown).toMatchObject({ code: 5, stdout: '' })
    expect(unknown.stderr).toBe(
      'There is no storybook Marketing in this account: check --storybook, or add --create.\n',
    )
    const near = await runCli(['publish', folder, '--storybook', 'Design Sistem'], env)
    expect(near).toMatchObject({ code: 5, stderr: expect.stringContaining('Did you mean "Design System"?') })
    for (const expected of [1, 2]) {
      await runCli(['publish', folder, '--storybook', 'Marketing', '--create', '--account', account], env)
      const made = (await call(listStorybooks, { params: { account } })).filter(
        ({ title }) => title === 'Marketing',
      )
      expect(made).toMatchObject([{ versionCount: expected }])
    }
    await call(createStorybook, { params: { account }, body: { title: 'Marketing' } })
    const several = await runCli(['publish', folder, '--storybook', 'Marketing'], env)
    expect(several).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('Several storybooks are called Marketing'),
    })
  })

  test('works on Node 20, the oldest version it supports', async () => {
    const node = '/usr/bin/node'
    const version = existsSync(node) ? (await run(node, ['--version'], {})).stdout : ''
    if (!version.startsWith('v20.'))
      return reportSkipped('the CLI was not run on Node 20: /usr/bin/node is another version')
    const { env, versions } = await createPublisher()
    const result = await runCli(
      ['publish', await createBuild({ extraFiles: 20, largeFileBytes: 2_000_000 })],
      env,
      { node },
    )
    expect(result).toMatchObject({ code: 0 })
    expect(await versions()).toHaveLength(1)
  })

  test('reaches a portal under *.localhost, which not every system can look up', async () => {
    const { env, versions } = await createPublisher()
    const { config } = await testPortal()
    expect(config.publicUrl.hostname).toMatch(/\.localhost$/)
    const result = await runCli(['publish', await createBuild()], {
      ...env,
      PLINTH_URL: config.publicUrl.href,
    })
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining(config.publicUrl.origin) })
    expect(await versions()).toHaveLength(1)
  })
})

test('says what it waits for, and why it is not known what changed', async () => {
  const { env } = await createPublisher()
  const first = await runCli(['publish', await createBuild()], env)
  expect(first.stderr).toContain('; the portal is reading it …\n')
  expect(first.stderr).toContain('There is nothing to compare it with yet.\n')
  const site = await createFolder({ 'index.html': '<h1>Site</h1>' })
  const unreadable = await runCli(['publish', site, '--site'], env)
  expect(unreadable.stderr).toContain('; the portal is reading and comparing it …\n')
  expect(unreadable.stderr).toContain('The portal can read no stories in this version, so it cannot tell')
  const next = await runCli(['publish', await createBuild()], env)
  const reason = 'the stories of one of the two cannot be read'
  expect(next.stderr).toMatch(new RegExp(`^What changed since version .* cannot be told: ${reason}\\.$`, 'm'))
  expect(next.stderr).not.toContain('not known yet')
  const compared = await runCli(['diff'], env)
  expect(compared.stdout).toMatch(new RegExp(`^From version .*: ${reason}$`, 'm'))
  // With --quiet nobody waits, so the summary of the pipeline does not know it.
  const summary = join(await createEmptyFolder(), 'summary.md')
  const pipeline = { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
  const quiet = await runCli(['publish', await createBuild(), '--quiet'], pipeline)
  expect(quiet).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(summary, 'utf8')).toContain('What changed is not known yet')
})

test('warns about files that the pages load and the build lacks, and refuses them with --strict', async () => {
  const { env, versions } = await createPublisher()
  const folder = await createFolder({
    'index.html': '<script type="module">import "./sb-manager/runtime.js"</script>',
    'iframe.html': '<script src="./assets/iframe.js"></script>',
    'assets/iframe.js': '',
  })
  const zip = join(await createEmptyFolder(), 'build.zip')
  await writeFile(zip, await buffer(zipFolder(await listFiles(folder))))
  for (const source of [[folder], ['--zip', zip]]) {
    const strict = await runCli(['publish', ...source, '--strict'], env)
    expect(strict).toMatchObject({ code: 3, stderr: expect.stringContaining('sb-manager/runtime.js') })
    expect(await versions()).toEqual([])
  }
  const { code, stdout, stderr } = await runCli(['publish', '--zip', zip, '--json'], env)
  expect(stderr).toContain('Warning: build.zip lacks files that its pages load')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, missingFiles: ['sb-manager/runtime.js'] })
})

describe('publishing a zip', () => {
  test('uploads it unchanged', async () => {
    const { env, versions } = await createPublisher()
    const zip = await buffer(zipFolder(await listFiles(await createBuild({ extraFiles: 10 }))))
    const path = join(await createEmptyFolder(), 'build.zip')
    await writeFile(path, zip)
    expect(await runCli(['publish', '--zip', path], env)).toMatchObject({ code: 0 })
    expect(await versions()).toMatchObject([{ size: zip.length, fileCount: 13 }])
  })

  test('refuses a file that is not a zipped build before sending it', async () => {
    const { env, versions } = await createPublisher()
    const folder = await createFolder({ 'text.zip': 'hello', 'index.html': '' })
    const site = join(folder, 'site.zip')
    await writeFile(
      site,
      await buffer(zipFolder(await listFiles(await createFolder({ 'dist/index.html': 'x' })))),
    )
    const cases: [string[], string][] = [
      [['--zip', join(folder, 'gone.zip')], 'There is no file'],
      [['--zip', join(folder, 'text.zip')], 'is not a zip'],
      [['--zip', folder], 'is not a file'],
      [['--zip', site], 'has no iframe.html'],
      [[join(folder, 'text.zip')], 'give it with --zip'],
    ]
    for (const [args, sentence] of cases) {
      const result = await runCli(['publish', ...args], env)
      expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining(sentence) })
    }
    expect(await versions()).toEqual([])
    expect(await runCli(['publish', '--zip', site, '--site'], env)).toMatchObject({ code: 0 })
  })
})

describe('when the connection breaks', () => {
  test('during the upload, a retry publishes one version', async () => {
    const { env, versions, origin } = await createPublisher()
    const proxy = await startFlakyProxy(
      origin,
      (traffic) => isUpload(traffic) && traffic.sentBytes > 400_000 && proxy.breaks() === 0,
    )
    const args = ['publish', await createBuild({ extraFiles: 200, largeFileBytes: 3_000_000 }), '--json']
    const { code, stdout, stderr } = await runCli(args, { ...env, PLINTH_URL: proxy.url })
    expect(stderr).toContain('trying again')
    expect(code).toBe(0)
    expect(proxy.breaks()).toBe(1)
    const all = await versions()
    expect(all).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ tries: 2, version: all[0]?.publicId })
  })

  test('before the response, a retry does not create a second version', async () => {
    const { env, versions, origin } = await createPublisher()
    const proxy = await startFlakyProxy(
      origin,
      (traffic) => isUpload(traffic) && traffic.receivedBytes > 0 && proxy.breaks() < 2,
    )
    const args = ['publish', await createBuild({ extraFiles: 50 }), '--json']
    const { code, stdout } = await runCli(args, { ...env, PLINTH_URL: proxy.url })
    expect(code).toBe(0)
    expect(proxy.breaks()).toBe(2)
    const all = await versions()
    expect(all).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ tries: 3, version: all[0]?.publicId })
  })

  test('while the storybook is created, a retry does not create a second one', async () => {
    const { env, call, account, origin } = await createPublisher()
    const proxy = await startFlakyProxy(
      origin,
      ({ request, receivedBytes }) => isCreation(request) && receivedBytes > 0 && proxy.breaks() === 0,
    )
    const args = ['publish', await createBuild(), '--create', '--storybook', 'New']
    expect(await runCli(args, { ...env, PLINTH_URL: proxy.url })).toMatchObject({ code: 0 })
    const storybooks = await call(listStorybooks, { params: { account } })
    expect(storybooks.filter(({ title }) => title === 'New')).toMatchObject([{ versionCount: 1 }])
  })

  test('at every attempt, the command ends with exit code 7', { tags: ['long'] }, async () => {
    const { env, versions, origin } = await createPublisher()
    const proxy = await startFlakyProxy(origin, (traffic) => isUpload(traffic) && traffic.sentBytes > 1000)
    const result = await runCli(['publish', await createBuild({ largeFileBytes: 500_000 })], {
      ...env,
      PLINTH_URL: proxy.url,
    })
    expect(result).toMatchObject({ code: 7, stdout: '' })
    expect(result.stderr).toContain('The portal could not be reached in 5 attempts (the connection broke)')
    expect(proxy.breaks()).toBe(5)
    expect(await versions()).toEqual([])
  })
})
