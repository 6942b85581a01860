import { expect, test } from 'vitest'

import { addSample, estimate } from './upload-speed.ts'
import type { Sample } from './upload-speed.ts'

const after = (samples: Sample[]) => samples.reduce<Sample[]>(addSample, [])

test('says nothing before there is enough to tell', () => {
  expect(estimate([], 100)).toBeUndefined()
  expect(estimate(after([{ at: 0, sent: 10 }]), 100)).toBeUndefined()
  const burst = after([
    { at: 0, sent: 0 },
    { at: 10, sent: 65_536 },
  ])
  expect(estimate(burst, 1_000_000)).toBeUndefined()
})

test('a steady upload has its true speed and time left', () => {
  const samples = after(Array.from({ length: 20 }, (_, n) => ({ at: n * 100, sent: n * 1000 })))
  expect(estimate(samples, 39_000)).toEqual({ bytesPerSecond: 10_000, secondsLeft: 2 })
})

test('follows the network: what was faster long ago no longer counts', () => {
  const fast = Array.from({ length: 50 }, (_, n) => ({ at: n * 100, sent: n * 10_000 }))
  const slow = Array.from({ length: 60 }, (_, n) => ({ at: 5000 + n * 100, sent: 500_000 + n * 100 }))
  const { bytesPerSecond } = estimate(after([...fast, ...slow]), 1_000_000) ?? {}
  expect(bytesPerSecond).toBeCloseTo(1000)
})

test('a pause longer than the window is measured across, not forgotten', () => {
  const samples = after([
    { at: 0, sent: 0 },
    { at: 1000, sent: 1000 },
    { at: 11_000, sent: 2000 },
  ])
  expect(estimate(samples, 3000)).toEqual({ bytesPerSecond: 100, secondsLeft: 10 })
})

test('a stalled upload promises nothing', () => {
  const samples = after([
    { at: 0, sent: 1000 },
    { at: 1000, sent: 1000 },
  ])
  expect(estimate(samples, 3000)).toBeUndefined()
})

test('keeps no more than the window needs', () => {
  const samples = after(Array.from({ length: 10_000 }, (_, n) => ({ at: n * 50, sent: n })))
  expect(samples.length).toBeLessThan(100)
})
