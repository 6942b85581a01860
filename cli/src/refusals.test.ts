import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { deleteApiKey, listApiKeys } from '@plinth/contract/api-keys.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

import { paths } from './portal.ts'
import { aBuild, aFolder } from './testing/folders.ts'
import { aPublisher } from './testing/publisher.ts'
import { runCli } from './testing/run-cli.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

/** Something that answers as this says, instead of a portal. */
async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const env = (url: string) => ({ PLINTH_URL: url, PLINTH_API_KEY: 'plk_secret0', PLINTH_STORYBOOK: 'x' })

describe('each failure has its exit code and its sentence', () => {
  test('a wrong key', async () => {
    const { env, key, call, account } = await aPublisher()
    const folder = await aBuild()
    const keys = await call(listApiKeys, { params: { account } })
    for (const { id } of keys) await call(deleteApiKey, { params: { account, id } })
    const sentence =
      'This API key is not valid: it is mistyped, deleted or expired. ' +
      'Make a new key under Settings, API Access, and put it into PLINTH_API_KEY.\n'
    for (const wrong of [key, 'plk_mistyped', 'something']) {
      const ended = await runCli(['publish', folder], { ...env, PLINTH_API_KEY: wrong })
      expect(ended).toEqual({ code: 4, stdout: '', stderr: sentence })
      const named = await runCli(['publish', folder, '--account', account, '--key', wrong], env)
      expect(named).toEqual({ code: 4, stdout: '', stderr: sentence })
    }
    const garbled = await runCli(['publish', folder, '--key', 'plk_ä\u0001'], env)
    expect(garbled).toMatchObject({ code: 4, stderr: expect.stringContaining('copy it anew') })
  }, 90_000)

  test('an account without room, which no retry changes', async () => {
    const { env, account, versions } = await aPublisher()
    const { db } = await testPortal()
    const before = (await versions()).length
    await db
      .updateTable('accounts')
      .set({ storage_limit_bytes: 0 })
      .where('public_id', '=', account)
      .execute()
    const ended = await runCli(['publish', await aBuild()], env)
    expect(ended).toMatchObject({ code: 6, stdout: '' })
    expect(ended.stderr).toMatch(/^The portal refused it: This account stores .* of the 0 bytes it may/m)
    expect(ended.stderr.match(/Publishing/g)).toHaveLength(1)
    await expect(versions()).resolves.toHaveLength(before)
  })

  test('a wrong account, be it nobody’s or somebody else’s', async () => {
    const { env } = await aPublisher()
    const { account: foreign } = await aPublisher()
    for (const account of ['nowhere', foreign, '../x']) {
      const ended = await runCli(['publish', await aBuild(), '--account', account], env)
      expect(ended).toEqual({
        code: 5,
        stdout: '',
        stderr: `There is no account ${account} for this key: leave --account and PLINTH_ACCOUNT out, the key knows its account.\n`,
      })
    }
  })

  test('a wrong folder', async () => {
    const { env, versions } = await aPublisher()
    const nested = await aFolder({
      'package.json': '{}',
      'storybook-static/index.html': '',
      'storybook-static/iframe.html': '',
    })
    const inner = join(nested, 'storybook-static')
    const empty = await aFolder({ 'readme.md': '' })
    const site = await aFolder({ 'index.html': '<h1>docs</h1>' })
    const cases: [string, string][] = [
      ['/nowhere/at/all', 'There is no folder /nowhere/at/all: build the Storybook first.'],
      [nested, `${nested} has no index.html, but ${inner} has: publish that folder.`],
      [
        empty,
        `${empty} has no index.html: run storybook build, and publish the folder it makes (storybook-static).`,
      ],
      [
        site,
        `${site} has no iframe.html, so it is no built Storybook: run storybook build, or add --site for another static site.`,
      ],
    ]
    for (const [folder, sentence] of cases) {
      expect(await runCli(['publish', folder], env)).toEqual({ code: 3, stdout: '', stderr: `${sentence}\n` })
    }
    expect(await versions()).toEqual([])
    expect(await runCli(['publish', site, '--site'], env)).toMatchObject({ code: 0 })
  })

  test('what the portal refuses, in the portal’s words', async () => {
    const { env } = await aPublisher()
    const { services } = await testPortal()
    const link = await runCli(['publish', await aBuild(), '--build-url', 'javascript:alert(1)'], env)
    expect(link).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/^The portal refused it: .*BuildUrl/m),
    })
    const { uploadBytes } = services.config.limits
    services.config.limits.uploadBytes = 1024 * 1024
    try {
      const large = await runCli(['publish', await aBuild({ large: 8_000_000 }), '--json'], env)
      const message = 'The portal refused it: The zip is larger than the 1 MiB this portal takes.'
      expect(large).toMatchObject({ code: 6, stderr: expect.stringContaining(message) })
      expect(JSON.parse(large.stdout)).toEqual({ error: { exitCode: 6, message } })
    } finally {
      services.config.limits.uploadBytes = uploadBytes
    }
  })

  test('wrong usage, without touching the network', async () => {
    const env = { PLINTH_URL: 'http://127.0.0.1:1', PLINTH_API_KEY: 'plk_secret', PLINTH_STORYBOOK: 'x' }
    const cases: [string[], Record<string, string>, string][] = [
      [[], env, 'Say what to do'],
      [['publsh'], env, 'There is no command publsh'],
      [['publish'], env, 'Say what to publish'],
      [['publish', 'a', 'b'], env, 'one folder'],
      [['publish', 'a', '--zip', 'b'], env, 'not both'],
      [['publish', 'a', '--colour'], env, "Unknown option '--colour'"],
      [['publish', 'a'], { ...env, PLINTH_URL: '' }, 'PLINTH_URL'],
      [['publish', 'a'], { ...env, PLINTH_URL: 'plinth.example' }, 'must begin with https://'],
      [['publish', 'a'], { ...env, PLINTH_URL: 'https://me:pw@plinth.example' }, 'user name or password'],
      [['publish', 'a'], { ...env, PLINTH_API_KEY: '' }, 'set PLINTH_API_KEY'],
      [['publish', 'a'], { ...env, PLINTH_STORYBOOK: ' ' }, 'PLINTH_STORYBOOK'],
    ]
    for (const [args, variables, sentence] of cases) {
      const ended = await runCli(args, variables)
      expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
    }
  })
})

