import { expect, test } from 'vitest'

import { lineOf, prove } from './proof.ts'
import type { Proof } from './proof.ts'
import { randomFrom } from './random.ts'

const choices = (seed: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: 20 }, () => random.whole(0, 1000))
}

test('a seed repeats all choices, and another makes others', () => {
  expect(choices(7)).toEqual(choices(7))
  expect(choices(7)).not.toEqual(choices(8))
})

test('a branch has the same choices whatever was chosen before', () => {
  const random = randomFrom(7)
  const early = random.branch('round 3').bytes(8)
  random.fraction()
  expect(random.branch('round 3').bytes(8)).toEqual(early)
  expect(random.branch('round 4').bytes(8)).not.toEqual(early)
})

const counting: Proof = {
  summary: 'counts',
  rounds: 5,
  async run({ hasMore }) {
    let done = 0
    while (hasMore(done)) {
      done += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return { figures: { rounds: done }, violations: [] }
  },
}

test('the long form has its number of rounds, unless a number or a time is given', async () => {
  const budget = { seed: 1, folder: 'unused' }
  const roundsOf = async (more: object) => (await prove(counting, { ...budget, ...more })).figures['rounds']
  expect(await roundsOf({})).toBe(5)
  expect(await roundsOf({ rounds: 2 })).toBe(2)
  expect(await roundsOf({ milliseconds: 200 })).toBeGreaterThan(5)
})

test('a proof ends with one line of figures', () => {
  const outcome = { figures: { requests: 1_000_000, 'answers of 5xx': 0, memory: '+2 %' }, violations: [] }
  expect(lineOf('edges', outcome, 7, 61_400)).toBe(
    'edges: 1,000,000 requests, 0 answers of 5xx, memory +2 % (seed 7, 61 s)',
  )
})
