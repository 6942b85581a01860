import type { Readable } from 'node:stream'

import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { inPieces, writeReply } from './write-reply.ts'

const schema = z.array(z.object({ name: z.string() }))
const items = Array.from({ length: 250 }, (_, i) => ({ name: `Item ${i}`, secret: i }))
const told = items.map(({ name }) => ({ name }))

test.each([0, 1, 10, 11, 20, 250])(
  'a list of %i is written whole, without what its schema does not have',
  async (length) => {
    const written = String(await writeReply(schema, items.slice(0, length)))
    expect(JSON.parse(written)).toEqual(told.slice(0, length))
  },
)

const page = z.object({
  title: z.optional(z.string()),
  counts: z.object({ items: z.int() }),
  items: schema,
  more: z.nullable(z.array(z.string())),
  isPartial: z.boolean(),
})
const aPage = { isPartial: false, items, counts: { items: 250, secret: 1 }, more: null, secret: 1 }

test('an object with a long list is written whole, without what its schema does not have', async () => {
  for (const title of [undefined, 'Items']) {
    const reply = { ...aPage, title }
    expect(String(await writeReply(page, reply))).toBe(JSON.stringify(page.parse(reply)))
  }
  expect(String(await writeReply(page, aPage))).toBe(JSON.stringify(page.parse(aPage)))
})

test('an object that has more rules than those of its properties is checked as a whole', async () => {
  const ruled = page.check(z.refine(({ counts, items: { length } }) => counts.items === length))
  await expect(writeReply(ruled, aPage)).resolves.toBeDefined()
  await expect(writeReply(ruled, { ...aPage, counts: { items: 1 } })).rejects.toThrow('Invalid input')
})

test.each([
  ['list', schema, items],
  ['list of an object', page, aPage],
])('other work comes in between the pieces of a %s that takes long', async (_, described, reply) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
  let isWritten = false
  const writing = writeReply(described, reply).then(() => (isWritten = true))
  const isWrittenAfterOneTurn = await new Promise((resolve) => setImmediate(() => resolve(isWritten)))
  expect(isWrittenAfterOneTurn).toBe(false)
  await writing
  vi.restoreAllMocks()
})

test('an item that does not fit the schema fails', async () => {
  const wrong = [...items, { name: 1 }]
  await expect(writeReply(schema, wrong)).rejects.toThrow('name')
  await expect(writeReply(page, { ...aPage, items: wrong })).rejects.toThrow('name')
})

test('a large reply is sent in pieces, with other work in between, and a small one at once', async () => {
  const large = Buffer.alloc(1_000_000, 'a reply of a megabyte ')
  const pieces: Buffer[] = []
  let turns = 0
  const count = () => void setImmediate(() => (turns++, pieces.length < 8 && count()))
  count()
  for await (const piece of inPieces(large) as Readable) {
    expect(turns).toBeGreaterThanOrEqual(pieces.length)
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(large)).toBe(true)
  expect(pieces).toHaveLength(8)
  expect(inPieces(Buffer.alloc(1000))).toBeUndefined()
  expect(inPieces('[]')).toBeUndefined()
})
