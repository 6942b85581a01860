import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchConnection } from './watch-connection.ts'

let offline: () => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (offline = listener))
  vi.stubGlobal('removeEventListener', () => {})
  return () => vi.unstubAllGlobals()
})
afterEach(() => vi.useRealTimers())

function watch(answers: boolean[]) {
  const onDead = vi.fn<() => void>()
  const isAlive = vi.fn<() => Promise<boolean>>(async () => answers.shift() ?? true)
  return { onDead, isAlive, line: watchConnection(onDead, isAlive) }
}

test('a line that is heard from is not asked about', async () => {
  const { line, isAlive, onDead } = watch([])
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    line.heard()
  }
  expect(isAlive).not.toHaveBeenCalled()
  expect(onDead).not.toHaveBeenCalled()
})

test('a portal that is only slow is asked every few seconds, and may miss a question', async () => {
  const { isAlive, onDead } = watch([true, false, true, true])
  await vi.advanceTimersByTimeAsync(16_000)
  expect(isAlive).toHaveBeenCalledTimes(4)
  expect(onDead).not.toHaveBeenCalled()
})

test('a line that leaves two questions unanswered is dead, which is said once', async () => {
  const { isAlive, onDead } = watch([true, false, false, false, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onDead).toHaveBeenCalledOnce()
  expect(isAlive).toHaveBeenCalledTimes(3)
})

test('a browser that goes offline prefetch at once', async () => {
  const { onDead } = watch([false, false])
  offline()
  await vi.advanceTimersByTimeAsync(0)
  expect(onDead).toHaveBeenCalledOnce()
})

test('nothing is asked after the end', async () => {
  const { line, isAlive, onDead } = watch([])
  line.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isAlive).not.toHaveBeenCalled()
  expect(onDead).not.toHaveBeenCalled()
})

/** Each question stays open until it is answered, as on a line that is full. */
function watchFullLine() {
  const questions: ((answer: boolean) => void)[] = []
  const onDead = vi.fn<() => void>()
  const line = watchConnection(onDead, () => new Promise((resolve) => questions.push(resolve)))
  const answer = async (isAlive: boolean) => {
    questions.at(-1)?.(isAlive)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { questions, onDead, line, answer }
}

test.each([1, 2])('progress during question %i proves the line alive, though nothing answers', async (n) => {
  const { questions, onDead, line, answer } = watchFullLine()
  await vi.advanceTimersByTimeAsync(5000)
  for (let before = 1; before < n; before++) await answer(false)
  line.heard()
  await answer(false)
  expect(questions).toHaveLength(n)
  expect(onDead).not.toHaveBeenCalled()

  // What was heard then says nothing about the next silence.
  await vi.advanceTimersByTimeAsync(5000)
  await answer(false)
  await answer(false)
  expect(questions).toHaveLength(n + 2)
  expect(onDead).toHaveBeenCalledOnce()
})

test('one question is asked at a time, whatever happens meanwhile', async () => {
  const { questions, line } = watchFullLine()
  await vi.advanceTimersByTimeAsync(5000)
  offline()
  line.heard()
  await vi.advanceTimersByTimeAsync(20_000)
  offline()
  expect(questions).toHaveLength(1)
})
