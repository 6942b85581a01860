import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { writeReply } from './write-reply.ts'

const schema = z.array(z.object({ name: z.string() }))
const items = Array.from({ length: 250 }, (_, i) => ({ name: `Item ${i}`, secret: i }))
const told = items.map(({ name }) => ({ name }))

test.each([0, 1, 100, 101, 200, 250])(
  'a list of %i is written whole, without what its schema does not have',
  async (length) => {
    expect(JSON.parse(await writeReply(schema, items.slice(0, length)))).toEqual(told.slice(0, length))
  },
)

test('other work comes in between the pieces of a long list', async () => {
  let isWritten = false
  const writing = writeReply(schema, items).then(() => (isWritten = true))
  const isWrittenAfterOneTurn = await new Promise((resolve) => setImmediate(() => resolve(isWritten)))
  expect(isWrittenAfterOneTurn).toBe(false)
  await writing
})

test('an item that does not fit the schema fails', async () => {
  await expect(writeReply(schema, [...items, { name: 1 }])).rejects.toThrow('name')
})
