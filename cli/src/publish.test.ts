import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { saySkipped } from '@plinth/server/src/testing/say-skipped.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { describe, expect, test } from 'vitest'

import { listFiles } from './list-files.ts'
import { cuttingProxy } from './testing/cutting-proxy.ts'
import { aBuild, aFolder, emptyFolder } from './testing/folders.ts'
import { aPublisher } from './testing/publisher.ts'
import { run, runCli } from './testing/run-cli.ts'
import { zipFolder } from './zip-folder.ts'

const isUpload = ({ request }: { request: string }) =>
  request.startsWith('POST') && request.includes('/versions')

const isCreation = (request: string) => request.startsWith('POST') && request.includes('/Storybooks ')

describe('publishing from a folder', () => {
  test('of 3,000 files makes a version with all of them, and prints its link', async () => {
    const { env, versions, origin, account, storybook, call } = await aPublisher()
    const folder = await aBuild({ more: 2997, large: 3_000_000 })
    const { code, stdout, stderr } = await runCli(['publish', folder, '--message', 'All of it'], env)
    expect(stderr).toContain('Published version')
    expect(code).toBe(0)
    const [version, ...more] = await versions()
    expect(more).toEqual([])
    expect(version).toMatchObject({ fileCount: 3001, message: 'All of it', kind: 'storybook', storyCount: 1 })
    expect(stdout).toBe(`${origin}/account/${account}/storybook/${storybook}/version/${version?.publicId}\n`)
    for (const path of ['assets/large.bin', 'assets/part7/chunk-7.js', 'iframe.html']) {
      const file = await call(getStorybookFile, { params: { storybook, version: 'latest', '*': path } })
      expect((await readFile(join(folder, path))).equals(file)).toBe(true)
    }
  }, 90_000)

  test('tells its progress in lines where there is no terminal, and nothing with --quiet', async () => {
    const { env } = await aPublisher()
    const folder = await aBuild({ large: 2_000_000 })
    const { stderr } = await runCli(['publish', folder], env)
    expect(stderr.match(/^ {2}\d+ % of 2 MB$/gm)?.length).toBeGreaterThan(5)
    expect(stderr).toContain('100 % of 2 MB')
    const quiet = await runCli(['publish', folder, '--quiet'], env)
    expect(quiet).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^http\S+\n$/) })
  })

  test('tells a program all about it with --json', async () => {
    const { env, versions, account, storybook, origin } = await aPublisher()
    const args = ['publish', await aBuild(), '--json', '--branch', 'b', '--commit', 'c0ffee', '--build-url']
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
    })
    expect(version).toMatchObject({ branch: 'b', commit: 'c0ffee', buildUrl: 'https://ci.example/7' })
  })

  test('finds the storybook by its exact title, and makes it only with --create', async () => {
    const { env, versions, call, account } = await aPublisher()
    const folder = await aBuild()
    expect(await runCli(['publish', folder, '--storybook', 'Design System'], env)).toMatchObject({ code: 0 })
    expect(await versions()).toHaveLength(1)
    const strange = await runCli(['publish', folder, '--storybook', 'Marketing'], env)
    expect(strange).toMatchObject({ code: 5, stdout: '' })
    expect(strange.stderr).toBe(
      'There is no storybook Marketing in this account: check --storybook, or add --create.\n',
    )
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

  test('works on the oldest Node it promises', async () => {
    const node = '/usr/bin/node'
    const version = existsSync(node) ? (await run(node, ['--version'], {})).stdout : ''
    if (!version.startsWith('v20.'))
      return saySkipped('the CLI was not run on Node 20: /usr/bin/node is another')
    const { env, versions } = await aPublisher()
    const ended = await runCli(['publish', await aBuild({ more: 20, large: 2_000_000 })], env, { node })
    expect(ended).toMatchObject({ code: 0 })
    expect(await versions()).toHaveLength(1)
  })

  test('reaches a portal under a name of localhost, which not every system can look up', async () => {
    const { env, versions } = await aPublisher()
    const { config } = await testPortal()
    expect(config.publicUrl.hostname).toMatch(/\.localhost$/)
    const ended = await runCli(['publish', await aBuild()], { ...env, PLINTH_URL: config.publicUrl.href })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(config.publicUrl.origin) })
    expect(await versions()).toHaveLength(1)
  })
})

