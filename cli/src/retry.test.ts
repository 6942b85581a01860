import { describe, expect, test } from 'vitest'

import { Failure, Unavailable } from './failure.ts'
import { defaultRetries, retryDelay, withRetries } from './retry.ts'

function withoutWaiting(random = 1) {
  const delays: number[] = []
  const sleep = async (delayMs: number) => delays.push(delayMs)
  return { delays, policy: { ...defaultRetries, sleep, random: () => random } }
}

const ignore = () => {}

describe('retrying', () => {
  test('goes on until it works, with delays that double', async () => {
    const { delays, policy } = withoutWaiting()
    const reported: string[] = []
    const result = await withRetries(
      async (attempt) => {
        if (attempt < 4) throw new Unavailable('busy')
        return attempt
      },
      (why, _, next) => reported.push(`${why} ${next}`),
      policy,
    )
    expect(result).toBe(4)
    expect(delays).toEqual([500, 1000, 2000])
    expect(reported).toEqual(['busy 2', 'busy 3', 'busy 4'])
  })

  test('ends after five attempts with exit code 7 and the reason', async () => {
    const { delays, policy } = withoutWaiting(0)
    const work = withRetries(() => Promise.reject(new Unavailable('connection refused')), ignore, policy)
    await expect(work).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(work).rejects.toThrow('in 5 attempts (connection refused)')
    expect(delays).toEqual([250, 500, 1000, 2000])
  })

  test('stops at a refusal', async () => {
    const { delays, policy } = withoutWaiting()
    const work = withRetries(() => Promise.reject(new Failure('refused', 'no')), ignore, policy)
    await expect(work).rejects.toThrow('no')
    expect(delays).toEqual([])
  })

  test('waits as long as the portal asks, but not for an hour', async () => {
    const { delays, policy } = withoutWaiting()
    const answers = [new Unavailable('busy', 30_000), new Unavailable('busy', 3_600_000)]
    const work = withRetries(
      () => Promise.reject(answers.shift() ?? new Error('unexpected attempt')),
      ignore,
      policy,
    )
    await expect(work).rejects.toThrow('busy (busy): try again in 60 minutes')
    expect(delays).toEqual([30_250])
  })

  test('never retries before the time the portal asked for', () => {
    for (const random of [0, 0.3, 0.99]) {
      expect(retryDelay(1, 5000, { initialDelayMs: 500, random: () => random })).toBeGreaterThanOrEqual(5000)
    }
  })
})
