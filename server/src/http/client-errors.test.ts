import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { sendRequest, sendBytes } from '../testing/raw-request.ts'
import { answerClientError } from './client-errors.ts'

test('a browser that sends too many cookies is told to delete them, however many there are', async () => {
  const cookie = Array.from({ length: 100 }, (_, n) => `bomb${n}=${'x'.repeat(4000)}`).join('; ')
  const { status, headers, text } = await sendRequest('/', { headers: { cookie } })
  expect(status).toBe(431)
  expect(headers['clear-site-data']).toBe('"cookies"')
  expect(text).toContain('reload the page')
})

/** What a browser is told whose request was too long in this packet. */
function answerTo(rawPacket: string): string {
  const socket = new PassThrough()
  answerClientError({ code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from(rawPacket) }, socket as never)
  return String(socket.read())
}

const manyCookies = Array.from({ length: 5 }, (_, n) => `bomb${n}=${'x'.repeat(4000)}`).join('; ')
const longAddress = `/?${'x'.repeat(20_000)}`
const someCookies = `cookie: own=${'x'.repeat(5000)}; a=b\r\n\r\n`

test.each([
  `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${manyCookies}`,
  `y; ${manyCookies}`,
  `host: a\r\nCookie: ${manyCookies}\r\n\r\n`,
])('too many cookies are deleted, wherever the packet begins (%#)', (packet) =>
  expect(answerTo(packet)).toContain('clear-site-data: "cookies"'),
)

test.each([
  `GET ${longAddress} HTTP/1.1\r\nhost: a\r\n${someCookies}`,
  `GET ${longAddress}`,
  longAddress,
  `xxx HTTP/1.1\r\nhost: a\r\n${someCookies}`,
])('a long address deletes nobody’s cookies, wherever the packet begins (%#)', (packet) => {
  const answer = answerTo(packet)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).not.toContain('clear-site-data')
})

test('input that is not a request is answered, however much follows', async () => {
  const rest = Buffer.alloc(10_000_000, 'x')
  const head = Buffer.from(
    `POST /\xe9 HTTP/1.1\r\nhost: a\r\ncontent-length: ${rest.length}\r\n\r\n`,
    'latin1',
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendBytes(Buffer.concat([head, rest]))))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
})

test('input that is not a request is refused, and the connection is closed', async () => {
  const answer = await sendBytes('NONSENSE\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).not.toContain('clear-site-data')
})