describe('publishing a zip', () => {
  test('sends it as it is', async () => {
    const { env, versions } = await aPublisher()
    const zip = await buffer(zipFolder(await listFiles(await aBuild({ more: 10 }))))
    const path = join(await emptyFolder(), 'build.zip')
    await writeFile(path, zip)
    expect(await runCli(['publish', '--zip', path], env)).toMatchObject({ code: 0 })
    expect(await versions()).toMatchObject([{ size: zip.length, fileCount: 13 }])
  })

  test('refuses what is none before sending it', async () => {
    const { env, versions } = await aPublisher()
    const folder = await aFolder({ 'text.zip': 'hello', 'index.html': '' })
    const site = join(folder, 'site.zip')
    await writeFile(site, await buffer(zipFolder(await listFiles(await aFolder({ 'dist/index.html': 'x' })))))
    const cases: [string[], string][] = [
      [['--zip', join(folder, 'gone.zip')], 'There is no file'],
      [['--zip', join(folder, 'text.zip')], 'is no zip'],
      [['--zip', folder], 'is no file'],
      [['--zip', site], 'has no iframe.html'],
      [[join(folder, 'text.zip')], 'give it with --zip'],
    ]
    for (const [args, sentence] of cases) {
      const ended = await runCli(['publish', ...args], env)
      expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining(sentence) })
    }
    expect(await versions()).toEqual([])
    expect(await runCli(['publish', '--zip', site, '--site'], env)).toMatchObject({ code: 0 })
  })
})

describe('a connection that breaks', () => {
  test('in mid-upload is made again, and one version comes of it', async () => {
    const { env, versions, origin } = await aPublisher()
    const proxy = await cuttingProxy(origin, (it) => isUpload(it) && it.sent > 400_000 && proxy.cuts() === 0)
    const args = ['publish', await aBuild({ more: 200, large: 3_000_000 }), '--json']
    const { code, stdout, stderr } = await runCli(args, { ...env, PLINTH_URL: proxy.url })
    expect(stderr).toContain('trying again')
    expect(code).toBe(0)
    expect(proxy.cuts()).toBe(1)
    const all = await versions()
    expect(all).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ tries: 2, version: all[0]?.publicId })
  })

  test('between the last byte and the answer does not make a second version', async () => {
    const { env, versions, origin } = await aPublisher()
    const proxy = await cuttingProxy(origin, (it) => isUpload(it) && it.answered > 0 && proxy.cuts() < 2)
    const args = ['publish', await aBuild({ more: 50 }), '--json']
    const { code, stdout } = await runCli(args, { ...env, PLINTH_URL: proxy.url })
    expect(code).toBe(0)
    expect(proxy.cuts()).toBe(2)
    const all = await versions()
    expect(all).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ tries: 3, version: all[0]?.publicId })
  })

  test('while a storybook is made does not make a second one', async () => {
    const { env, call, account, origin } = await aPublisher()
    const proxy = await cuttingProxy(
      origin,
      ({ request, answered }) => isCreation(request) && answered > 0 && proxy.cuts() === 0,
    )
    const args = ['publish', await aBuild(), '--create', '--storybook', 'New']
    expect(await runCli(args, { ...env, PLINTH_URL: proxy.url })).toMatchObject({ code: 0 })
    const storybooks = await call(listStorybooks, { params: { account } })
    expect(storybooks.filter(({ title }) => title === 'New')).toMatchObject([{ versionCount: 1 }])
  })

  test('again and again ends with exit code 7', async () => {
    const { env, versions, origin } = await aPublisher()
    const proxy = await cuttingProxy(origin, (it) => isUpload(it) && it.sent > 1000)
    const ended = await runCli(['publish', await aBuild({ large: 500_000 })], {
      ...env,
      PLINTH_URL: proxy.url,
    })
    expect(ended).toMatchObject({ code: 7, stdout: '' })
    expect(ended.stderr).toContain('The portal could not be reached in 5 tries (the connection broke)')
    expect(proxy.cuts()).toBe(5)
    expect(await versions()).toEqual([])
  })
})