describe('what answers instead of the portal', () => {
  test('and asks to come back is asked again when it says', async () => {
    let calls = 0
    const url = await aServer((_, response) => {
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

  test('and sends elsewhere is not followed', async () => {
    const seen: unknown[] = []
    const elsewhere = await aServer((request, response) => {
      seen.push(request.headers)
      response.end('{}')
    })
    const url = await aServer((request, response) => {
      response.writeHead(307, { location: `${elsewhere}${request.url}?token=1` }).end()
    })
    const ended = await runCli(['list', '--account', 'a'], env(url))
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(`redirects to ${elsewhere}, where the key is not sent`)
    expect(seen).toEqual([])
  })

  test('and is something else, or nobody', async () => {
    const page = await aServer((_, response) => void response.end('<h1>It works!</h1>'))
    const list = await aServer((_, response) => void response.end('[{"id":1}]'))
    const none = await aServer((_, response) => void response.writeHead(404).end('Not here'))
    for (const url of [page, list, none]) {
      const ended = await runCli(['list', '--account', 'a'], env(url))
      expect(ended).toMatchObject({ code: 7, stderr: expect.stringContaining('is no Plinth portal') })
    }
    const broken = await aServer((_, response) => void response.writeHead(500).end('Oops'))
    expect(await runCli(['whoami'], env(broken))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('500'),
    })
    const nobody = await runCli(['whoami'], env('http://127.0.0.1:1'))
    expect(nobody).toMatchObject({ code: 7, stderr: expect.stringContaining('nothing listens there') })
  })

  test('never gets the key into what is shown', async () => {
    const key = 'plk_secret0'
    const url = await aServer((request, response) => {
      const { 'x-api-key': sent } = request.headers
      const detail = `Your key ${String(sent)} \u001B[31mis bad`
      response.writeHead(400, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'bad_request', detail, status: 400 }))
    })
    for (const args of [
      ['whoami', '--json'],
      ['publish', await aBuild()],
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

describe('reading', () => {
  test('list shows the storybooks as a table or as JSON, whoami the key', async () => {
    const { env, call, account, storybook, origin } = await aPublisher()
    await call(createStorybook, { params: { account }, body: { title: 'A' } })
    await runCli(['publish', await aBuild()], env)
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
    expect(me.stdout).toBe(`API key Pipeline, for the account An account (${account}) at ${origin}\n`)
  })

  test('the paths are those of the contract', () => {
    expect(paths).toEqual({
      whoami: getWhoami.path,
      storybooks: listStorybooks.path,
      versions: publishVersion.path,
    })
    expect(createStorybook.path).toBe(paths.storybooks)
  })
})
