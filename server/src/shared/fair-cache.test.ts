import { expect, test } from 'vitest'

import { fairCache } from './fair-cache.ts'

function aCache(maxSize: number) {
  const evicted: string[] = []
  const cache = fairCache<string, string>(maxSize, (value) => evicted.push(value))
  const add = (party: number, values: string, size: number) => {
    for (const value of values) cache.set(party, value, value, size)
  }
  return { cache, evicted, add }
}

test('whoever has most makes room, with what was used least recently', () => {
  const { cache, evicted, add } = aCache(80)
  add(1, 'a', 10)
  add(2, 'bcd', 20)
  cache.get(2, 'b')
  add(2, 'e', 20)
  add(3, 'f', 20)
  expect(evicted).toEqual(['c', 'd'])
  expect([...cache.values()]).toEqual(['a', 'b', 'e', 'f'])
})

test('where all have little, whoever used the cache least recently makes room', () => {
  const { cache, evicted, add } = aCache(80)
  for (const [party, value] of Array.from('abcdefghij').entries()) add(party, value, 8 - party / 10)
  cache.get(0, 'a')
  add(10, 'k', 9)
  expect(evicted).toEqual(['b'])
})

test('what is larger than others leave stays until the next comes, and does not evict theirs', () => {
  const { cache, evicted, add } = aCache(80)
  add(1, 'abcd', 10)
  add(2, 'ef', 50)
  expect(evicted).toEqual(['e'])
  expect(cache.get(2, 'f')).toBe('f')
  add(1, 'g', 10)
  expect(evicted).toEqual(['e', 'f'])
})

test('what is replaced is not evicted, and its new size counts', () => {
  const { cache, evicted, add } = aCache(80)
  add(1, 'ab', 30)
  cache.set(1, 'a', 'A', 1000)
  expect(evicted).toEqual(['b'])
  expect(cache.get(1, 'a')).toBe('A')
  cache.clear()
  expect(evicted).toEqual(['b', 'A'])
  add(2, 'c', 80)
  expect(cache.peek(2, 'c')).toBe('c')
})
