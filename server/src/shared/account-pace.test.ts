import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPaces } from './account-pace.ts'
import type { AccountPace } from './account-pace.ts'
import { fairSlots } from './fair-slots.ts'

const [loud, quiet] = [1, 2]
const isLoaded = () => true

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Returns the rest after the last piece of work. */
function work(pace: AccountPace, account: number, milliseconds: number, times = 1): number {
  let rest = 0
  for (let i = 0; i < times; i++) {
    const end = pace.begin(account)
    vi.advanceTimersByTime(milliseconds)
    rest = end()
  }
  return rest
}

test('an account rests only if it uses much, and only while others are there', () => {
  const { calls } = openPaces(isLoaded)
  expect(work(calls, loud, 50, 20)).toBe(0)
  expect(calls.isBusy(loud)).toBe(false)
  expect(work(calls, quiet, 1)).toBe(0)
  expect(calls.isBusy(loud)).toBe(true)
  expect(calls.isBusy(quiet)).toBe(false)
  expect(work(calls, loud, 50)).toBe(150)
})

test('an account does not rest while the server has time for everybody, nor for its work in the background', () => {
  const idle = openPaces(() => false)
  work(idle.calls, quiet, 1)
  expect(work(idle.calls, loud, 50, 20)).toBe(0)
  const { calls, background } = openPaces(isLoaded)
  work(calls, quiet, 1)
  expect(work(background, loud, 50, 20)).toBe(150)
  expect(calls.isBusy(loud)).toBe(false)
})

test('calls at once share their time, and what a call has waited for hardly counts', () => {
  const { calls } = openPaces(isLoaded)
  work(calls, quiet, 1)
  const ends = Array.from({ length: 10 }, () => calls.begin(loud))
  vi.advanceTimersByTime(50)
  expect(ends.map((end) => end())).toEqual(ends.map(() => 0))
  work(calls, quiet, 1)
  expect(work(calls, loud, 4000)).toBe(0)
})

test('what was used is forgotten, and so are accounts that have left', () => {
  const { calls } = openPaces(isLoaded)
  work(calls, loud, 50, 20)
  work(calls, quiet, 1)
  expect(calls.isBusy(loud)).toBe(true)
  vi.advanceTimersByTime(4900)
  expect(calls.isBusy(loud)).toBe(false)
  expect(work(calls, loud, 50, 20)).toBe(0)
})

const filled = { total: 4, perAccount: 3, waitingPerAccount: 10, waitMs: 60_000 }

/** Slots in which the loud account is busy, and the names of the tasks that have begun. */
function busySlots() {
  const { calls: pace } = openPaces(isLoaded)
  const slots = fairSlots({ ...filled, pace })
  work(pace, loud, 50, 20)
  work(pace, quiet, 1)
  const begun: string[] = []
  const begin = async (name: string, account: number) => {
    const release = await slots.acquire(account)
    begun.push(name)
    return release
  }
  return { begin, begun }
}

test('a busy account has few slots and rests after each task; others do not wait for that', async () => {
  const { begin, begun } = busySlots()
  const [first] = [await begin('first', loud), await begin('second', loud)]
  void begin('third', loud)
  await vi.advanceTimersByTimeAsync(40)
  first()
  await begin('other', quiet)
  await vi.advanceTimersByTimeAsync(50)
  expect(begun).toEqual(['first', 'second', 'other'])
  // Half of 40 ms, three times.
  await vi.advanceTimersByTimeAsync(20)
  expect(begun).toEqual(['first', 'second', 'other', 'third'])
})

test('tasks that wait begin when the account is not busy any more, in their order', async () => {
  const { begin, begun } = busySlots()
  await begin('slow', loud)
  await begin('slower', loud)
  void begin('third', loud)
  await vi.advanceTimersByTimeAsync(4500)
  void begin('fourth', loud)
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toEqual(['slow', 'slower', 'third'])
})
