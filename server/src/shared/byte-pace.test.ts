import { expect, test, vi } from 'vitest'

import { openBytePace } from './byte-pace.ts'

test('an account gets its bytes a second, all its readers together, and others do not wait for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const pace = openBytePace(100)
    const finished: string[] = []
    const read = async (name: string, account: number, bytes: number) => {
      await pace.take(account, bytes)
      finished.push(name)
    }
    const reading = [
      read('what it has not used', 1, 100),
      read('first', 1, 100),
      read('second', 1, 100),
      read('of another account', 2, 100),
    ]
    await vi.advanceTimersByTimeAsync(0)
    expect(finished).toEqual(['what it has not used', 'of another account'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(finished.slice(2)).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(finished.slice(3)).toEqual(['second'])
    await Promise.all(reading)
    await vi.advanceTimersByTimeAsync(5000)
    const later = read('after a pause', 1, 100)
    await vi.advanceTimersByTimeAsync(0)
    expect(finished.at(-1)).toBe('after a pause')
    await later
  } finally {
    vi.useRealTimers()
  }
})
