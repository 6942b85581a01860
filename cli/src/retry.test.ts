import { describe, expect, test } from 'vitest'

import { Failure, Unavailable } from './failure.ts'
import { defaultRetries, pauseAfter, withRetries } from './retry.ts'

function impatient(random = 1) {
  const pauses: number[] = []
  const wait = async (pause: number) => pauses.push(pause)
  return { pauses, policy: { ...defaultRetries, wait, random: () => random } }
}

const silent = () => {}

describe('trying again', () => {
  test('goes on until it works, with pauses that double', async () => {
    const { pauses, policy } = impatient()
    const told: string[] = []
    const result = await withRetries(
      async (number) => {
        if (number < 4) throw new Unavailable('busy')
        return number
      },
      (why, _, next) => told.push(`${why} ${next}`),
      policy,
    )
    expect(result).toBe(4)
    expect(pauses).toEqual([500, 1000, 2000])
    expect(told).toEqual(['busy 2', 'busy 3', 'busy 4'])
  })

  test('ends after five tries with exit code 7 and why', async () => {
    const { pauses, policy } = impatient(0)
    const work = withRetries(() => Promise.reject(new Unavailable('nothing listens there')), silent, policy)
    await expect(work).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(work).rejects.toThrow('in 5 tries (nothing listens there)')
    expect(pauses).toEqual([250, 500, 1000, 2000])
  })

  test('does not help against a refusal', async () => {
    const { pauses, policy } = impatient()
    const work = withRetries(() => Promise.reject(new Failure('refused', 'no')), silent, policy)
    await expect(work).rejects.toThrow('no')
    expect(pauses).toEqual([])
  })

  test('waits as long as the portal asks, but not for an hour', async () => {
    const { pauses, policy } = impatient()
    const answers = [new Unavailable('busy', 30_000), new Unavailable('busy', 3_600_000)]
    const work = withRetries(
      () => Promise.reject(answers.shift() ?? new Error('one too many')),
      silent,
      policy,
    )
    await expect(work).rejects.toThrow('come back in 60 minutes (busy)')
    expect(pauses).toEqual([30_250])
  })

  test('never comes back before it was asked to', () => {
    for (const random of [0, 0.3, 0.99]) {
      expect(pauseAfter(1, 5000, { pause: 500, random: () => random })).toBeGreaterThanOrEqual(5000)
    }
  })
})
