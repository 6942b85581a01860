import { describe, expect, test } from 'vitest'

import { listAccounts } from './accounts.ts'
import { ApiError, RequestAborted, addressOf, createClient } from './client.ts'
import { listStorybooks } from './storybooks.ts'
import { getStorybookFile } from './viewer.ts'

const clientReceiving = (status: number, body: string, statusText = '') =>
  createClient({ fetch: async () => new Response(body, { status, statusText }) })

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected a failure')
  return error
}

describe('an answer that is not OK', () => {
  test.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
  ])('%i reads %s', async (status, message) => {
    const error = await failureOf(clientReceiving(status, '')(listAccounts))
    expect(error.message).toBe(message)
    expect(error).toMatchObject({ url: '/api/v1/accounts', status, body: '' })
  })

  test('with any other status reads its status, status text and body', async () => {
    const error = await failureOf(clientReceiving(418, 'short and stout', "I'm a teapot")(listAccounts))
    expect(error.message).toBe("Generic Error: 418; I'm a teapot; short and stout")
  })

  test('carries the problem document of the server', async () => {
    const body = JSON.stringify({ code: 'last_version', detail: 'The only one.', status: 409 })
    expect((await failureOf(clientReceiving(409, body)(listAccounts))).problem).toMatchObject({
      detail: 'The only one.',
    })
    expect((await failureOf(clientReceiving(409, '<html>')(listAccounts))).problem).toBeUndefined()
  })
})

test('a cancelled request reads Request aborted', async () => {
  const call = createClient({
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted()
      return new Response('[]')
    },
  })
  const controller = new AbortController()
  const answer = call(listAccounts, { signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toThrow(RequestAborted)
  await expect(answer).rejects.toThrow('Request aborted')
})

test('path parameters are filled in and encoded, and slashes in the rest of a path stay', () => {
  expect(addressOf(listStorybooks, { account: 'a/b' })).toBe('/api/v1/account/a%2Fb/Storybooks')
  const file = { storybook: 's', version: 'latest', '*': 'a folder/page#1.html' }
  expect(addressOf(getStorybookFile, file)).toBe('/api/v1/StorybookFiles/s/latest/a%20folder/page%231.html')
})
