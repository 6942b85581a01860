// @module-tag long
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { createClient } from '@plinth/contract/client.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

import { freePort } from '../embedded/postgres/free-port.ts'
import { aForm, aStorybookZip } from '../testing/builds.ts'
import { runScript, serverMain, stopProcess, untilReady } from '../testing/portal-process.ts'
import type { Running } from '../testing/portal-process.ts'
import { templateDatabase, urlOfDatabase } from '../testing/postgres-for-tests.ts'

const printToken = fileURLToPath(new URL('../embedded/identity/print-token.ts', import.meta.url))

// Each test starts whole portals, with their databases.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let folder = ''
let portalPort = 0
/**
 * One data folder from its first start to its last: each test finds the portal as the one before has left it. Always on
 * the same port, which is part of the tokens' issuer.
 */
let portal: Running & { readyAfter: number }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-main-'))
  portalPort = await freePort()
})

afterAll(async () => {
  await stopProcess(portal.child)
  await rm(folder, { recursive: true, force: true })
})

function run(script: string, args: string[], env: Record<string, string>) {
  const ours = { PLINTH_DATA: join(folder, 'data'), PLINTH_LOG_FILE: join(folder, 'log') }
  return runScript(script, { args, env: { ...ours, ...env } })
}

async function startPortal(settings: Record<string, string> = {}) {
  const started = run(serverMain, [], { ...settings, PORT: String(portalPort) })
  portal = { ...started, readyAfter: 0 }
  portal.readyAfter = await untilReady(started, portalPort)
}

let ownersToken: Promise<string> | undefined

async function fetchToken() {
  const printed = run(printToken, ['owner@contoso.example'], { PORT: String(portalPort) })
  expect(await printed.ended).toBe(0)
  return printed.output().trim()
}

async function signIn() {
  ownersToken ??= fetchToken()
  const authorization = `Bearer ${await ownersToken}`
  const baseUrl = `http://127.0.0.1:${portalPort}`
  const call = createClient({ baseUrl, headers: () => ({ authorization }) })
  const account = (await call(listAccounts))[0]?.publicId ?? ''
  return { call, account }
}

test('the start says what is there: address, people, data; metrics have a port of their own', async () => {
  const metricsPort = await freePort()
  await startPortal({ PLINTH_METRICS_PORT: String(metricsPort) })
  await expect.poll(portal.output).toContain(`http://plinth.localhost:${portalPort}`)
  for (const part of ['owner@contoso.example', 'consultant@fabrikam.example', join(folder, 'data')]) {
    expect(portal.output()).toContain(part)
  }
  const told = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  await expect
    .poll(told, { timeout: 30_000 })
    .toMatch(/plinth_duties_total\{duty="sweep",outcome="done"\} 1\n/)
})

