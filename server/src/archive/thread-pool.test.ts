import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { openPool } from './thread-pool.ts'

/** Answers what it is told, or works on for ever. */
const code = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (task) => { if (task === 'forever') for (;;); parentPort.postMessage({ kind: 'done', task }) })
`

function aPool(deadlineMs?: number) {
  let started = 0
  const startThread = () => {
    started++
    return new Worker(code, { eval: true })
  }
  const pool = openPool<string, { kind: 'done'; task: string }>(startThread, {
    size: 1,
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  return { ...pool, started: () => started }
}

test('a task that takes too long fails, and the next one has a new thread', async () => {
  const pool = aPool(300)
  const slow = pool.run('forever')
  await expect(slow).resolves.toMatchObject({ kind: 'failed' })
  // The new thread has to start within the deadline too, which takes a busy machine a try or two.
  await expect.poll(() => pool.run('next'), { timeout: 20_000 }).toEqual({ kind: 'done', task: 'next' })
})

test('a cancelled task fails, whether it runs or waits, and takes nobody along', async () => {
  const pool = aPool()
  const running = new AbortController()
  const waiting = new AbortController()
  const first = pool.run('forever', running.signal)
  const second = pool.run('never begun', waiting.signal)
  const third = pool.run('third')
  expect(pool.load()).toEqual({ busy: 1, waiting: 2 })
  waiting.abort()
  await expect(second).resolves.toMatchObject({ kind: 'failed', message: 'the task was cancelled' })
  running.abort()
  await expect(first).resolves.toMatchObject({ kind: 'failed' })
  await expect(third).resolves.toEqual({ kind: 'done', task: 'third' })
})

test('what is cancelled before it begins does not begin', async () => {
  const pool = aPool()
  await expect(pool.run('forever', AbortSignal.abort())).resolves.toMatchObject({ kind: 'failed' })
  expect(pool.started()).toBe(0)
})

test('a task that is done is not cancelled any more', async () => {
  const pool = aPool()
  const leaving = new AbortController()
  await pool.run('one', leaving.signal)
  leaving.abort()
  await setTimeout(0)
  await pool.run('two')
  expect(pool.started()).toBe(1)
})

test('threads can be started ahead of need', async () => {
  const pool = aPool()
  pool.warmUp()
  pool.warmUp()
  await pool.run('one')
  expect(pool.started()).toBe(1)
})
