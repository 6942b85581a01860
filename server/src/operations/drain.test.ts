import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { anotherInstance } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'
import { drain } from './drain.ts'

let instance: Awaited<ReturnType<typeof anotherInstance>>

beforeEach(async () => {
  instance = await anotherInstance()
})

afterEach(async () => {
  await instance.close()
})

const beginDraining = async (drainMs: number) => {
  const { app, services } = instance
  const drained = drain(app, services.lifecycle, drainMs, { waitMs: 0 })
  await expect.poll(() => services.lifecycle.isDraining).toBe(true)
  return { drained }
}

const probe = async (path: string) => (await sendRequest(path, { port: instance.config.port })).status

test('a stopping instance fails its probes first, and answers everything else until its drain time is over', async () => {
  const { port } = instance.config
  expect([await probe('/serving'), await probe('/ready')]).toEqual([200, 200])
  const { drained } = await beginDraining(2_500)
  expect([await probe('/serving'), await probe('/ready'), await probe('/health')]).toEqual([503, 503, 200])
  const answer = await sendRequest('/api/v1/config', { port })
  expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
  await drained
  await expect(probe('/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('an instance with others stays in service first, until proxies have found those that were just started', async () => {
  const drained = drain(instance.app, instance.services.lifecycle, 1)
  await sleep(2_200)
  expect([await probe('/serving'), await probe('/ready')]).toEqual([200, 200])
  await drained
  expect(instance.services.lifecycle.isDraining).toBe(true)
})

test('an instance that has crashed fails its probes at once', async () => {
  const drained = drain(instance.app, instance.services.lifecycle, 1, { hasCrashed: true })
  await sleep(0)
  expect(instance.services.lifecycle.isDraining).toBe(true)
  await drained
})

test('a viewer’s keep-alive connection closes with the next response while the instance drains', async () => {
  const { port } = instance.config
  const { host, cookie } = await aViewedVersion()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const view = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(
        { agent, port, host: '127.0.0.1', path: '/assets/app.js', headers: { host, cookie } },
        (response) => {
          response.resume().once('end', () => resolve(response))
        },
      ).once('error', reject)
    })
  const before = await view()
  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive'])
  const { drained } = await beginDraining(1_500)
  const during = await view()
  expect([during.statusCode, during.headers.connection]).toEqual([200, 'close'])
  await drained
  agent.destroy()
})

test('a request that completes after the listener closed is answered, not refused', async () => {
  const socket = connect(instance.config.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Half a request: the connection is not idle, so it is not closed with the listener.
  socket.write('GET /api/v1/config HTTP/1.1\r\nhost: localhost\r\n')
  await sleep(300)
  const { drained } = await beginDraining(0)
  await expect.poll(() => instance.app.server.listening).toBe(false)
  socket.write('\r\n')
  await closed
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toMatch(/\r\nconnection: close\r\n/i)
  await drained
})

test('frequent probes of a load balancer are not rate limited, and are logged at debug', async () => {
  const limited = await anotherInstance({ PLINTH_RATE_PER_ADDRESS: '3' })
  const { port } = limited.config
  const statuses = async (path: string) =>
    new Set(
      await Promise.all(Array.from({ length: 8 }, async () => (await sendRequest(path, { port })).status)),
    )
  for (const probe of ['/serving', '/health']) expect(await statuses(probe)).toEqual(new Set([200]))
  expect(await statuses('/ready')).toEqual(new Set([200, 429]))
  const levels = limited.logLines
    .map((line) => JSON.parse(line) as { level: number; route?: string })
    .filter(({ route }) => route === '/serving')
    .map(({ level }) => level)
  expect(levels).toEqual(Array(8).fill(20))
  await limited.close()
})