test('a second portal on the same data folder is turned away and the first keeps running', async () => {
  const second = run(serverMain, [], { PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('Another Plinth is already running on this data folder')
  const { call, account } = await signIn()
  await expect(call(listStorybooks, { params: { account } })).resolves.toBeInstanceOf(Array)
})

test('SIGTERM lets a request in flight finish, then stops PostgreSQL too', async () => {
  const { call, account } = await signIn()
  const inFlight = Array.from({ length: 8 }, (_, i) =>
    call(createStorybook, { params: { account }, body: { title: `In flight ${i}` } }),
  )
  // All of them are being handled once one has been answered.
  await Promise.race(inFlight)
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
  const answers = await Promise.allSettled(inFlight)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  await expect(readFile(join(folder, 'data/postgres/cluster/postmaster.pid'))).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('what it keeps is readable by its own user only, also what an earlier version left open', async () => {
  const data = join(folder, 'data')
  for (const path of [data, join(data, 'blobs'), join(data, 'blobs/archives')]) await chmod(path, 0o755)
  await writeFile(join(data, 'plinth.log'), '', { mode: 0o644 })
  await startPortal({ PLINTH_LOG_FILE: join(data, 'plinth.log') })
  const { call, account } = await signIn()
  const { publicId: storybook } = await call(createStorybook, { params: { account }, body: { title: 'One' } })
  await call(publishVersion, { params: { account, storybook }, form: aForm() })
  const paths = [data, ...(await readdir(data, { recursive: true })).map((path) => join(data, path))]
  expect(paths.length).toBeGreaterThan(100)
  const open = await Promise.all(
    // PostgreSQL removes files as it works.
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => ((mode & 0o077) === 0 ? [] : [path]),
        () => [],
      ),
    ),
  )
  expect(open.flat()).toEqual([])
})

test('killed during writes, the portal is ready again within five seconds and has lost nothing it acknowledged', async () => {
  const first = portal
  const { call, account } = await signIn()
  const acknowledged: string[] = []
  const writing = new AbortController()
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; !writing.signal.aborted; i++) {
      const title = `Written by ${writer}, number ${i}`
      await call(createStorybook, { params: { account }, body: { title } }).then(
        () => acknowledged.push(title),
        () => writing.abort(),
      )
    }
  })
  await expect.poll(() => acknowledged.length, { timeout: 90_000 }).toBeGreaterThan(50)
  first.child.kill('SIGKILL')
  await Promise.all(writers)

  await startPortal()
  // Five seconds, or where even an ordinary start takes long, twice that start.
  expect(portal.readyAfter).toBeLessThan(Math.max(5_000, 2 * first.readyAfter))
  const titles = new Set((await call(listStorybooks, { params: { account } })).map(({ title }) => title))
  expect(acknowledged.filter((title) => !titles.has(title))).toEqual([])
})

test('killed while builds are being published, it has every version it acknowledged, whole', async () => {
  const first = portal
  const { call, account } = await signIn()
  const { publicId: storybook } = await call(createStorybook, {
    params: { account },
    body: { title: 'Published' },
  })
  const params = { account, storybook }
  const acknowledged: { version: string; label: string }[] = []
  const publishing = new AbortController()
  const publishers = Array.from({ length: 3 }, async (_, publisher) => {
    for (let i = 0; !publishing.signal.aborted; i++) {
      const label = `publisher ${publisher}, build ${i}`
      const form = aForm(aStorybookZip({ label }))
      await call(publishVersion, { params, form }).then(
        ({ versionPublicId: version }) => acknowledged.push({ version, label }),
        () => publishing.abort(),
      )
    }
  })
  await expect.poll(() => acknowledged.length, { timeout: 90_000 }).toBeGreaterThan(12)
  first.child.kill('SIGKILL')
  await Promise.all(publishers)

  await startPortal()
  const listed = new Set((await call(listVersions, { params })).map(({ publicId }) => publicId))
  expect(acknowledged.filter(({ version }) => !listed.has(version))).toEqual([])
  for (const { version, label } of acknowledged) {
    const file = await call(getStorybookFile, { params: { storybook, version, '*': 'assets/app.js' } })
    expect(Buffer.from(file).toString()).toContain(label)
  }
})

async function failedStart(env: Record<string, string>) {
  await stopProcess(portal.child)
  const failed = run(serverMain, [], env)
  const code = await failed.ended
  return { code, output: failed.output() }
}

test('a port in use is one sentence and an exit code', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
  const { port } = other.address() as { port: number }
  const { code, output } = await failedStart({ PORT: String(port), PLINTH_HOST: '127.0.0.1' })
  other.close()
  expect(code).toBe(1)
  expect(output).toBe(
    `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.\n`,
  )
})

