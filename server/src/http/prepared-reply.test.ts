import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { testPortal } from '../testing/test-app.ts'
import { prepareReply } from './prepared-reply.ts'

async function served(text: string) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const prepared = await prepareReply('text/plain; charset=utf-8', text)
  app.get('/', (request, reply) => prepared.send(request, reply))
  return (headers: Record<string, string>) => app.inject({ url: '/', headers })
}

const text = 'what never changes, é\n'.repeat(100)

test('each client gets the form that it prefers', async () => {
  const get = await served(text)
  const plain = await get({})
  expect([plain.body, plain.headers['content-encoding'], plain.headers['content-type']]).toEqual([
    text,
    undefined,
    'text/plain; charset=utf-8',
  ])
  const gzipped = await get({ 'accept-encoding': 'gzip, deflate' })
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(text)
  const brotli = await get({ 'accept-encoding': 'gzip, deflate, br' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(text)
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotli.rawPayload.length).toBeLessThan(text.length / 10)
})

test('a client that has it is told so', async () => {
  const get = await served(text)
  const { headers } = await get({})
  const again = await get({ 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test.each(['/api/v1/openapi.json', '/api/docs'])('%s is prepared', async (path) => {
  const { origin } = await testPortal()
  const first = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect((await first.text()).length).toBeGreaterThan(10_000)
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
