import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTimeBudget } from './time-budget.ts'

const [busy, other] = ['busy', 'other']
const limits = { perMillisecond: 0.5, freeMs: 50, fairMs: Infinity, mostOwedMs: 500 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a few seconds are saved up; after that, it is spent until time has passed', () => {
  const budget = openTimeBudget<string>(limits)
  budget.spend(busy, 1900)
  expect(budget.isSpent(busy)).toBe(false)
  budget.spend(busy, 400)
  expect(budget.isSpent(busy)).toBe(true)
  expect(budget.isSpent(other)).toBe(false)
  vi.advanceTimersByTime(500)
  expect(budget.isSpent(busy)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(budget.isSpent(busy)).toBe(false)
})

test('work of fifty milliseconds uses up what is saved, but makes nobody wait, however often it is done', () => {
  const budget = openTimeBudget<string>(limits)
  expect(budget.isPlentiful(busy)).toBe(true)
  for (let i = 0; i < 10_000; i++) budget.spend(busy, 50)
  expect(budget.isSpent(busy)).toBe(false)
  expect(budget.isPlentiful(busy)).toBe(false)
  expect(budget.isPlentiful(other)).toBe(true)
  vi.advanceTimersByTime(2000)
  expect(budget.isPlentiful(busy)).toBe(true)
})

test('work of fifty milliseconds does not cancel what is owed', () => {
  const budget = openTimeBudget<string>(limits)
  budget.spend(busy, 2400)
  budget.spend(busy, 50)
  vi.advanceTimersByTime(700)
  expect(budget.isSpent(busy)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(budget.isSpent(busy)).toBe(false)
})

test('whatever was spent, no more than half a second is owed', () => {
  const budget = openTimeBudget<string>(limits)
  budget.spend(busy, 60_000)
  vi.advanceTimersByTime(900)
  expect(budget.isSpent(busy)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(budget.isSpent(busy)).toBe(false)
})

test('however long nothing is spent, no more than a few seconds are saved up', () => {
  const budget = openTimeBudget<string>(limits)
  budget.spend(busy, 100)
  vi.advanceTimersByTime(3_600_000)
  budget.spend(busy, 2100)
  expect(budget.isSpent(busy)).toBe(true)
})

test('what takes longer than is fair costs twice as much from there on', () => {
  const budget = openTimeBudget<string>({ ...limits, fairMs: 100 })
  budget.spend(busy, 1000)
  expect(budget.isSpent(busy)).toBe(false)
  budget.spend(busy, 110)
  expect(budget.isSpent(busy)).toBe(true)
})
