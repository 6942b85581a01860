import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, expect, test } from 'vitest'

import { sendRequest, sendBytes } from '../testing/raw-request.ts'
import { testPortal } from '../testing/test-app.ts'
import { requestBoundary } from './request-boundary.ts'

const uncaught: unknown[] = []
const collect = (error: unknown) => void uncaught.push(error)
process.on('uncaughtExceptionMonitor', collect)
afterAll(() => void process.off('uncaughtExceptionMonitor', collect))

const oddTargets = [
  '//',
  '/\\',
  '//[',
  '//%',
  '//[::1',
  '///',
  '//evil.example/x',
  '/\\evil.example/x',
  '//evil.example:99999/',
  '//user:password@evil.example/',
  '//xn--/',
  '/%',
  '/%00',
  '/%ff%fe',
  '/api/%',
  '/api/v1/account/%00/Storybooks',
  '/api//v1//config',
  '/.plinth/open?to=http://[',
  '/.plinth/open?to=//evil.example/x',
  '/.plinth/session',
  '/idp//',
  '/idp/%',
  '/idp/interaction/%00',
  '/marketplace//',
  '/graph/v1.0/organization',
  '/assets/%2e%2e/%00',
  '/assets/..%5c..%5cserver/package.json',
  'http://evil.example/x',
  'http://[',
  'http://',
  'https://evil.example:99999/',
  'http://localhost/',
  'ftp://localhost/',
  '*',
  '*@evil.example/',
  '/\u00ff\u00fe',
  '/?\u00ff',
  `/${'a'.repeat(7000)}`,
]

async function hostNames() {
  const { config } = await testPortal()
  const viewer = new URL(config.viewerUrl.replace('{version}', 'abcdefghij')).host
  return ['localhost', '127.0.0.1', '[::1]:1', config.publicUrl.host, viewer, 'evil.example', '[', '']
}

test.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'DELETE'])(
  'no target of a %s request crashes the server or goes unanswered, under any host name',
  async (method) => {
    for (const host of await hostNames()) {
      const answers = await Promise.all(
        oddTargets.map(async (target) => {
          const head = `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
          return { target, host, answer: await sendBytes(Buffer.from(head, 'latin1')) }
        }),
      )
      for (const { target, answer } of answers) {
        expect({ target, host, start: answer.slice(0, 12) }).toMatchObject({
          start: expect.stringMatching(/^HTTP\/1\.1 [234]\d\d$/),
        })
        const [, location = '/'] = /^location: (.*)\r$/m.exec(answer) ?? []
        expect(new URL(location, 'http://localhost').hostname).not.toContain('evil')
      }
    }
    expect(uncaught).toEqual([])
    expect((await sendRequest('/health')).status).toBe(200)
  },
)

test('TRACE is refused and repeats nothing', async () => {
  for (const host of await hostNames()) {
    const head = `TRACE /health HTTP/1.1\r\nhost: ${host}\r\nx-kept: for-me\r\nconnection: close\r\n\r\n`
    const answer = await sendBytes(Buffer.from(head, 'latin1'))
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('for-me')
  }
})

test.each<[string, Record<string, string>]>([
  ['an upgrade', { connection: 'Upgrade', upgrade: 'websocket' }],
  [
    'an upgrade to HTTP/2',
    { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAA' },
  ],
  ['an expectation', { expect: '100-continue' }],
  ['an unknown expectation', { expect: 'wonders' }],
])('%s is answered like any other request', async (_, headers) => {
  for (const host of ['localhost', 'evil.example']) {
    for (const target of ['//', '/health', '*', '/api/v1/accounts']) {
      const { status } = await sendRequest(target, { host, headers })
      expect({ host, target, isAnswered: status >= 200 && status < 500 }).toMatchObject({ isAnswered: true })
    }
  }
  expect(uncaught).toEqual([])
})

test('a page under a loopback name is redirected to the same address of the portal', async () => {
  const { config } = await testPortal()
  const { origin } = config.publicUrl
  for (const [target, location] of [
    ['/', '/'],
    ['/account/x?a=1&b=%2F', '/account/x?a=1&b=%2F'],
    ['//evil.example/x', '//evil.example/x'],
    ['/\\evil.example/x', '//evil.example/x'],
    ['http://127.0.0.1/signup?token=a', '/signup?token=a'],
  ] as const) {
    const { status, headers } = await sendRequest(target)
    expect({ target, status, location: headers.location }).toEqual({
      target,
      status: 302,
      location: `${origin}${location}`,
    })
  }
})

test('the host of an absolute target takes precedence', async () => {
  const { config } = await testPortal()
  expect(
    (await sendRequest(`http://${config.publicUrl.host}/api/v1/config`, { host: 'evil.example' })).status,
  ).toBe(200)
  expect(
    (await sendRequest('http://evil.example/api/v1/config', { host: config.publicUrl.host })).status,
  ).toBe(421)
})

test('an invalid target is a bad request, logged without its query', async () => {
  const { logLines } = await testPortal()
  const answer = await sendBytes(
    'GET *?token=very-secret HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"bad_request"')
  expect(logLines.some((line) => line.includes('could not be handled'))).toBe(true)
  expect(logLines.join()).not.toContain('very-secret')
})

test('an error thrown by a listener is answered and logged, before and after the response head', async () => {
  const { services, logLines } = await testPortal()
  const server = createServer(
    requestBoundary(services.log, (request, response) => {
      if (request.url === '/late') response.writeHead(200).write('begun')
      throw new Error(`broken at ${request.url}`)
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  expect((await sendRequest('/early', { port })).status).toBe(400)
  await expect(sendRequest('/late', { port })).rejects.toThrow(/aborted|hang up/)
  for (const path of ['/early', '/late'])
    expect(logLines.some((line) => line.includes(`broken at ${path}`))).toBe(true)
  server.close()
})
