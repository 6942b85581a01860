import { expect, test } from 'vitest'

import { fairSlots, NoFreeSlot } from './fair-slots.ts'

const [one, other, third] = [1, 2, 3]

const waiting = { waitingPerAccount: 10, waitMs: 60_000 }

test('an account uses no more than its share and leaves the rest to others', async () => {
  const slots = fairSlots({ total: 3, perAccount: 2 })
  await slots.acquire(one)
  await slots.acquire(one)
  await expect(slots.acquire(one)).rejects.toMatchObject({ limit: 'account' })
  await slots.acquire(other)
  await expect(slots.acquire(third)).rejects.toMatchObject({ limit: 'total' })
  expect(slots.inUse()).toBe(3)
})

test('releasing a slot twice releases it once', async () => {
  const slots = fairSlots({ total: 2, perAccount: 2 })
  const release = await slots.acquire(one)
  await slots.acquire(one)
  release()
  release()
  expect(slots.inUse()).toBe(1)
})

test('waiting accounts are served round-robin, not in order of arrival', async () => {
  const slots = fairSlots({ total: 1, perAccount: 1, ...waiting })
  const order: string[] = []
  const release = await slots.acquire(third)
  const acquiring = [one, one, one, other, other].map(async (account, i) => {
    const releaseNext = await slots.acquire(account)
    order.push(`${account}.${i}`)
    releaseNext()
  })
  release()
  await Promise.all(acquiring)
  expect(order).toEqual(['1.0', '2.3', '1.1', '2.4', '1.2'])
})

test('an account at its limit does not block the accounts behind it', async () => {
  const slots = fairSlots({ total: 2, perAccount: 1, ...waiting })
  await slots.acquire(one)
  const release = await slots.acquire(other)
  // Waits until it is refused.
  slots.acquire(one).catch(() => {})
  const acquiring = slots.acquire(third)
  release()
  await expect(acquiring).resolves.toBeTypeOf('function')
  expect(slots.waiting()).toBe(1)
})

test('waiting ends on timeout, on abort, and when too many wait already', async () => {
  const slots = fairSlots({ total: 2, perAccount: 1, waitingPerAccount: 1, waitMs: 20 })
  const release = await slots.acquire(one)
  const tooLong = slots.acquire(one)
  await expect(slots.acquire(one)).rejects.toBeInstanceOf(NoFreeSlot)
  await expect(tooLong).rejects.toMatchObject({ limit: 'account' })
  const gone = new AbortController()
  const left = slots.acquire(one, { signal: gone.signal })
  gone.abort(new Error('the client left'))
  await expect(left).rejects.toThrow('the client left')
  await expect(slots.acquire(one, { signal: gone.signal })).rejects.toThrow('the client left')
  expect(slots.waiting()).toBe(0)
  release()
  expect(slots.inUse()).toBe(0)
})
