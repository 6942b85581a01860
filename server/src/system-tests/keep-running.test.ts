import { writeFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { runScript } from '../testing/portal-process.ts'

const keepRunning = fileURLToPath(new URL('../../../scripts/keep-running.mjs', import.meta.url))

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-keep-running-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** The launcher with this script as its server; `starts` is how often it was started. */
async function launch(server: string, options: Record<string, unknown> = {}) {
  const script = join(folder, 'server.mjs')
  const counter = join(folder, 'starts')
  const counted = `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(counter)}, '.')
    const starts = readFileSync(${JSON.stringify(counter)}, 'utf8').length
    ${server}`
  await writeFile(script, counted)
  const launcher = join(folder, 'launcher.mjs')
  await writeFile(
    launcher,
    `import { spawn } from 'node:child_process'
    import { keepRunning } from ${JSON.stringify(keepRunning)}
    const start = () => spawn(process.execPath, [${JSON.stringify(script)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    process.exitCode = await keepRunning(start, ${JSON.stringify({ delays: [10, 20, 40], ...options })})`,
  )
  const running = runScript(launcher, { env: {}, detached: true })
  return { ...running, starts: async () => (await readFile(counter, 'utf8')).length }
}

test('a server that crashes is restarted after growing delays', async () => {
  const { ended, output, starts } = await launch(
    `process.send('ready'); if (starts === 6) process.exit(0); process.exit(70)`,
  )
  expect(await ended).toBe(0)
  expect(await starts()).toBe(6)
  const delays = output().match(/Restarting in [\d.]+ s/g)
  expect(delays).toEqual(['0.01', '0.02', '0.04', '0.04', '0.04'].map((s) => `Restarting in ${s} s`))
  expect(output()).toContain('Plinth exited with code 70.')
})

test('after a while without a crash the delays begin with the shortest again', async () => {
  const { ended, output } = await launch(
    `process.send('ready')
     setTimeout(() => process.exit(starts === 4 ? 0 : 70), starts === 3 ? 600 : 0)`,
    { stableAfter: 500, delays: [10, 30] },
  )
  expect(await ended).toBe(0)
  expect(output().match(/Restarting in [\d.]+ s/g)).toEqual([
    'Restarting in 0.01 s',
    'Restarting in 0.03 s',
    'Restarting in 0.01 s',
  ])
})

test('a refused start is not retried', async () => {
  const { ended, output, starts } = await launch(`console.error('Port 1 is in use.'); process.exit(1)`)
  expect(await ended).toBe(1)
  expect(await starts()).toBe(1)
  expect(output()).toBe('Port 1 is in use.\n')
})

test('once it was ready, a refused start is retried, since the database may be down for a moment', async () => {
  const { ended, starts } = await launch(
    `if (starts === 1) process.send('ready', () => process.exit(70))
     else process.exit(starts === 4 ? 0 : 1)`,
  )
  expect(await ended).toBe(0)
  expect(await starts()).toBe(4)
})

test('the launcher gives up on a server that keeps crashing before it is ready', async () => {
  const { ended, output, starts } = await launch(`process.kill(process.pid, 'SIGABRT')`)
  expect(await ended).toBe(1)
  expect(await starts()).toBe(5)
  expect(output()).toContain('Plinth exited on SIGABRT, 5 times in a row before it was ready: see its log.')
})

test('a signal during a delay stops the launcher at once', async () => {
  const { child, ended, output } = await launch(`process.exit(70)`, { delays: [60_000] })
  await expect.poll(output).toContain('Restarting in 60 s')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a server stopped before it handles signals still counts as stopped normally', async () => {
  const { ended, output, child } = await launch(`console.log('loading'); setInterval(() => {}, 1000)`)
  await expect.poll(output).toContain('loading')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
