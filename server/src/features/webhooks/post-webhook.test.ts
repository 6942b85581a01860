import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { afterAll, describe, expect, test } from 'vitest'

import { isPublicAddress, allowedAddresses, AddressRefused } from '../../http/outgoing/allowed-addresses.ts'
import type { AllowedAddresses, Resolve } from '../../http/outgoing/allowed-addresses.ts'
import { afterTestFile } from '../../testing/clean-up.ts'
import { aReceiver } from '../../testing/webhook-receiver.ts'
import { postWebhook } from './post-webhook.ts'

const stopping = new AbortController()
afterAll(() => stopping.abort())

const allowed = allowedAddresses(['127.0.0.1'])

const post = (url: string, addresses: AllowedAddresses = allowed, timeoutMs = 10_000) =>
  postWebhook({ url, headers: {}, body: '{}' }, { addresses, timeoutMs, signal: stopping.signal })

/** A server that speaks TCP as `talk` does, and counts its connections. */
async function aTcpServer(talk: (socket: Socket) => void, host = '127.0.0.1') {
  const counted = { connections: 0, url: '', port: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    counted.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  afterTestFile(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  counted.port = (server.address() as AddressInfo).port
  counted.url = `http://127.0.0.1:${counted.port}/`
  return counted
}

test('an instance that stops sends nothing, and no failure is left unhandled', async () => {
  const stopped = { addresses: allowedAddresses([]), timeoutMs: 10_000, signal: AbortSignal.abort() }
  const outcome = await postWebhook({ url: 'https://127.0.0.1/', headers: {}, body: '{}' }, stopped)
  // Vitest fails if a promise was rejected and nobody handled it.
  expect(outcome).toMatchObject({ status: null })
})

describe('a receiver that', () => {
  test('redirects gets nothing at the other address, and the delivery fails', async () => {
    const elsewhere = await aReceiver()
    const redirecting = await aReceiver(
      (response) => void response.writeHead(307, { location: elsewhere.url }).end(),
    )
    await expect(post(redirecting.url)).resolves.toMatchObject({ status: 307, failure: 'redirect' })
    expect(elsewhere.received).toEqual([])
  })

  test('never answers is given up after the timeout', async () => {
    const { url } = await aTcpServer(() => {})
    await expect(post(url, allowed, 50)).resolves.toMatchObject({ status: null, failure: 'timeout' })
  })

  test('sends its answer byte by byte is given up after the timeout, too', async () => {
    const { url } = await aTcpServer((socket) => {
      const timer = setInterval(() => socket.write('H'), 5)
      socket.once('close', () => clearInterval(timer))
    })
    const { status, failure } = await post(url, allowed, 50)
    expect({ status, failure: ['timeout', 'not_http'].includes(failure ?? '') }).toEqual({
      status: null,
      failure: true,
    })
  })

  test('sends an endless answer is heard for a kilobyte and disconnected', async () => {
    const closed = Promise.withResolvers<void>()
    const { url } = await aReceiver((response) => {
      response.once('close', () => closed.resolve())
      const write = () =>
        void (response.write('x'.repeat(500)) ? setImmediate(write) : response.once('drain', write))
      write()
    })
    const outcome = await post(url)
    expect(outcome).toMatchObject({ status: 200, failure: null, response: 'x'.repeat(1024) })
    await closed.promise
  })

  test('announces its answer again and again is disconnected', async () => {
    const { url } = await aTcpServer((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5)), 1)
      socket.once('close', () => clearInterval(timer))
    })
    await expect(post(url)).resolves.toMatchObject({ status: null, failure: 'connection' })
  })

  test('does not end its answer has answered all the same', async () => {
    const { url } = await aReceiver((response) => void response.writeHead(200).write('well'))
    await expect(post(url, allowed, 100)).resolves.toMatchObject({ failure: null, response: 'well' })
  })

  test.each([
    ['garbage', '\0\u0001 nonsense\r\n\r\n', 'not_http'],
    ['an endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`, 'not_http'],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'connection',
    ],
    ['nothing', '', 'connection'],
  ])('answers with %s', async (_, bytes, failure) => {
    const { url } = await aTcpServer((socket) => socket.once('data', () => socket.end(bytes)))
    await expect(post(url)).resolves.toMatchObject({ status: null, failure })
  })

  test('speaks no TLS, or is not there', async () => {
    const { url } = await aTcpServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
    )
    await expect(post(url.replace('http:', 'https:'))).resolves.toMatchObject({ failure: 'tls' })
    await expect(post('http://127.0.0.1:9/')).resolves.toMatchObject({ failure: 'connection' })
  })
})

/** Listens on all addresses, so that a connection to any of them is noticed. */
const anyAddress = () => aTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), '::')
const resolveTo =
  (...answers: string[][]): Resolve =>
  async () =>
    answers.shift() ?? []

describe('nothing connects to', () => {
  test.each(['127.0.0.2', '10.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '64:ff9b::7f00:1'])(
    'a name that resolves to %s',
    async (address) => {
      const server = await anyAddress()
      for (const protocol of ['http', 'https']) {
        const url = `${protocol}://receiver.example:${server.port}/`
        const addresses = allowedAddresses(['127.0.0.3'], resolveTo([address]))
        expect(addresses.evidentRefusal(new URL(url))).toBeUndefined()
        await expect(post(url, addresses)).resolves.toMatchObject({ failure: 'address_not_allowed' })
      }
      expect(server.connections).toBe(0)
    },
  )

  test('an address that the name has only after it was checked', async () => {
    const server = await anyAddress()
    const addresses = allowedAddresses(['127.0.0.1'], resolveTo(['127.0.0.1'], ['127.0.0.2']))
    const url = `http://rebinding.example:${server.port}/`
    await expect(post(url, addresses)).resolves.toMatchObject({ status: 200 })
    expect(server.connections).toBe(1)
    await expect(post(url, addresses)).resolves.toMatchObject({ failure: 'address_not_allowed' })
    expect(server.connections).toBe(1)
  })

  test('those of several addresses that are internal', async () => {
    const addresses = allowedAddresses(['127.0.0.1'], resolveTo(['10.0.0.1', '127.0.0.1', '::1']))
    await expect(addresses.allowedFor(new URL('http://both.example/'))).resolves.toEqual(['127.0.0.1'])
  })

  test('a public address over plain HTTP', async () => {
    const addresses = allowedAddresses([], resolveTo(['93.184.216.34']))
    await expect(post('http://public.example/', addresses)).resolves.toMatchObject({
      failure: 'http_not_allowed',
    })
  })

  test('a name that does not exist, or whose server does not answer', async () => {
    const missing = allowedAddresses([], () => Promise.reject(new AddressRefused('host_not_found')))
    await expect(post('https://missing.example/', missing)).resolves.toMatchObject({
      failure: 'host_not_found',
    })
    const silent = allowedAddresses([], () => new Promise(() => {}))
    await expect(post('https://silent.example/', silent, 20)).resolves.toMatchObject({ failure: 'timeout' })
  })
})

test.each([
  '0.0.0.0',
  '10.255.0.1',
  '100.64.0.1',
  '127.1.2.3',
  '168.63.129.16',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
