import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'

import { addressOf } from '@plinth/contract/client.ts'
import { openShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { expect, onTestFinished, test } from 'vitest'

import { aMember, testPortal, tokenOf } from '../testing/test-app.ts'

interface Sent {
  path: string
  body: string
  token?: string
}

/** A client that keeps its connection. */
async function aClient() {
  const { config } = await testPortal()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async ({ path, body, token }: Sent) => {
    const outgoing = request({
      port: config.port,
      agent,
      method: 'POST',
      path,
      headers: {
        host: config.publicUrl.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string; detail?: string }
    return { status: response.statusCode, ...answer, isReused: outgoing.reusedSocket }
  }
}

const description = (length: number) => JSON.stringify({ title: 'Long', description: 'é'.repeat(length) })

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

async function aTarget() {
  const { account, person } = await aMember()
  return { path: addressOf(createStorybook, { account: account.publicId }), token: await tokenOf(person) }
}

test('whoever may not call gets to know that, whatever the body is', async () => {
  const send = await aClient()
  const { path } = await aTarget()
  for (const body of ['{', nested(8000), 'x'.repeat(60_000)]) {
    expect(await send({ path, body })).toMatchObject({ status: 401 })
    expect(await send({ path, body, token: 'nonsense' })).toMatchObject({ status: 401 })
  }
})

test('a refusal of a short body that nobody reads leaves the connection as it is', async () => {
  const send = await aClient()
  const { path, token } = await aTarget()
  await send({ path, body: JSON.stringify({ title: 'One' }) })
  for (let i = 0; i < 5; i++) {
    expect(await send({ path, body: 'x'.repeat(60_000) })).toMatchObject({ status: 401, isReused: true })
  }
  const body = JSON.stringify({ title: 'Two' })
  expect(await send({ path, body, token })).toMatchObject({ status: 201, isReused: true })
})

test('a call has the body that it needs, and no larger one', async () => {
  const send = await aClient()
  const { path, token } = await aTarget()
  expect(await send({ path, token, body: description(2000) })).toMatchObject({ status: 201 })
  expect(await send({ path, token, body: description(9000) })).toMatchObject({
    status: 413,
    code: 'body_too_large',
  })
})

test.each(['guests', 'members'])(
  'brackets in brackets are refused before they are parsed, also of %s',
  async (who) => {
    const send = await aClient()
    const { path, token } = who === 'guests' ? { path: addressOf(openShareLink) } : await aTarget()
    const answer = await send({ path, body: nested(8000), ...(token && { token }) })
    expect(answer).toMatchObject({
      status: 400,
      code: 'bad_request',
      detail: expect.stringContaining('nested'),
    })
    const many = `[${Array.from({ length: 5001 }, () => '[]').join(',')}]`
    expect(await send({ path, body: many, ...(token && { token }) })).toMatchObject({
      status: 400,
      code: 'bad_request',
    })
  },
)
