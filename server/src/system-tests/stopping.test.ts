// @module-tag long
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { freePort } from '../embedded/postgres/free-port.ts'
import { runScript, serverMain, stopProcess, untilReady } from '../testing/portal-process.ts'
import type { Running } from '../testing/portal-process.ts'

const launcher = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))

// Each test starts a whole portal, with its database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder = ''
let running: Running[] = []
let tests = 0

/** All tests use one data folder, since creating its database takes longer than most of them. */
const data = () => join(folder, 'data')
const logFile = () => join(folder, `log-${tests}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-stopping-'))
})

beforeEach(() => {
  tests += 1
})

afterEach(async () => {
  await Promise.all(running.map(({ child }) => stopProcess(child)))
  running = []
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** In a process group of its own, so that signals to the group reach nothing else. */
function begin(script: string, env: Record<string, string>) {
  const settings = {
    PLINTH_DATA: data(),
    PLINTH_LOG_FILE: logFile(),
    PLINTH_DEMO: 'false',
    ...env,
  }
  const portal = runScript(script, { env: settings, detached: true })
  running.push(portal)
  return portal
}

async function startPortal(script: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const portal = begin(script, { PORT: String(port), ...env })
  await untilReady(portal, port)
  return { ...portal, port, group: portal.child.pid ?? 0, postgres: await postgresPid() }
}

const readLog = () => readFile(logFile(), 'utf8')

const postgresPid = async () =>
  Number((await readFile(join(data(), 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL removes its pid file shortly before it exits. */
async function expectToHaveEnded(...pids: number[]) {
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
}

/** A request whose body is sent in two parts, so that it stays in progress as long as the test needs. */
async function startRequest(port: number) {
  const sent = request({
    port,
    host: '127.0.0.1',
    // Public: others are answered before their body has arrived, if nobody signed in sent them.
    path: '/api/v1/share',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', expect: '100-continue' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume().statusCode ?? 0))
    sent.once('error', reject)
  })
  sent.flushHeaders()
  // Node has read the headers once it asks for the body.
  await once(sent, 'continue')
  sent.write('{"title":')
  return {
    finish: () => {
      sent.end('"Under way"}')
      return answered
    },
  }
}

const acceptsConnections = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  )

// The first test, so that the start that it interrupts is the first one of this data folder.
test('an interrupted start leaves no PostgreSQL running, and the data folder can be used again', async () => {
  const interrupted = begin(serverMain, { PORT: String(await freePort()) })
  await expect.poll(interrupted.output).toContain('Preparing the database')
  const postgres = await postgresPid()
  process.kill(-(interrupted.child.pid ?? 0), 'SIGTERM')
  expect(await interrupted.ended).toBe(0)
  await expectToHaveEnded(postgres)
  await startPortal(serverMain)
})

test('repeated signals to the process group let requests finish and leave nothing running', async () => {
  const { port, group, postgres, ended } = await startPortal(launcher)
  const inProgress = await startRequest(port)
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) process.kill(-group, signal)
  await expect.poll(() => acceptsConnections(port)).toBe(false)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(-group, signal)
  expect(isAlive(postgres)).toBe(true)
  expect(await inProgress.finish()).toBe(400)
  expect(await ended).toBe(0)
  await expectToHaveEnded(-group, postgres)
  expect(await readLog()).toContain('"stopped"')
})

test('SIGHUP makes a service reopen its log file', async () => {
  const { port, child } = await startPortal(serverMain)
  await rename(logFile(), `${logFile()}.1`)
  child.kill('SIGHUP')
  await expect.poll(() => readLog().catch(() => '')).toContain('reopened the log file')
  await fetch(`http://127.0.0.1:${port}/api/v1/config`)
  await expect.poll(readLog).toContain('/api/v1/config')
})

/** Loaded before the portal: throws an uncaught error on a signal. */
const crashOnSignal = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { setTimeout(() => { throw new Error('nobody expected this') }) })",
)}`

test('an uncaught error is logged with its stack, and the portal drains and exits as crashed', async () => {
  const { port, child, postgres, ended, output } = await startPortal(serverMain, {
    NODE_OPTIONS: `--import=${crashOnSignal}`,
  })
  const inProgress = await startRequest(port)
  child.kill('SIGUSR2')
  await expect.poll(() => acceptsConnections(port)).toBe(false)
  expect(await inProgress.finish()).toBe(400)
  expect(await ended).toBe(70)
  await expectToHaveEnded(postgres)
  expect(output()).toContain('Unexpected error')
  const fatal = (await readLog()).split('\n').find((line) => line.includes('"level":60')) ?? ''
  expect(JSON.parse(fatal)).toMatchObject({ err: { stack: expect.stringContaining('nobody expected this') } })
})

const pids = async () => new Set((await readLog()).match(/"pid":\d+/g))

test('the launcher restarts a killed portal, and closing the terminal stops everything', async () => {
  const { port, ended, output, group } = await startPortal(launcher)
  const [server = ''] = await pids()
  process.kill(Number(server.split(':')[1]), 'SIGKILL')
  await expect.poll(output).toContain('Plinth exited on SIGKILL. Restarting in 1 s.')
  await expect.poll(() => acceptsConnections(port), { timeout: 60_000 }).toBe(true)
  expect((await pids()).size).toBe(2)
  const postgres = await postgresPid()
  process.kill(-group, 'SIGHUP')
  expect(await ended).toBe(0)
  await expectToHaveEnded(-group, postgres)
})
