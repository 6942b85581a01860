import type { Random } from '../random.ts'
import { loose, requestBytes } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import type { KnownPortal } from './known.ts'
import { oddAddressPart, oddHeaderValue } from './odd-values.ts'

/** Heads and bodies that are no ordinary HTTP/1.1, each on a connection of its own. */
export function rawRequest(portal: KnownPortal, random: Random): Attempt {
  const [kind, write] = random.pick(shapes)
  return loose(kind, write(portal, random))
}

type Write = (portal: KnownPortal, random: Random) => string | Buffer

const ends = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r', '', '\0\r\n']

const anyHost = ({ host, viewerHosts }: KnownPortal, random: Random) =>
  random.pick([host, random.pick(viewerHosts)])

const oddHosts = [
  '',
  ' ',
  '*',
  '.',
  '..',
  ':',
  ':80',
  'x:y',
  'x:99999',
  '[::1]',
  '[::1',
  '::1',
  '127.1',
  '0',
  '0x7f.1',
  'localhost.',
  'LOCALHOST',
  'plinth.localhost',
  'a@b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'a\tb',
  '\x00',
  '\xff',
  '\xc3\xa9.example',
  'xn--',
  'a, b',
  '-.plinth.localhost',
  '%00',
  `${'a.'.repeat(130)}x`,
  'x'.repeat(9000),
]

const oddTargets: readonly Write[] = [
  () => '*',
  () => '',
  () => '?',
  () => '#',
  () => '//',
  () => '///',
  () => '//x',
  () => '//x:99999',
  () => '//[',
  () => '/\\',
  () => '/.',
  () => '/..',
  () => '/../../../etc/passwd',
  () => '/./././',
  () => '/;a=b',
  () => '/a#b',
  () => 'x',
  () => 'http://',
  () => 'http://x',
  () => 'http:///',
  () => 'http://[::1',
  () => 'http://a:b@c/',
  () => 'HTTPS://x:99999/',
  () => 'ftp://x/',
  () => 'javascript:x',
  () => 'x:80',
  () => ':',
  () => '\x00',
  () => '/\x00',
  () => '/\x7f',
  () => '/\xff',
  () => '/\xed\xa0\x80',
  () => '/ x',
  () => '/\tx',
  ({ host }) => `http://${host}/health`,
  ({ host }) => `http://${host}`,
  ({ viewerHosts }, random) => `http://${random.pick(viewerHosts)}/index.html`,
  (_, random) => `/${oddAddressPart(random)}`,
  (_, random) => `/api/v1/${oddAddressPart(random)}`,
  (_, random) => `/?${oddAddressPart(random)}`,
  (_, random) => `http://${oddAddressPart(random)}/`,
  (_, random) => `/${'x'.repeat(random.pick([2000, 8000, 16_000, 20_000, 70_000]))}`,
  (_, random) => `/${'%2e%2e/'.repeat(random.pick([10, 1000]))}`,
  (_, random) => `/?${'a=b&'.repeat(random.pick([10, 1000, 3900]))}`,
]

const oddMethods = [
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'GET',
  'get',
  'POST',
  'PRI',
  'M-SEARCH',
  'PURGE',
  'LINK',
  'X',
  '',
  'GET\0',
  '\xff',
  'G'.repeat(5000),
  'SOURCE',
  'DESCRIBE',
]

const oddVersions = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.2',
  'HTTP/11.1',
  'HTTP/1.',
  'HTTP/1',
  'http/1.1',
  'HTTPS/1.1',
  'RTSP/1.0',
  'ICE/1.0',
  '',
  'HTTP/1.1 x',
  'HTTP/1.1\0',
]

const oddLines = [
  'X',
  ':',
  ': x',
  'X :y',
  ' X: y',
  '\tX: y',
  'X: y\r\n folded',
  'X: y\r\n\tfolded\r\n\tagain',
  'X\0: y',
  'X: \0',
  'X: \x01',
  'X: \x7f',
  'X: \xff',
  '\xc3\xa9: y',
  'X: y\rZ: w',
  'X: y\nZ: w',
  'Host: other',
  'Host:',
  'Host : x',
  'Connection: close, keep-alive',
  'Connection: host',
  'Connection: content-length',
  'Keep-Alive: timeout=99999999999',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Upgrade: \xff\r\nConnection: upgrade',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Expect: ',
  'TE: trailers, deflate;q=0.5',
  'Trailer: Content-Length',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: +1',
  'Content-Length: 0x5',
  'Content-Length: 5, 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 5\r\nContent-Length: 5',
  'Content-Length: 99999999999999999999',
  'Content-Length: 9007199254740993',
  'Content-Length: ',
  'Content-Length: 1 1',
  'Content-Length : 5',
  'Content-Length:\t5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  ' Transfer-Encoding: chunked',
  'X: y\r\n Transfer-Encoding: chunked',
  'Proxy-Connection: keep-alive',
  'Forwarded: for="[::1]";host=x;proto=\0',
  'Content-Encoding: gzip',
  'Content-Type: application/json',
  'Authorization: Bearer \xff',
]

