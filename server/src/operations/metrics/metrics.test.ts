import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startMetricsServer } from '../../app/metrics-server.ts'
import { freePort } from '../../embedded/postgres/free-port.ts'
import { portalVersion } from '../../shared/version.ts'
import { aForm } from '../../testing/builds.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'
import { openRegistry } from './registry.ts'

let port = 0
let stop = async () => {}

beforeAll(async () => {
  const { services } = await testPortal()
  port = await freePort()
  stop = await startMetricsServer({ port, host: '127.0.0.1' }, services.metrics.registry, services.log)
})

afterAll(() => stop())

/** All samples, by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

const count = (kind: string, status: string) =>
  `plinth_viewer_request_duration_seconds_count{kind="${kind}",status="${status}"}`

const labels = (status: number) => `method="GET",route="${listStorybooks.path}",status="${status}"`

test('calls are counted by route, and nothing of their URLs is in a label', async () => {
  const { call, account } = await aMember()
  const params = { account: account.publicId }
  for (let i = 0; i < 3; i++) await call(listStorybooks, { params })
  await expect(call(listStorybooks, { params: { account: 'doesnotexist' } })).rejects.toMatchObject({
    status: 404,
  })
  const name = 'plinth_http_request_duration_seconds'
  // Counted after the response is sent, so the client may be first.
  await expect.poll(async () => (await scrape()).get(`${name}_count{${labels(404)}}`)).toBe(1)
  const scraped = await scrape()
  expect(scraped.get(`${name}_count{${labels(200)}}`)).toBe(3)
  expect(scraped.get(`${name}_bucket{${labels(200)},le="+Inf"}`)).toBe(3)
  expect(scraped.get(`${name}_bucket{${labels(200)},le="60"}`)).toBe(3)
  expect(scraped.get(`${name}_sum{${labels(200)}}`)).toBeGreaterThan(0)
  expect([...scraped.keys()].join('\n')).not.toContain(account.publicId)
})

test('uploads are counted by outcome, and files by status, with and without the file lane', async () => {
  const before = await scrape()
  const { call, book, look, host } = await aViewedVersion()
  await expect(
    call(publishVersion, { params: book, form: aForm(Buffer.from('no zip')) }),
  ).rejects.toMatchObject({ status: 400 })
  await look()
  await look()
  await sendRequest('/assets/app.js', { host })
  const scraped = await scrape()
  const rise = (name: string) => (scraped.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(rise('plinth_uploads_total{outcome="published"}')).toBe(1)
  expect(rise('plinth_uploads_total{outcome="archive_not_a_zip"}')).toBe(1)
  expect(rise('plinth_uploaded_bytes_total')).toBeGreaterThan(500)
  expect(rise('plinth_viewer_requests_total{status="200"}')).toBe(2)
  expect(rise('plinth_viewer_requests_total{status="401"}')).toBe(1)
  expect(rise('plinth_viewer_bytes_total')).toBeGreaterThan(40)
  expect(rise('plinth_cache_misses_total{cache="access checks"}')).toBe(1)
  expect(rise('plinth_cache_hits_total{cache="access checks"}')).toBe(1)
  expect(rise('plinth_cache_misses_total{cache="open archives"}')).toBe(1)
  expect(rise('plinth_cache_hits_total{cache="small files"}')).toBe(1)
  expect(rise('plinth_received_bytes_total')).toBeGreaterThan(1000)
  expect(rise('plinth_sent_bytes_total')).toBeGreaterThan(1000)
})

test('viewer requests are timed by kind and status class, with and without the file lane', async () => {
  const { look, host, exchange } = await aViewedVersion()
  const before = await scrape()
  await look()
  await sendRequest('/assets/app.js', { host, headers: { cookie: 'none=1', connection: 'close' } })
  await exchange()
  await sendRequest('/.plinth/session', { host, method: 'POST' })
  const scraped = await scrape()
  const rise = (name: string) => (scraped.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(rise(count('file', '2xx'))).toBe(1)
  expect(rise(count('file', '4xx'))).toBe(1)
  expect(rise(count('session', '2xx'))).toBe(1)
  expect(rise(count('session', '4xx'))).toBe(1)
  // A session request is not counted as a file request.
  expect(rise('plinth_viewer_requests_total{status="403"}')).toBe(0)
  const bucket = count('file', '2xx').replace('_count', '_bucket').replace('}', ',le="30"}')
  expect(rise(bucket)).toBe(1)
})

test('blob store operations are timed: publishing and viewing a version writes, opens and reads', async () => {
  // The versions of earlier tests have been read.
  const beingRead = async () => (await scrape()).get('plinth_contents_in_progress')
  await expect.poll(beingRead).toBe(0)
  const before = await scrape()
  await (await aViewedVersion()).look()
  const rise = async (operation: string) => {
    const name = `plinth_store_operation_duration_seconds_count{operation="${operation}"}`
    return ((await scrape()).get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)
  }
  // To look at it and to read its contents after publishing; then its files may be compressed again.
  await expect.poll(() => rise('open')).toBeGreaterThanOrEqual(2)
  expect(await rise('write')).toBe(1)
  expect(await rise('read')).toBeGreaterThanOrEqual(1)
  expect((await scrape()).get('plinth_store_errors_total{operation="read"}')).toBe(0)
})

test('metrics include the running version and the free disk space', async () => {
  const scraped = await scrape()
  const build = `plinth_build_info{version="${portalVersion}",node="${process.version}"}`
  expect(portalVersion).toMatch(/^\d+\.\d+\.\d+/)
  expect(scraped.get(build)).toBe(1)
  expect(scraped.get('plinth_disk_free_bytes{folder="data"}')).toBeGreaterThan(1_000_000)
})

test('metrics include queues and the process', async () => {
  const scraped = await scrape()
  for (const name of [
    'plinth_uploads_in_progress',
    'plinth_upload_slots',
    'plinth_publishing_in_progress',
    'plinth_publishing_waiting',
    'plinth_publishing_slots',
    'plinth_downloads_open',
    'plinth_downloads_waiting',
    'plinth_download_places',
    'plinth_disk_free_bytes{folder="data"}',
    'plinth_disk_free_bytes{folder="cache"}',
    'plinth_disk_free_bytes{folder="blobs"}',
    'plinth_database_connections{state="idle"}',
    'plinth_database_waiting',
    'plinth_verification_waiting',
    'plinth_verification_threads_busy',
    'plinth_connections',
    'plinth_hears_other_instances',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_seconds{quantile="0.99"}',
  ]) {
    expect([name, scraped.get(name)]).toEqual([name, expect.any(Number)])
  }
})

test('the public port has no metrics, and the metrics port nothing else', async () => {
  const { config } = await testPortal()
  for (const host of ['localhost', config.publicUrl.host]) {
    expect((await sendRequest('/metrics', { host })).text).not.toContain('plinth_')
  }
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('label values are escaped', () => {
  const registry = openRegistry()
  registry.counters('odd_total', 'Odd.', ['name'])({ name: 'a"b\\c\nd' }).value += 1
  expect(registry.render()).toContain('odd_total{name="a\\"b\\\\c\\nd"} 1\n')
})
