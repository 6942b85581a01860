// @module-tag long
import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { aForm, aStorybookZip } from '../testing/builds.ts'
import { metric } from '../testing/metrics.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, restartPortal, testPortal, tokenOf } from '../testing/test-app.ts'
import { requestWithoutReading, largeContent } from '../testing/unread.ts'
import { exchangeTicket } from '../testing/viewing.ts'
import { writeZip } from '../testing/zip-writer.ts'

const files = {
  'large.txt': largeContent,
  'medium.txt': Buffer.alloc(200 * 1024, 'inflated as a whole\n'),
}

const largeZip = aStorybookZip({ files })

/** A version with large files, and how to request them on its viewer host and on the portal. */
async function aLargeVersion(zip = largeZip) {
  const { config } = await testPortal()
  const { call, account, person } = await aMember({ role: 'Owner' })
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Large' } })
  const book = { ...home, storybook }
  const { versionPublicId: version } = await call(publishVersion, { params: book, form: aForm(zip) })
  const host = new URL(config.viewerUrl.replace('{version}', version)).host
  const { ticket } = await call(refreshViewerSession, { params: { ...book, version } })
  const cookie = (await exchangeTicket(host, ticket)).headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
  const file = (path: string) => ({ path, host, headers: { cookie } })
  const authorization = `Bearer ${await tokenOf(person)}`
  const onPortal = (path: string) => ({ path, host: config.publicUrl.host, headers: { authorization } })
  const portalFile = (path: string) => onPortal(`/api/v1/StorybookFiles/${storybook}/${version}${path}`)
  return { call, account, book, file, onPortal, portalFile }
}

const openDownloads = () => metric('plinth_downloads_open')
const waitingDownloads = () => metric('plinth_downloads_waiting')
const hits = () => metric('plinth_cache_hits_total{cache="large files"}')
const droppedReaders = () => metric('plinth_slow_clients_total{way="reading"}')

test('unread downloads of one account do not block other accounts from reading and publishing', async () => {
  const [slow, other] = [await aLargeVersion(), await aLargeVersion()]
  const requests = Array.from({ length: 66 }, () => requestWithoutReading(slow.file('/large.txt')))
  const unread = await Promise.all(requests)
  await expect.poll(() => unread.filter(({ hasBegun }) => hasBegun()).length).toBeGreaterThanOrEqual(64)

  for (const path of ['/medium.txt', '/large.txt']) {
    const { host, headers } = other.file(path)
    expect(await sendRequest(path, { host, headers })).toMatchObject({ status: 200 })
  }
  const index = { 'index.json': JSON.stringify({ v: 5, entries: {}, filler: 'x'.repeat(100_000) }) }
  await other.call(publishVersion, { params: other.book, form: aForm(aStorybookZip({ files: index })) })
})