const bodies = [
  '',
  'x',
  'xxxxx',
  '{"a":1}',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;ext=1;x="\r\nhello\r\n0\r\n\r\n',
  `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  '5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n',
  '5\r\nhello\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  '-5\r\nhello\r\n0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\nhello',
  '7fffffffffffffff\r\nhello',
  '5\nhello\n0\n\n',
  '5\r\nhelloworld\r\n0\r\n\r\n',
  '\r\n',
  'g\r\n',
  '5 \r\nhello\r\n0\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
  '0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
]

const targets = [
  '/',
  '/health',
  '/api/v1/config',
  '/api/v1/share',
  '/index.html',
  '/idp/token',
  '/oauth/register',
  '/.plinth/session',
]

const shapes: readonly [string, Write][] = [
  [
    'target',
    (portal, random) =>
      `${random.pick(['GET', 'GET', 'POST', 'HEAD', 'OPTIONS'])} ${String(random.pick(oddTargets)(portal, random))} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\n\r\n`,
  ],
  [
    'target',
    (portal, random) =>
      `GET ${String(random.pick(oddTargets)(portal, random))} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\nConnection: keep-alive\r\n\r\n`,
  ],
  [
    'host',
    (portal, random) =>
      `GET ${random.pick(targets)} HTTP/1.1\r\nHost: ${random.pick([...oddHosts, `x.${portal.host}`, `${portal.host}.`, portal.host.toUpperCase(), `${random.pick(portal.viewerHosts)}x`])}\r\n\r\n`,
  ],
  ['host', (_, random) => `GET ${random.pick(targets)} HTTP/1.${random.pick(['0', '1'])}\r\n\r\n`],
  [
    'method',
    (portal, random) =>
      `${random.pick(oddMethods)} ${random.pick(['/', '*', 'x:80', portal.host])} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\n\r\n`,
  ],
  [
    'version',
    (portal, random) =>
      `GET ${random.pick(targets)} ${random.pick(oddVersions)}\r\nHost: ${anyHost(portal, random)}\r\n\r\n`,
  ],
  [
    'line ends',
    (portal, random) =>
      `GET ${random.pick(targets)} HTTP/1.1${random.pick(ends)}Host: ${anyHost(portal, random)}${random.pick(ends)}X: y${random.pick(ends)}${random.pick(ends)}`,
  ],
  [
    'line ends',
    (portal, random) =>
      `${random.pick(['\r\n', '\n', '\r\n\r\n', ' ', '\0', '\xef\xbb\xbf'])}GET ${random.pick(targets)} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\n\r\n`,
  ],
  ['head', oddHead],
  ['head', oddHead],
  ['head', oddHead],
  ['head', oddHead],
  ['many headers', manyHeaders],
  ['body', oddTransfer],
  ['body', oddTransfer],
  ['pipelined', pipelined],
  ['other protocol', otherProtocol],
]

function oddHead(portal: KnownPortal, random: Random): string {
  const lines = Array.from({ length: random.pick([1, 1, 2, 3]) }, () =>
    random.chance(0.8)
      ? random.pick(oddLines)
      : `${random.pick(['Range', 'Cookie', 'Accept-Encoding', 'Origin', 'Content-Type', 'If-None-Match', 'X'])}: ${oddHeaderValue(random)}`,
  )
  const method = random.pick(['GET', 'GET', 'POST', 'PUT', 'HEAD'])
  return `${method} ${random.pick(targets)} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\n${lines.join('\r\n')}\r\n\r\n${random.chance(0.3) ? random.pick(bodies) : ''}`
}

function manyHeaders(portal: KnownPortal, random: Random): string {
  const [line, counts] = random.pick<[string, number[]]>([
    ['X: y', [50, 500, 1999, 2001]],
    ['Cookie: a=b', [50, 500]],
    [`X: ${'y'.repeat(1000)}`, [8, 15, 16, 17, 60]],
    ['Host: x', [2, 100]],
    ['Range: bytes=0-1', [2, 100]],
    [`Range: bytes=${'0-1,'.repeat(1000)}0-1`, [1]],
    [`Accept-Encoding: ${'br;q=0.5,'.repeat(700)}br`, [1]],
    [`If-None-Match: ${'"x", '.repeat(1500)}"x"`, [1]],
    [`Cookie: ${'a=b; '.repeat(1500)}c=d`, [1]],
  ])
  const lines = Array<string>(random.pick(counts)).fill(line).join('\r\n')
  return `GET ${random.pick(targets)} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\n${lines}\r\n\r\n`
}

function oddTransfer(portal: KnownPortal, random: Random): string {
  const target = random.pick([
    '/api/v1/share',
    '/idp/token',
    '/oauth/token',
    '/oauth/register',
    '/.plinth/session',
    '/api/v1/account/x/Storybooks/y/versions',
    '/marketplace/subscriptions',
  ])
  const type = random.pick([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/plain',
  ])
  const length = random.pick([
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Content-Length: 7',
    'Content-Length: 300000',
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nExpect: 100-continue',
  ])
  return `POST ${target} HTTP/1.1\r\nHost: ${anyHost(portal, random)}\r\nOrigin: ${portal.origin}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${random.pick(bodies)}`
}

/** Up to and beyond as many as a connection may send ahead. */
function pipelined(portal: KnownPortal, random: Random): Buffer {
  const one = () => {
    const method = random.pick(['GET', 'GET', 'POST', 'OPTIONS'])
    return requestBytes({ method, target: random.pick(targets), host: anyHost(portal, random) })
  }
  return Buffer.concat(Array.from({ length: random.pick([2, 3, 8, 9, 30]) }, one))
}

function otherProtocol(_: KnownPortal, random: Random): Buffer {
  return random.pick([
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
    () => Buffer.from('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 'latin1'),
    () => Buffer.from('GET /\r\n'),
    () => Buffer.from('GET / HTTP/0.9\r\n\r\n'),
    () => Buffer.from('SSH-2.0-x\r\n'),
    () => Buffer.from('EHLO x\r\nMAIL FROM:<x>\r\n'),
    () => Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    () => Buffer.from('*1\r\n$4\r\nPING\r\n'),
    () => Buffer.alloc(random.pick([1, 100, 70_000])),
    () => random.bytes(random.pick([1, 8, 200])),
    () => Buffer.from('\r\n'.repeat(random.pick([1, 100, 10_000]))),
    () => Buffer.from('<?xml version="1.0"?>'),
  ])()
}
