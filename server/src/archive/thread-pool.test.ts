import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { openThreadPool } from './thread-pool.ts'

/** Echoes its task, after a second and a half without a processor if it is told to wait; or loops forever. */
const code = `
  const { parentPort } = require('node:worker_threads')
  const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  parentPort.on('message', (task) => {
    if (task === 'forever') for (;;);
    if (task === 'wait') wait(1500)
    if (task === 'wait forever') wait(Infinity)
    parentPort.postMessage({ kind: 'done', task })
  })
`

function createPool(deadlineMs?: number) {
  let started = 0
  const startThread = () => {
    started++
    return new Worker(code, { eval: true })
  }
  const pool = openThreadPool<string, { kind: 'done'; task: string }>(startThread, {
    size: 1,
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  return { ...pool, started: () => started }
}

test('a task that exceeds the deadline fails, and the next one gets a new thread', async () => {
  const pool = createPool(300)
  const slow = pool.run('forever')
  await expect(slow).resolves.toMatchObject({ kind: 'failed', hasEndedThread: true })
  // The new thread must start within the deadline too, which may take a try or two on a busy machine.
  await expect.poll(() => pool.run('next'), { timeout: 20_000 }).toEqual({ kind: 'done', task: 'next' })
})

test('a task that gets no processor is given longer, but not forever', async () => {
  const pool = createPool(1000)
  // A thread that has started already.
  await expect.poll(() => pool.run('first'), { timeout: 20_000 }).toEqual({ kind: 'done', task: 'first' })
  await expect(pool.run('wait')).resolves.toEqual({ kind: 'done', task: 'wait' })
  await expect(pool.run('wait forever')).resolves.toMatchObject({ kind: 'failed', hasEndedThread: true })
})

test('a cancelled task fails, running or waiting, and no other does', async () => {
  const pool = createPool()
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

test('a task cancelled before it starts does not start', async () => {
  const pool = createPool()
  await expect(pool.run('forever', AbortSignal.abort())).resolves.toMatchObject({ kind: 'failed' })
  expect(pool.started()).toBe(0)
})

test('aborting after a task has finished does nothing', async () => {
  const pool = createPool()
  const leaving = new AbortController()
  await pool.run('one', leaving.signal)
  leaving.abort()
  await setTimeout(0)
  await pool.run('two')
  expect(pool.started()).toBe(1)
})

test('threads can be started before they are needed', async () => {
  const pool = createPool()
  pool.warmUp()
  pool.warmUp()
  await pool.run('one')
  expect(pool.started()).toBe(1)
})
