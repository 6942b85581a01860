import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { onePerTurn } from './one-per-turn.ts'

test('of a crowd, one is admitted in each turn, in their order; others come in between', async () => {
  const admitted = onePerTurn()
  const begun: string[] = []
  for (const name of ['first', 'second', 'third']) void admitted().then(() => begun.push(name))
  await nextTurn()
  await nextTurn()
  begun.push('other')
  await nextTurn()
  await nextTurn()
  expect(begun).toHaveLength(4)
  expect(begun.filter((name) => name !== 'other')).toEqual(['first', 'second', 'third'])
  expect(begun.indexOf('other')).toBeLessThan(3)
  // Nobody is left behind.
  await admitted()
})
