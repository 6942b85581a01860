import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { addressOf, createClient } from '@plinth/contract/client.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePort } from '../../embedded/postgres/free-port.ts'
import { aForm } from '../../testing/builds.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, anotherInstance, tokenOf } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

/** A minimal collector that keeps what it receives. */
let collector: Server
let bodies: string[] = []
let heads: IncomingHttpHeaders[] = []
let instance: Awaited<ReturnType<typeof anotherInstance>>

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      heads.push(request.headers)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  instance = await anotherInstance({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret,other=1',
    OTEL_SERVICE_NAME: 'the-portal',
  })
})

afterAll(async () => {
  await instance.close()
  collector.closeAllConnections()
  collector.close()
})

const received = () =>
  bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })

const spansOf = (traceId: string) => received().filter((span) => span.traceId === traceId)

const value = (span: ReceivedSpan | undefined, key: string) => {
  const found = span?.attributes.find((attribute) => attribute.key === key)?.value
  return found?.stringValue ?? found?.intValue
}

test('a call is a span in its caller’s trace, with its database queries as children', async () => {
  const { person, account } = await aMember()
  const token = await tokenOf(person)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const path = addressOf(listStorybooks, { account: account.publicId })
  const headers = {
    authorization: `Bearer ${token}`,
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  }
  await sendRequest(path, { port: instance.config.port, headers })
  await expect.poll(() => spansOf(traceId).some(({ kind }) => kind === 2)).toBe(true)
  const spans = spansOf(traceId)
  const server = spans.find(({ kind }) => kind === 2)
  expect(server).toMatchObject({ name: `GET ${listStorybooks.path}`, parentSpanId: 'b7ad6b7169203331' })
  expect(value(server, 'http.response.status_code')).toBe('200')
  expect(Number(server?.endTimeUnixNano)).toBeGreaterThan(Number(server?.startTimeUnixNano))
  expect(Math.abs(Number(server?.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  const queries = spans.filter(({ kind }) => kind === 3)
  expect(queries.length).toBeGreaterThanOrEqual(3)
  for (const query of queries) expect(query.parentSpanId).toBe(server?.spanId)
  expect(value(queries.at(-1), 'db.query.text')).toContain('from "storybooks"')
  expect(bodies.join()).toContain('"service.name","value":{"stringValue":"the-portal"}')
  expect(heads.at(-1)).toMatchObject({ 'x-collector-key': 'a secret', other: '1' })
})

test('publishing has a span per step, with its database queries as children', async () => {
  const { person, account } = await aMember()
  const traceId = '1af7651916cd43dd8448eb211c80319c'
  const headers = {
    authorization: `Bearer ${await tokenOf(person)}`,
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  }
  const call = createClient({ baseUrl: instance.origin, headers: () => headers })
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Traced' } })
  await call(publishVersion, { params: { ...home, storybook }, form: aForm() })
  const server = () => spansOf(traceId).find(({ name }) => name === `POST ${publishVersion.path}`)
  await expect.poll(() => server() !== undefined).toBe(true)
  const below = (parent: string | undefined) =>
    spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === parent)
  const steps = below(server()?.spanId).filter(({ kind }) => kind === 1)
  expect(steps.map(({ name }) => name)).toEqual([
    'receive the upload',
    'verify the archive',
    'store the archive',
    'record the version',
  ])
  expect(below(steps.at(-1)?.spanId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']),
  )
  const creating = spansOf(traceId).find(({ name }) => name === `POST ${createStorybook.path}`)
  expect(below(creating?.spanId).some(({ name }) => name === 'INSERT')).toBe(true)
})

test('a viewer request is a span in its caller’s trace, with its database queries as children', async () => {
  const { host, cookie, exchange } = await aViewedVersion()
  const { port } = instance.config
  const get = (path: string, traceId: string) => {
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    return sendRequest(path, { port, host, headers: { cookie, traceparent, connection: 'keep-alive' } })
  }
  const [first, second] = ['3af7651916cd43dd8448eb211c80319c', '4af7651916cd43dd8448eb211c80319c']
  expect((await get('/assets/app.js?token=very-secret-query', first)).status).toBe(200)
  expect((await get('/no-such-file', second)).status).toBe(404)
  expect((await exchange(port)).status).toBe(204)
  const serverSpan = (traceId: string) => spansOf(traceId).find(({ kind }) => kind === 2)
  await expect.poll(() => [serverSpan(first), serverSpan(second)].every(Boolean)).toBe(true)
  expect(serverSpan(first)).toMatchObject({ name: 'GET viewer file', parentSpanId: 'b7ad6b7169203331' })
  expect(value(serverSpan(first), 'http.response.status_code')).toBe('200')
  expect(value(serverSpan(second), 'http.response.status_code')).toBe('404')
  // The first request checks the session, the second finds the result in the cache.
  expect(spansOf(first).filter(({ kind }) => kind === 3).length).toBeGreaterThanOrEqual(1)
  expect(spansOf(second)).toHaveLength(1)
  await expect.poll(() => received().some(({ name }) => name === 'POST viewer session')).toBe(true)
  for (const secret of ['very-secret-query', 'no-such-file', 'app.js', cookie, host]) {
    expect(bodies.join()).not.toContain(secret)
  }
})

test('traces contain nothing that people send: no token, key, query string or text', async () => {
  const { person, account } = await aMember()
  const token = await tokenOf(person)
  const call = createClient({
    baseUrl: instance.origin,
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
  const params = { account: account.publicId }
  await call(createStorybook, { params, body: { title: 'A very private title' } })
  await sendRequest(`${addressOf(listStorybooks, params)}?code=very-secret-code`, {
    port: instance.config.port,
    headers: { 'x-api-key': 'plk_neverseen', cookie: 'session=never-seen' },
  })
  const { port, publicUrl } = instance.config
  await sendRequest('/acceptInvite/very-secret-code', { port, host: publicUrl.host })
  const before = bodies.length
  await expect.poll(() => bodies.length).toBeGreaterThan(before)
  const sent = bodies.join()
  for (const secret of [
    token,
    'very-secret-code',
    'neverseen',
    'never-seen',
    'private title',
    account.publicId,
  ]) {
    expect(sent).not.toContain(secret)
  }
})

test('calls that are not sampled are not traced, and an unreachable collector does no harm', async () => {
  const quiet = await anotherInstance({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const { port } = quiet.config
  const path = '/api/v1/config'
  expect((await sendRequest(path, { port })).status).toBe(200)
  const traceparent = '00-2af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect((await sendRequest(path, { port, headers: { traceparent } })).status).toBe(200)
  await quiet.close()
  const complaints = quiet.logLines.filter((line) => line.includes('could not send spans'))
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toContain('"dropped":1')
})
