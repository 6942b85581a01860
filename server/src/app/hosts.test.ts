import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { newPublicId } from '../shared/public-id.ts'
import { testPortal } from '../testing/test-app.ts'
import { hostGate } from './hosts.ts'

const gates: Record<'plain' | 'forwarding', ReturnType<ReturnType<typeof hostGate>>> = {} as never

beforeAll(async () => {
  const { services } = await testPortal()
  for (const [name, isHostForwarded] of [
    ['plain', false],
    ['forwarding', true],
  ] as const) {
    const gate = hostGate({ ...services, config: { ...services.config, isHostForwarded } })
    gates[name] = gate((_request, response) => void response.end('portal'))
    await once(gates[name].listen(0, '127.0.0.1'), 'listening')
  }
})

afterAll(() => {
  for (const gate of Object.values(gates)) {
    gate.close()
    gate.closeAllConnections()
  }
})

async function statusOf(
  gate: keyof typeof gates,
  headers: Record<string, string>,
  path = '/api/v1/config',
): Promise<number> {
  const { port } = gates[gate].address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false })
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

test('behind a proxy that does not pass on Host, the forwarded host name counts', async () => {
  const { config } = await testPortal()
  const viewer = new URL(config.viewerUrl.replace('{version}', newPublicId())).host
  const host = 'plinth.internal.example'
  const portal = await statusOf('forwarding', { host, 'x-forwarded-host': config.publicUrl.host })
  expect(portal).toBe(200)
  expect(await statusOf('forwarding', { host, 'x-forwarded-host': viewer.toUpperCase() })).toBe(401)
  expect(await statusOf('forwarding', { host, 'x-forwarded-host': 'evil.example' })).toBe(421)
  expect(await statusOf('forwarding', { host })).toBe(421)
  expect(await statusOf('forwarding', { host: 'localhost' })).toBe(200)
})

test('without that setting a forwarded host name is ignored', async () => {
  const { config } = await testPortal()
  const forwarded = { 'x-forwarded-host': config.publicUrl.host }
  expect(await statusOf('plain', { host: 'evil.example', ...forwarded })).toBe(421)
  expect(await statusOf('plain', { host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBe(200)
})

test('probes are answered under any host name, and nothing else is', async () => {
  for (const host of ['10.1.2.3:3000', 'plinth.internal.example']) {
    expect(await statusOf('plain', { host }, '/health')).toBe(200)
    expect(await statusOf('plain', { host }, '/ready')).toBe(200)
    expect(await statusOf('plain', { host }, '/serving')).toBe(200)
    expect(await statusOf('plain', { host }, '/ready?x')).toBe(421)
    expect(await statusOf('plain', { host }, '/')).toBe(421)
  }
})
