import { expect, test } from 'vitest'

import { sendRequest, sendBytes } from '../testing/raw-request.ts'

test('a browser that sends too many cookies is told to delete them, however many there are', async () => {
  const cookie = Array.from({ length: 100 }, (_, n) => `bomb${n}=${'x'.repeat(4000)}`).join('; ')
  const { status, headers, text } = await sendRequest('/', { headers: { cookie } })
  expect(status).toBe(431)
  expect(headers['clear-site-data']).toBe('"cookies"')
  expect(text).toContain('reload the page')
})

test('input that is not a request is refused, and the connection is closed', async () => {
  const answer = await sendBytes('NONSENSE\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).not.toContain('clear-site-data')
})
