import { expect, test } from 'vitest'

import { fairPlaces, NoPlace } from './places.ts'

const [one, other, third] = [1, 2, 3]

const waiting = { waitingPerAccount: 10, waitMs: 60_000 }

test('an account takes no more than its own places, and leaves the others theirs', async () => {
  const places = fairPlaces({ total: 3, perAccount: 2 })
  await places.enter(one)
  await places.enter(one)
  await expect(places.enter(one)).rejects.toMatchObject({ limit: 'account' })
  await places.enter(other)
  await expect(places.enter(third)).rejects.toMatchObject({ limit: 'total' })
  expect(places.taken()).toBe(3)
})

test('a place given back twice is given back once', async () => {
  const places = fairPlaces({ total: 2, perAccount: 2 })
  const release = await places.enter(one)
  await places.enter(one)
  release()
  release()
  expect(places.taken()).toBe(1)
})

test('those who wait get places account by account, not in the order they came', async () => {
  const places = fairPlaces({ total: 1, perAccount: 1, ...waiting })
  const order: string[] = []
  const release = await places.enter(third)
  const entering = [one, one, one, other, other].map(async (account, i) => {
    const leave = await places.enter(account)
    order.push(`${account}.${i}`)
    leave()
  })
  release()
  await Promise.all(entering)
  expect(order).toEqual(['1.0', '2.3', '1.1', '2.4', '1.2'])
})

test('an account at its limit does not hold up those behind it', async () => {
  const places = fairPlaces({ total: 2, perAccount: 1, ...waiting })
  await places.enter(one)
  const release = await places.enter(other)
  void places.enter(one)
  const entering = places.enter(third)
  release()
  await expect(entering).resolves.toBeTypeOf('function')
  expect(places.waiting()).toBe(1)
})

test('waiting ends when the time is up, when the client leaves, and where too many wait already', async () => {
  const places = fairPlaces({ total: 2, perAccount: 1, waitingPerAccount: 1, waitMs: 20 })
  const release = await places.enter(one)
  const tooLong = places.enter(one)
  await expect(places.enter(one)).rejects.toBeInstanceOf(NoPlace)
  await expect(tooLong).rejects.toMatchObject({ limit: 'account' })
  const gone = new AbortController()
  const left = places.enter(one, gone.signal)
  gone.abort(new Error('the client left'))
  await expect(left).rejects.toThrow('the client left')
  await expect(places.enter(one, gone.signal)).rejects.toThrow('the client left')
  expect(places.waiting()).toBe(0)
  release()
  expect(places.taken()).toBe(0)
})
