// @module-tag long
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { createApiKey, deleteApiKey, listApiKeys } from '@plinth/contract/api-keys.ts'
import type { ApiKeyDraft } from '@plinth/contract/api-keys.ts'
import { compareVersions } from '@plinth/contract/compare.ts'
import { getComparedPictures, requestComparedPictures } from '@plinth/contract/pictures.ts'
import { getVersionReview } from '@plinth/contract/reviews.ts'
import { search } from '@plinth/contract/search.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import {
  getVersion,
  getVersionNamed,
  getVersionOfBranch,
  maxAncestors as maxAcceptedAncestors,
  publishVersion,
} from '@plinth/contract/versions.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

import { maxAncestors } from './ci/history.ts'
import { paths } from './portal-client.ts'
import { createBuild, createFolder } from './testing/folders.ts'
import { createPublisher } from './testing/publisher.ts'
import { runCli } from './testing/run-cli.ts'

const cleanups: (() => void)[] = []
afterAll(() => cleanups.forEach((cleanup) => cleanup()))

/** A server with these answers, in place of a portal. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const env = (url: string) => ({ PLINTH_URL: url, PLINTH_API_KEY: 'plk_secret0', PLINTH_STORYBOOK: 'x' })

describe('each failure has its exit code and message', () => {
  test('a wrong key', async () => {
    const { env, key, call, account } = await createPublisher()
    const folder = await createBuild()
    const keys = await call(listApiKeys, { params: { account } })
    for (const { id } of keys) await call(deleteApiKey, { params: { account, id } })
    const message =
      'This API key is not valid: it is mistyped, deleted or expired. ' +
      'Create a new key under Settings, API Access, and set PLINTH_API_KEY to it.\n'
    for (const wrong of [key, 'plk_mistyped', 'something']) {
      const result = await runCli(['publish', folder], { ...env, PLINTH_API_KEY: wrong })
      expect(result).toEqual({ code: 4, stdout: '', stderr: message })
      const named = await runCli(['publish', folder, '--account', account, '--key', wrong], env)
      expect(named).toEqual({ code: 4, stdout: '', stderr: message })
    }
    const garbled = await runCli(['publish', folder, '--key', 'plk_ä\u0001'], env)
    expect(garbled).toMatchObject({ code: 4, stderr: expect.stringContaining('copy it again') })
  }, 90_000)

  test('a key whose scope does not allow it, which whoami tells', async () => {
    const { env, call, account, storybook, versions } = await createPublisher()
    const createKey = async (body: Omit<ApiKeyDraft, 'name'>) =>
      (await call(createApiKey, { params: { account }, body: { name: 'Narrow', ...body } })).key
    const { publicId: other } = await call(createStorybook, { params: { account }, body: { title: 'Other' } })
    const reader = { ...env, PLINTH_API_KEY: await createKey({ scope: 'read' }) }
    const chosenOnly = await createKey({ scope: 'publishChosen', storybooks: [other] })
    const narrow = { ...env, PLINTH_API_KEY: chosenOnly }
    const folder = await createBuild()
    for (const [given, more, message] of [
      [reader, [], 'This API key can only read. Use a key that may publish.'],
      [narrow, [], 'This API key may publish to chosen storybooks only, and this is not one of them.'],
      [
        narrow,
        ['--storybook', 'New', '--create'],
        'Creating storybooks needs a key that may publish to all.',
      ],
    ] as const) {
      const result = await runCli(['publish', folder, ...more], given)
      expect(result).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(message) })
    }
    expect((await runCli(['whoami'], narrow)).stdout).toContain(`It may publish to Other (${other}).\n`)
    expect((await runCli(['publish', folder, '--storybook', other], narrow)).code).toBe(0)
    await expect(versions(storybook)).resolves.toEqual([])
  }, 90_000)

  test('a full account, without retries', async () => {
    const { env, account, versions } = await createPublisher()
    const { db } = await testPortal()
    const before = (await versions()).length
    await db
      .updateTable('accounts')
      .set({ storage_limit_bytes: 0 })
      .where('public_id', '=', account)
      .execute()
    const result = await runCli(['publish', await createBuild()], env)
    expect(result).toMatchObject({ code: 6, stdout: '' })
    expect(result.stderr).toMatch(/^The portal refused the request: This account uses .* of its 0 bytes/m)
    expect(result.stderr.match(/Publishing/g)).toHaveLength(1)
    await expect(versions()).resolves.toHaveLength(before)
  })

  test('an account that does not exist or belongs to somebody else', async () => {
    const { env } = await createPublisher()
    const { account: foreign } = await createPublisher()
    for (const account of ['nowhere', foreign, '../x']) {
      const result = await runCli(['publish', await createBuild(), '--account', account], env)
      expect(result).toEqual({
        code: 5,
        stdout: '',
        stderr: `This key has no access to an account ${account}: leave out --account and PLINTH_ACCOUNT to use the key's own account.\n`,
      })
    }
  })

  test('a wrong folder', async () => {
    const { env, versions } = await createPublisher()
    const nested = await createFolder({
      'package.json': '{}',
      'storybook-static/index.html': '',
      'storybook-static/iframe.html': '',
    })
    const inner = join(nested, 'storybook-static')
    const empty = await createFolder({ 'readme.md': '' })
    const site = await createFolder({ 'index.html': '<h1>docs</h1>' })
    const cases: [string, string][] = [
      ['/nowhere/at/all', 'There is no folder /nowhere/at/all: build the Storybook first.'],
      [nested, `${nested} has no index.html, but ${inner} does: publish that folder.`],
      [
        empty,
        `${empty} has no index.html: run storybook build and publish its output folder (storybook-static).`,
      ],
      [
        site,
        `${site} has no iframe.html, so it is not a built Storybook: run storybook build, or add --site to publish another static site.`,
      ],
    ]
    for (const [folder, sentence] of cases) {
      expect(await runCli(['publish', folder], env)).toEqual({ code: 3, stdout: '', stderr: `${sentence}\n` })
    }
    expect(await versions()).toEqual([])
    expect(await runCli(['publish', site, '--site'], env)).toMatchObject({ code: 0 })
  })

  test('an upload the portal refuses, with the portal’s reason', async () => {
    const { env } = await createPublisher()
    const { services } = await testPortal()
    const link = await runCli(['publish', await createBuild(), '--build-url', 'javascript:alert(1)'], env)
    expect(link).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/^The portal refused the request: .*BuildUrl/m),
    })
    const { uploadBytes } = services.config.limits
    services.config.limits.uploadBytes = 1_000_000
    try {
      const large = await runCli(['publish', await createBuild({ largeFileBytes: 8_000_000 }), '--json'], env)
      const message = 'The portal refused the request: The zip is larger than the 1 MB this portal accepts.'
      expect(large).toMatchObject({ code: 6, stderr: expect.stringContaining(message) })
      expect(JSON.parse(large.stdout)).toEqual({ error: { exitCode: 6, message } })
    } finally {
      services.config.limits.uploadBytes = uploadBytes
    }
  })

  test('wrong usage, without using the network', async () => {
    const env = { PLINTH_URL: 'http://127.0.0.1:1', PLINTH_API_KEY: 'plk_secret', PLINTH_STORYBOOK: 'x' }
    const cases: [string[], Record<string, string>, string][] = [
      [[], env, 'Name a command'],
      [['publsh'], env, 'There is no command publsh'],
      [['publish'], env, 'Nothing to publish'],
      [['publish', 'a', 'b'], env, 'one folder'],
      [['publish', 'a', '--zip', 'b'], env, 'not both'],
      [['publish', 'a', '--colour'], env, 'There is no option --colour'],
      [['publish', 'a'], { ...env, PLINTH_URL: '' }, 'PLINTH_URL'],
      [['publish', 'a'], { ...env, PLINTH_URL: 'plinth.example' }, 'must begin with https://'],
      [['publish', 'a'], { ...env, PLINTH_URL: 'https://me:pw@plinth.example' }, 'user name or password'],
      [['publish', 'a'], { ...env, PLINTH_API_KEY: '' }, 'set PLINTH_API_KEY'],
      [['publish', 'a'], { ...env, PLINTH_STORYBOOK: ' ' }, 'PLINTH_STORYBOOK'],
    ]
    for (const [args, variables, sentence] of cases) {
      const result = await runCli(args, variables)
      expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
    }
  })
})

describe('a server that is not a working portal', () => {
  test('is asked again after the delay in Retry-After', async () => {
    let calls = 0
    const url = await startServer((_, response) => {
      calls += 1
      const isBusy = calls < 3
      if (isBusy) response.writeHead(calls === 1 ? 429 : 503, { 'retry-after': '1' }).end('busy')
      else response.end('{"kind":"apiKey","name":"Pipeline","account":{"publicId":"a1","name":"Acme"}}')
    })
    const started = Date.now()
    const { code, stdout } = await runCli(['whoami'], env(url))
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `API key Pipeline, for the account Acme (a1) at ${url}\n`,
    })
    expect(Date.now() - started).toBeGreaterThan(2000)
  })

  test('is not followed when it redirects', async () => {
    const seen: unknown[] = []
    const elsewhere = await startServer((request, response) => {
      seen.push(request.headers)
      response.end('{}')
    })
    const url = await startServer((request, response) => {
      response.writeHead(307, { location: `${elsewhere}${request.url}?token=1` }).end()
    })
    const result = await runCli(['list', '--account', 'a'], env(url))
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(`redirects to ${elsewhere}, and the key is not sent there`)
    expect(seen).toEqual([])
  })

  test('is reported, whatever it answers', async () => {
    const page = await startServer((_, response) => void response.end('<h1>It works!</h1>'))
    const list = await startServer((_, response) => void response.end('[{"id":1}]'))
    const none = await startServer((_, response) => void response.writeHead(404).end('Not here'))
    for (const url of [page, list, none]) {
      const result = await runCli(['list', '--account', 'a'], env(url))
      expect(result).toMatchObject({
        code: 7,
        stderr: expect.stringContaining('There is no Plinth portal at'),
      })
    }
    const broken = await startServer((_, response) => void response.writeHead(500).end('Oops'))
    expect(await runCli(['whoami'], env(broken))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('500'),
    })
    const closed = await runCli(['whoami'], env('http://127.0.0.1:1'))
    expect(closed).toMatchObject({ code: 7, stderr: expect.stringContaining('connection refused') })
  })

  test('cannot make the program print the key', async () => {
    const key = 'plk_secret0'
    const url = await startServer((request, response) => {
      const { 'x-api-key': sent } = request.headers
      const detail = `Your key ${String(sent)} \u001B[31mis bad`
      response.writeHead(400, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'bad_request', detail, status: 400 }))
    })
    for (const args of [
      ['whoami', '--json'],
      ['publish', await createBuild()],
      ['list', key],
      ['x', key],
      [key],
    ]) {
      const { code, stdout, stderr } = await runCli(args, env(url))
      expect(code).toBeGreaterThan(0)
      expect(stdout + stderr).not.toContain(key)
      expect(stdout + stderr).not.toContain('\u001B')
    }
  })
})

describe('reading commands', () => {
  test('list prints the storybooks as a table or as JSON, and whoami the key', async () => {
    const { env, call, account, storybook, origin } = await createPublisher()
    await call(createStorybook, { params: { account }, body: { title: 'A' } })
    await runCli(['publish', await createBuild()], env)
    const { stdout } = await runCli(['list'], env)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ID +TITLE +VERSIONS +LAST UPDATED$/),
      expect.stringMatching(/^\w+ +A +0 +never$/),
      expect.stringMatching(
        new RegExp(`^${storybook} +Design System +1 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`),
      ),
      '',
    ])
    const json = await runCli(['list', '--json'], env)
    expect(JSON.parse(json.stdout)).toEqual(await call(listStorybooks, { params: { account } }))
    const me = await runCli(['whoami'], env)
    expect(me.stdout).toBe(
      `API key Pipeline, for the account An account (${account}) at ${origin}\n` +
        'It may publish to all storybooks, and create new ones.\n',
    )
  })

  test('the paths are those of the contract', () => {
    expect(paths).toEqual({
      whoami: getWhoami.path,
      storybooks: listStorybooks.path,
      versions: publishVersion.path,
      version: getVersion.path,
      named: getVersionNamed.path,
      branch: getVersionOfBranch.path,
      review: getVersionReview.path,
      compare: compareVersions.path,
      pictures: getComparedPictures.path,
      search: search.path,
    })
    expect(maxAncestors).toBe(maxAcceptedAncestors)
    expect(createStorybook.path).toBe(paths.storybooks)
    expect(requestComparedPictures.path).toBe(paths.pictures)
  })
})