test('many clients that do not read a large file requested often share one copy of it in memory', async () => {
  const { file } = await aLargeVersion(
    writeZip([
      { name: 'index.html', content: '<!doctype html>' },
      { name: 'noise.bin', content: randomBytes(2_000_000), method: 0 },
    ]),
  )
  const noise = file('/noise.bin')
  const before = await hits()
  // The last one sends it from memory, over Node’s server too.
  const answers = []
  for (const headers of [{}, {}, {}, { connection: 'close' }]) {
    answers.push(await sendRequest(noise.path, withHeaders(noise, headers)))
  }
  expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('latin1')}`)).size).toBe(1)
  expect((await hits()) - before).toBe(2)

  const memoryBefore = process.memoryUsage().arrayBuffers
  const unread = await Promise.all(Array.from({ length: 40 }, () => requestWithoutReading(noise)))
  await expect.poll(() => unread.filter(({ hasBegun }) => hasBegun()).length).toBe(40)
  expect((await hits()) - before).toBe(42)
  expect(process.memoryUsage().arrayBuffers - memoryBefore).toBeLessThan(20_000_000)
})

describe('an account with too many downloads at once', () => {
  beforeAll(() => restartPortal({ PLINTH_DOWNLOADS_PER_ACCOUNT: '2', PLINTH_DOWNLOADS_AT_ONCE: '3' }))

  test('waits for its own downloads, is refused when too many wait, and frees its slots when it disconnects', async () => {
    const [slow, other] = [await aLargeVersion(), await aLargeVersion()]
    const large = slow.file('/large.txt')
    const unread = []
    for (let i = 0; i < 4; i++) unread.push(await requestWithoutReading(large))
    await expect.poll(waitingDownloads).toBe(2)
    expect(await openDownloads()).toBe(2)

    const refused = await sendRequest(large.path, large)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    const onPortal = slow.portalFile('/large.txt')
    expect(await sendRequest(onPortal.path, onPortal)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
    })
    const small = slow.file('/assets/app.js')
    expect(await sendRequest(small.path, small)).toMatchObject({ status: 200 })

    const theirs = other.file('/large.txt')
    expect(await sendRequest(theirs.path, theirs)).toMatchObject({ status: 200 })

    // The waiting ones first, so that none takes a slot that becomes free.
    unread.slice(2).forEach(({ socket }) => socket.destroy())
    await expect.poll(waitingDownloads).toBe(0)
    unread.forEach(({ socket }) => socket.destroy())
    await expect.poll(openDownloads).toBe(0)
    expect(await sendRequest(large.path, large)).toMatchObject({ status: 200 })
  })

  test('frees its slots too when it pipelined its requests', async () => {
    const { file } = await aLargeVersion()
    const ahead = await requestWithoutReading({ ...file('/large.txt'), times: 3 })
    await expect.poll(openDownloads).toBe(2)
    await expect.poll(waitingDownloads).toBe(1)
    ahead.socket.destroy()
    await expect.poll(openDownloads).toBe(0)
    expect(await waitingDownloads()).toBe(0)
  })
})

describe('a client that does not read', () => {
  beforeAll(() => restartPortal({ PLINTH_MIN_RATE_SECONDS: '1' }))

  test('is disconnected, whatever it requested', async () => {
    // Incompressible, so it is sent as stored in the zip.
    const noise = randomBytes(largeContent.length)
    const { file, portalFile } = await aLargeVersion(
      writeZip([
        { name: 'index.html', content: '<!doctype html>' },
        { name: 'large.txt', content: largeContent },
        { name: 'packed.txt', content: noise },
        { name: 'stored.mp4', content: noise, method: 0 },
      ]),
    )
    const gzip = { 'accept-encoding': 'gzip' }
    const notPlain = { connection: 'close' }
    const requests = [
      file('/large.txt'),
      withHeaders(file('/large.txt'), notPlain),
      withHeaders(file('/packed.txt'), gzip),
      withHeaders(file('/packed.txt'), { ...gzip, ...notPlain }),
      file('/stored.mp4'),
      withHeaders(file('/stored.mp4'), { range: 'bytes=10-' }),
      withHeaders(file('/stored.mp4'), { range: 'bytes=10-', ...notPlain }),
      portalFile('/large.txt'),
      withHeaders(portalFile('/packed.txt'), gzip),
    ]
    const before = await droppedReaders()
    await Promise.all(requests.map(requestWithoutReading))
    await expect.poll(async () => (await droppedReaders()) - before).toBe(requests.length)
    await expect.poll(openDownloads).toBe(0)
  })

  test('is disconnected in the middle of a long audit log', async () => {
    const { account, onPortal } = await aLargeVersion()
    const { db } = await testPortal()
    await sql`INSERT INTO audit_entries (action, subject, actor_kind, actor, account_id)
      SELECT 'storybook.changed', repeat('x', 500), 'system', 'Plinth', ${account.id}
      FROM generate_series(1, 30000)`.execute(db)
    const before = await droppedReaders()
    await requestWithoutReading(onPortal(`/api/v1/account/${account.publicId}/audit.csv`))
    await expect.poll(droppedReaders, { timeout: 10_000 }).toBeGreaterThan(before)
  })

  test('stays connected if it reads all the time, however long it takes', async () => {
    const { config } = await testPortal()
    const { path, host, headers } = (await aLargeVersion()).file('/large.txt')
    const received = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        { port: config.port, host: '127.0.0.1', path, headers: { host, ...headers }, agent: false },
        (response) => {
          const read = async () => {
            let bytes = 0
            for await (const piece of response as AsyncIterable<Buffer>) {
              bytes += piece.length
              if (bytes % (1024 * 1024) < piece.length) await sleep(80)
            }
            return bytes
          }
          read().then(resolve, reject)
        },
      )
      sent.once('error', reject)
      sent.end()
    })
    expect(received).toBe(largeContent.length)
  })

  test('is disconnected if it pipelines too many requests', async () => {
    const { file } = await aLargeVersion()
    const { socket } = await requestWithoutReading({ ...file('/medium.txt'), times: 100 })
    socket.resume()
    await expect.poll(() => socket.closed).toBe(true)
  })

  test('is disconnected too if it does not send the body of its request', async () => {
    const { onPortal } = await aLargeVersion()
    const { path, host, headers } = onPortal('/api/v1/account/none/Storybooks')
    const { socket } = await requestWithoutReading({
      path: '/health',
      host,
      headers: { connection: 'keep-alive' },
    })
    socket.resume()
    const lines = Object.entries({
      host,
      ...headers,
      'content-type': 'application/json',
      'content-length': 100,
    })
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n{`)
    await expect.poll(() => socket.closed, { timeout: 10_000 }).toBe(true)
  })
})

interface FileRequest {
  path: string
  host: string
  headers: Record<string, string>
}

const withHeaders = (request: FileRequest, headers: Record<string, string>): FileRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
