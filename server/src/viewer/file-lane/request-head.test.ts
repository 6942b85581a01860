import { describe, expect, test } from 'vitest'

import { createHeadReader } from './request-head.ts'

const read = (text: string) => createHeadReader()(Buffer.from(text, 'latin1'))

const plain = 'GET /assets/a.js?v=1 HTTP/1.1\r\nHost: v.example\r\n'

describe('a plain request', () => {
  test('is read with the headers that matter, whatever their case and spacing', () => {
    const head = `${plain}COOKIE:\t__Host-plinth=x; other=y \r\naccept-encoding:gzip, br\r\nUser-Agent: any\r\n\r\n`
    expect(read(head)).toEqual({
      method: 'GET',
      url: '/assets/a.js?v=1',
      headers: {
        host: 'v.example',
        cookie: '__Host-plinth=x; other=y',
        'accept-encoding': 'gzip, br',
      },
    })
  })

  test('may ask to keep the connection alive, as browsers do', () => {
    expect(read(`${plain}Connection: Keep-Alive\r\n\r\n`)?.url).toBe('/assets/a.js?v=1')
  })

  test('is parsed again if its headers differ from those of the previous one', () => {
    const reader = createHeadReader()
    const readCookie = (lines: string) => reader(Buffer.from(`${plain}${lines}\r\n`))?.headers.cookie
    expect([
      readCookie('Cookie: a=1\r\n'),
      readCookie('Cookie: a=2\r\n'),
      readCookie('Content-Length: 1\r\n'),
      readCookie(''),
    ]).toEqual(['a=1', 'a=2', undefined, undefined])
  })
})

const cookieOf = (value: string) => read(`${plain}Cookie:${value}\r\n\r\n`)?.headers.cookie

test('only tabs and spaces around a value are no part of it', () => {
  expect(['\t a \t b\t ', ' \xa0a\xa0', ' \t ', ''].map(cookieOf)).toEqual(['a \t b', '\xa0a\xa0', '', ''])
})

/** The shortest of several times to read a header with this many spaces. */
function readingTime(spaces: number): number {
  const head = `${plain}X: a${' '.repeat(spaces)}b\r\n\r\n`
  const times = Array.from({ length: 20 }, () => {
    const started = performance.now()
    expect(read(head)).toBeDefined()
    return performance.now() - started
  })
  return Math.min(...times)
}

test('spaces inside a header take linear time', () => {
  // Quadratic time would be sixteen times as long for four times as many.
  expect(readingTime(7600)).toBeLessThan(readingTime(1900) * 6 + 1)
})

describe('left to Node', () => {
  test.each([
    ['another method', 'HEAD / HTTP/1.1\r\nHost: v\r\n\r\n'],
    ['another version', 'GET / HTTP/1.0\r\nHost: v\r\n\r\n'],
    ['an absolute URL as target', 'GET http://v/ HTTP/1.1\r\nHost: v\r\n\r\n'],
    ['two spaces in the request line', 'GET /  HTTP/1.1\r\nHost: v\r\n\r\n'],
    ['a target beyond ASCII', 'GET /\xe9 HTTP/1.1\r\nHost: v\r\n\r\n'],
    ['an incomplete head', plain],
    ['a head cut off in its final line break', `${plain}\r`],
    ['a second request after it', `${plain}\r\n${plain}\r\n`],
    ['a body', `${plain}Content-Length: 1\r\n\r\na`],
    ['a content-length of zero', `${plain}Content-Length: 0\r\n\r\n`],
    ['a chunked body', `${plain}Transfer-Encoding: chunked\r\n\r\n`],
    ['an expectation', `${plain}Expect: 100-continue\r\n\r\n`],
    ['an upgrade', `${plain}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['a request to close the connection', `${plain}Connection: close\r\n\r\n`],
    ['no host', 'GET / HTTP/1.1\r\nCookie: a\r\n\r\n'],
    ['no header at all', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', `${plain}Host: w.example\r\n\r\n`],
    ['two cookies', `${plain}Cookie: a=1\r\nCookie: a=2\r\n\r\n`],
    ['a folded header', `${plain}Cookie: a=1;\r\n b=2\r\n\r\n`],
    ['a space before the colon', `${plain}Cookie : a=1\r\n\r\n`],
    ['a line without a colon', `${plain}Cookie\r\n\r\n`],
    ['a lone line feed', `${plain}Cookie: a=1\n\r\n\r\n`],
    ['lines that end in line feeds', 'GET / HTTP/1.1\nHost: v\n\n'],
    ['a lone carriage return', `${plain}Cookie: a\rb\r\n\r\n`],
    ['a NUL', `${plain}Cookie: a\0b\r\n\r\n`],
    ['a very long head', `${plain}Cookie: ${'a'.repeat(9000)}\r\n\r\n`],
    ['a TLS handshake', '\x16\x03\x01\x02\x00'],
  ])('%s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})
