import { addressOf } from '@plinth/contract/client.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { expect, test } from 'vitest'

import { encodeContents } from '../../contents/stored-contents.ts'
import { aCatalogue } from '../../testing/catalogues.ts'
import { contentsWith } from '../../testing/large-catalogue.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, testPortal, tokenOf } from '../../testing/test-app.ts'
import { requestWithoutReading } from '../../testing/unread.ts'
import { beginReading, findVersionToRead, saveContents } from './store.ts'

/** Almost as much as contents may have, and more than the buffers of two sockets hold. */
const largeEntries = Array.from({ length: 24 }, (_, i) => ({
  id: `button--${i}`,
  kind: 'story' as const,
  title: 'Button',
  name: `Story ${i}`,
  file: '',
  tags: [],
  description: 'what a story says about itself\n'.repeat(10_000),
}))

async function aReader(entries = largeEntries) {
  const member = await aMember()
  const contents = contentsWith({ entries })
  const { publicId, versionPublicId } = await aCatalogue(member, 'Heavy', contents)
  const { db } = await testPortal()
  const version = await findVersionToRead(db, versionPublicId)
  await beginReading(db, version?.id ?? 0)
  await saveContents(db, version?.id ?? 0, encodeContents(contents), 'nothing to compare')
  const params = { account: member.account.publicId, storybook: publicId, version: versionPublicId }
  const headers = { authorization: `Bearer ${await tokenOf(member.person)}` }
  return { path: addressOf(getContents, params), headers }
}

test('replies that nobody reads keep no other account waiting, and hold a bounded part of the memory', async () => {
  const hoarder = await aReader()
  const neighbour = await aReader(largeEntries.slice(0, 1))
  // Two are made and not read, fifty wait, and the rest are refused at once.
  const requests: Awaited<ReturnType<typeof requestWithoutReading>>[] = []
  for (let i = 0; i < 60; i++) requests.push(await requestWithoutReading({ ...hoarder, host: 'localhost' }))
  await expect.poll(() => requests.filter(({ hasBegun }) => hasBegun()).length).toBe(2 + 8)

  const refused = await sendRequest(hoarder.path, hoarder)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
  const answer = await sendRequest(neighbour.path, neighbour)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { entries: [{ id: 'button--0' }] }])

  for (const { socket } of requests) socket.destroy()
  await expect.poll(async () => (await sendRequest(hoarder.path, hoarder)).status).toBe(200)
})
