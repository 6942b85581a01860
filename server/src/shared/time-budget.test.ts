import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTimeBudget } from './time-budget.ts'

const [busy, other] = ['busy', 'other']

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a few seconds are saved up; after that, it is spent until time has passed', () => {
  const budget = openTimeBudget<string>(0.5)
  budget.spend(busy, 1900)
  expect(budget.isSpent(busy)).toBe(false)
  budget.spend(busy, 600)
  expect(budget.isSpent(busy)).toBe(true)
  expect(budget.isSpent(other)).toBe(false)
  vi.advanceTimersByTime(900)
  expect(budget.isSpent(busy)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(budget.isSpent(busy)).toBe(false)
})

test('whatever was spent, no more than a few seconds are owed', () => {
  const budget = openTimeBudget<string>(0.5)
  budget.spend(busy, 60_000)
  vi.advanceTimersByTime(3900)
  expect(budget.isSpent(busy)).toBe(true)
  vi.advanceTimersByTime(200)
  expect(budget.isSpent(busy)).toBe(false)
})

test('however long nothing is spent, no more than a few seconds are saved up', () => {
  const budget = openTimeBudget<string>(0.5)
  budget.spend(busy, 100)
  vi.advanceTimersByTime(3_600_000)
  budget.spend(busy, 2100)
  expect(budget.isSpent(busy)).toBe(true)
})
