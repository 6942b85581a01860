import { addressOf } from '@plinth/contract/client.ts'
import { listComponents } from '@plinth/contract/contents.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aCatalogue } from '../testing/catalogues.ts'
import { contentsWith } from '../testing/large-catalogue.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, testPortal, tokenOf } from '../testing/test-app.ts'
import { requestWithoutReading } from '../testing/unread.ts'

/** With a list of components; thousands of them are more than the system buffers. */
async function aReader(count: number) {
  const { db } = await testPortal()
  const member = await aMember()
  const long = '…'.repeat(290)
  const component = { id: 'c', title: long, name: long, file: '', description: long }
  const { storybookId } = await aCatalogue(member, 'Large', contentsWith({ components: [component] }))
  const columns = sql.raw('account_id, storybook_id, kind, entry_id, name, title, description, tags, words')
  await sql`
    INSERT INTO catalogue_entries (${columns}) SELECT ${columns} FROM catalogue_entries, generate_series(2, ${count}::int)
    WHERE storybook_id = ${storybookId} AND kind = 'component'`.execute(db)
  const path = addressOf(listComponents, { account: member.account.publicId })
  return { path, headers: { authorization: `Bearer ${await tokenOf(member.person)}` } }
}

test('large replies that nobody reads are refused before they fill the memory', async () => {
  const [hoarder, neighbour] = [await aReader(3_000), await aReader(300)]
  const { text } = await sendRequest(hoarder.path, hoarder)
  const kept = Math.floor((64 * 1024 * 1024) / Buffer.byteLength(text))
  const unread: Awaited<ReturnType<typeof requestWithoutReading>>[] = []
  for (let i = 0; i < kept; i++) {
    const request = await requestWithoutReading({ ...hoarder, host: 'localhost' })
    unread.push(request)
    await expect.poll(request.hasBegun).toBe(true)
  }
  const refused = await sendRequest(hoarder.path, hoarder)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
  expect((await sendRequest(neighbour.path, neighbour)).status).toBe(200)

  for (const { socket } of unread) socket.destroy()
  await expect.poll(async () => (await sendRequest(hoarder.path, hoarder)).status).toBe(200)
})
