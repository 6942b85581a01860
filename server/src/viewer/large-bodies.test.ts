import { expect, test } from 'vitest'

import type { Representation } from '../archive/served-entry.ts'
import { largeBodies } from './large-bodies.ts'

const bytes = 100_000

function aForm(length = bytes): Representation {
  return { tag: '"tag"', length, full: {}, notModified: {} }
}

/** Requests a body as serving does: from the cache, or read, and kept if the cache admits it. */
function request(cache: ReturnType<typeof largeBodies>, account: number, form: Representation) {
  const known = cache.get(account, form)
  if (known) return known
  cache.admit(account, form)?.(Buffer.allocUnsafeSlow(form.length))
  return undefined
}

function keptForms(cache: ReturnType<typeof largeBodies>, account: number, forms: Representation[]) {
  return forms.filter((form) => cache.get(account, form) !== undefined)
}

const requestTwice = (cache: ReturnType<typeof largeBodies>, account: number, form: Representation) => {
  request(cache, account, form)
  request(cache, account, form)
}

test('a body is kept from its second request on, so going through a build once evicts nothing', () => {
  const cache = largeBodies(3 * bytes)
  const used = [aForm(), aForm(), aForm()]
  for (const form of used) requestTwice(cache, 1, form)
  for (let file = 0; file < 500; file++) request(cache, 1, aForm())
  expect(keptForms(cache, 1, used)).toEqual(used)
})

test('the least recently used body makes room, and bodies that are too large are not kept', () => {
  const cache = largeBodies(3 * bytes)
  const [first, second, third, fourth] = [aForm(), aForm(), aForm(), aForm()]
  for (const form of [first, second, third]) requestTwice(cache, 1, form)
  request(cache, 1, first)
  requestTwice(cache, 1, fourth)
  expect(keptForms(cache, 1, [first, second, third, fourth])).toEqual([first, third, fourth])
  const tooLarge = [aForm(3 * bytes + 1), aForm(3 * 1024 * 1024)]
  for (const form of tooLarge) requestTwice(cache, 1, form)
  expect(keptForms(cache, 1, tooLarge)).toEqual([])
})

test('an account takes room from itself, or from one that uses more, never from one that uses less', () => {
  const cache = largeBodies(6 * bytes)
  const [modest, greedy] = [[aForm(), aForm()], Array.from({ length: 20 }, () => aForm())]
  for (const form of modest) requestTwice(cache, 1, form)
  for (const form of greedy) requestTwice(cache, 2, form)
  expect(keptForms(cache, 1, modest)).toEqual(modest)
  expect(keptForms(cache, 2, greedy)).toEqual(greedy.slice(-4))
  const newcomer = [aForm(), aForm()]
  for (const form of newcomer) requestTwice(cache, 3, form)
  expect(keptForms(cache, 1, modest)).toEqual(modest)
  expect(keptForms(cache, 2, greedy)).toEqual(greedy.slice(-2))
  expect(keptForms(cache, 3, newcomer)).toEqual(newcomer)
})

test('bodies that are being sent or read count, so there is no room for others until they are done', () => {
  const cache = largeBodies(2 * bytes)
  const sent = aForm()
  requestTwice(cache, 1, sent)
  const body = cache.get(1, sent)
  const releases = [cache.hold(body ?? Buffer.alloc(0)), cache.hold(body ?? Buffer.alloc(0))]
  const read = aForm()
  cache.admit(1, read)
  const keep = cache.admit(1, read)
  expect(keep).toBeTypeOf('function')
  // Whoever requests it meanwhile streams it.
  expect(cache.admit(1, read)).toBeUndefined()

  const other = aForm()
  requestTwice(cache, 1, other)
  expect(keptForms(cache, 1, [sent, other])).toEqual([sent])
  // Reading failed.
  keep?.(undefined)
  requestTwice(cache, 1, other)
  expect(keptForms(cache, 1, [sent, read, other])).toEqual([sent, other])
  releases[0]?.()
  const [third, fourth] = [aForm(), aForm()]
  requestTwice(cache, 1, third)
  expect(keptForms(cache, 1, [sent, third])).toEqual([sent, third])
  releases[1]?.()
  requestTwice(cache, 1, fourth)
  expect(keptForms(cache, 1, [sent, third, fourth])).toEqual([third, fourth])
})