test('a data folder that cannot be written to is one sentence and an exit code', async () => {
  const blocked = join(folder, 'blocked')
  // Root writes everywhere; a file in the way stops it as well.
  if (process.getuid?.() === 0) await writeFile(blocked, '')
  else await mkdir(blocked).then(() => chmod(blocked, 0o500))
  const data = join(blocked, 'data')
  const { code, output } = await failedStart({
    PORT: String(await freePort()),
    PLINTH_DATA: data,
    PLINTH_LOG_FILE: join(folder, 'other.log'),
  })
  expect(code).toBe(1)
  expect(output).toBe(`The data folder ${data} is not writable. Give this user access, or set PLINTH_DATA.\n`)
})

test('a bad setting is one sentence and an exit code', async () => {
  const { code, output } = await failedStart({ PORT: 'abc' })
  expect(code).toBe(1)
  expect(output).toBe('The setting PORT is not valid: must be a whole number.\n')
})

test('a portal without passwords that other machines could reach does not start', async () => {
  const { code, output } = await failedStart({
    PORT: String(await freePort()),
    PLINTH_PUBLIC_URL: 'https://plinth.example.com',
  })
  expect(code).toBe(1)
  expect(output).toContain('PLINTH_IDENTITY_AUTHORITY')
  expect(output).toContain('PLINTH_PUBLIC_DEMO=true')
})

test('a direct way to the database that is wrong is one sentence without the password', async () => {
  const direct = (url: string) =>
    failedStart({
      PORT: String(port),
      DATABASE_URL: inject('postgresUrl'),
      PLINTH_DATABASE_DIRECT_URL: url,
    })
  const port = await freePort()
  const wrongPassword = new URL(inject('postgresUrl'))
  wrongPassword.password = 'very-secret'
  const unreachable = `postgres://plinth:very-secret@127.0.0.1:${await freePort()}/plinth`
  for (const url of [unreachable, wrongPassword.href]) {
    const { code, output } = await direct(url)
    expect(code).toBe(1)
    expect(output).toMatch(/^.*\n?.*The database at PLINTH_DATABASE_DIRECT_URL does not answer: [^\n]+\.\n$/s)
    expect(output).not.toMatch(/very-secret|\n\s+at /)
  }
  const { code, output } = await direct(urlOfDatabase(inject('postgresUrl'), templateDatabase))
  expect(code).toBe(1)
  expect(output).toContain('PLINTH_DATABASE_DIRECT_URL leads to another database than DATABASE_URL')
})

test('a log file that cannot be written to is one sentence, and settings that are unsafe are too', async () => {
  await writeFile(join(folder, 'in-the-way'), '')
  const log = await failedStart({ PLINTH_LOG_FILE: join(folder, 'in-the-way/plinth.log') })
  expect(log).toEqual({
    code: 1,
    output: expect.stringMatching(/^Cannot write to the log file .*: .*\n$/),
  })
  const unsafe = await failedStart({ PLINTH_VIEWER_URL: 'http://plinth.localhost:3000', PORT: '3000' })
  expect(unsafe).toEqual({ code: 1, output: expect.stringMatching(/^PLINTH_VIEWER_URL must not be .*\n$/) })
})

test('a token is asked for over TLS where the portal has https, and no portal is one sentence', async () => {
  const first = Promise.withResolvers<number | undefined>()
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk) => {
      first.resolve(chunk[0])
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  const token = run(printToken, ['owner@contoso.example'], {
    PLINTH_PUBLIC_URL: `https://plinth.localhost:${port}`,
  })
  // The record type of a TLS handshake.
  expect(await first.promise).toBe(22)
  expect(await token.ended).toBe(1)
  expect(token.output()).toMatch(/^No portal answers at https:\/\/plinth\.localhost:\d+ \([^\n]+\n$/)
  server.close()
})

test('a database that does not answer is one sentence without the password', async () => {
  const { code, output } = await failedStart({
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://plinth:very-secret@127.0.0.1:${await freePort()}/plinth`,
  })
  expect(code).toBe(1)
  expect(output).toContain('The database at DATABASE_URL does not answer')
  expect(output).not.toContain('very-secret')
})
