import { expect, test } from 'vitest'

import { shareThreads } from './shared-threads.ts'

/** Threads whose tasks end when the test says so. */
function threadsOf(size: number) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const threads = shareThreads({
    size,
    run: (task: string) => {
      begun.push(task)
      return new Promise<void>((resolve) => ends.set(task, resolve))
    },
  })
  const end = async (task: string) => {
    ends.get(task)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { threads, begun, end }
}

const [loud, quiet] = [1, 2]

test('an account with many tasks leaves a thread for others', async () => {
  const { threads, begun, end } = threadsOf(2)
  for (const task of ['a1', 'a2', 'a3']) void threads.run(loud, task)
  void threads.run(quiet, 'b1')
  await end('nothing')
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('accounts take turns where there is one thread', async () => {
  const { threads, begun, end } = threadsOf(1)
  for (const task of ['a1', 'a2', 'a3']) void threads.run(loud, task)
  void threads.run(quiet, 'b1')
  for (const task of ['nothing', 'a1', 'a2', 'b1']) await end(task)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a task that is cancelled while it waits is not begun', async () => {
  const { threads, begun, end } = threadsOf(1)
  void threads.run(loud, 'a1')
  const cancelled = new AbortController()
  const waiting = threads.run(quiet, 'b1', cancelled.signal)
  cancelled.abort(new Error('the portal is stopping'))
  await expect(waiting).rejects.toThrow('the portal is stopping')
  await end('a1')
  expect(begun).toEqual(['a1'])
})
