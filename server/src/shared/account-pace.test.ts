import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPaces } from './account-pace.ts'
import { fairSlots } from './fair-slots.ts'

const [loud, quiet] = [1, 2]
const isLoaded = () => true

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('an account rests only if it uses much, and only while others are there', () => {
  const { calls: pace } = openPaces(isLoaded)
  expect(pace.worked(loud, 60_000)).toBe(0)
  expect(pace.isBusy(loud)).toBe(false)
  expect(pace.worked(quiet, 1)).toBe(0)
  expect(pace.isBusy(loud)).toBe(true)
  expect(pace.isBusy(quiet)).toBe(false)
  expect(pace.worked(loud, 100)).toBe(300)
})

test('an account does not rest while the server has time for everybody, nor for its work in the background', () => {
  const idle = openPaces(() => false)
  idle.calls.worked(quiet, 1)
  expect(idle.calls.worked(loud, 60_000)).toBe(0)
  const { calls, background } = openPaces(isLoaded)
  calls.worked(quiet, 1)
  expect(background.worked(loud, 60_000)).toBe(500)
  expect(calls.isBusy(loud)).toBe(false)
})

test('what was used is forgotten, and so are accounts that have left', () => {
  const { calls: pace } = openPaces(isLoaded)
  pace.worked(quiet, 1)
  pace.worked(loud, 60_000)
  vi.advanceTimersByTime(4000)
  expect(pace.isBusy(loud)).toBe(true)
  vi.advanceTimersByTime(2000)
  expect(pace.worked(loud, 60_000)).toBe(0)
  pace.worked(quiet, 1)
  vi.advanceTimersByTime(60_000)
  expect(pace.isBusy(loud)).toBe(false)
})

test('slots of a busy account are used one at a time, with a rest after each, which others do not wait for', async () => {
  const { calls: pace } = openPaces(isLoaded)
  const slots = fairSlots({ total: 2, perAccount: 2, waitingPerAccount: 10, waitMs: 60_000, pace })
  pace.worked(quiet, 1)
  pace.worked(loud, 60_000)
  const begun: string[] = []
  const begin = async (name: string, account: number) => {
    const release = await slots.acquire(account)
    begun.push(name)
    return release
  }
  const first = await begin('first', loud)
  const second = begin('second', loud)
  await vi.advanceTimersByTimeAsync(100)
  const other = await begin('other', quiet)
  first()
  await vi.advanceTimersByTimeAsync(290)
  expect(begun).toEqual(['first', 'other'])
  await vi.advanceTimersByTimeAsync(20)
  expect(begun).toEqual(['first', 'other', 'second'])
  other()
  ;(await second)()
})
