import { expect, test } from 'vitest'

import { addSample, estimate } from './upload-speed.ts'
import type { Sample } from './upload-speed.ts'

const collect = (samples: Sample[]) => samples.reduce<Sample[]>(addSample, [])

test('gives no estimate before there are enough samples', () => {
  expect(estimate([], 100)).toBeUndefined()
  expect(estimate(collect([{ at: 0, sent: 10 }]), 100)).toBeUndefined()
  const burst = collect([
    { at: 0, sent: 0 },
    { at: 10, sent: 65_536 },
  ])
  expect(estimate(burst, 1_000_000)).toBeUndefined()
})

test('estimates the speed and time left of a steady upload', () => {
  const samples = collect(Array.from({ length: 20 }, (_, n) => ({ at: n * 100, sent: n * 1000 })))
  expect(estimate(samples, 39_000)).toEqual({ bytesPerSecond: 10_000, secondsLeft: 2 })
})

test('forgets the speed of more than a few seconds ago', () => {
  const fast = Array.from({ length: 50 }, (_, n) => ({ at: n * 100, sent: n * 10_000 }))
  const slow = Array.from({ length: 60 }, (_, n) => ({ at: 5000 + n * 100, sent: 500_000 + n * 100 }))
  const { bytesPerSecond } = estimate(collect([...fast, ...slow]), 1_000_000) ?? {}
  expect(bytesPerSecond).toBeCloseTo(1000)
})

test('includes a pause that is longer than the window', () => {
  const samples = collect([
    { at: 0, sent: 0 },
    { at: 1000, sent: 1000 },
    { at: 11_000, sent: 2000 },
  ])
  expect(estimate(samples, 3000)).toEqual({ bytesPerSecond: 100, secondsLeft: 10 })
})

test('gives no estimate for a stalled upload', () => {
  const samples = collect([
    { at: 0, sent: 1000 },
    { at: 1000, sent: 1000 },
  ])
  expect(estimate(samples, 3000)).toBeUndefined()
})

test('keeps only the samples of the window', () => {
  const samples = collect(Array.from({ length: 10_000 }, (_, n) => ({ at: n * 50, sent: n })))
  expect(samples.length).toBeLessThan(100)
})
