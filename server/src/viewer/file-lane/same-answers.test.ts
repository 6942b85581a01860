import { expect, onTestFinished, test } from 'vitest'

import { sendRequest } from '../../testing/raw-request.ts'
import type { RawAnswer } from '../../testing/raw-request.ts'
import { anotherInstance, testPortal } from '../../testing/test-app.ts'
import { withoutTransport } from '../../testing/viewer-requests.ts'
import { aViewedVersion } from '../../testing/viewing.ts'
import { writeZip } from '../../testing/zip-writer.ts'

/** Only Node's server sends its keep-alive timeout. */
const isFromLane = ({ headers }: RawAnswer) =>
  headers.connection === 'keep-alive' && headers['keep-alive'] === undefined

const zip = writeZip([
  { name: 'index.html', content: '<!doctype html><head></head>' },
  { name: 'assets/app.js', content: 'export const answer = 42\n'.repeat(50) },
  { name: 'video.mp4', content: 'stored, so ranges of it can be read', method: 0 },
])

test('with the file lane turned off, Node’s server gives the same answers', async () => {
  const { config } = await testPortal()
  const { host, cookie } = await aViewedVersion(undefined, zip)
  const without = await anotherInstance({ PLINTH_FILE_LANE: 'false' })
  onTestFinished(without.close)
  const { etag = '' } = (await sendRequest('/assets/app.js', { host, headers: { cookie } })).headers
  const requests: [number, string, Record<string, string>][] = [
    [200, '/', { cookie }],
    [200, '/index.html?path=/story/a--b', { cookie, 'accept-encoding': 'gzip' }],
    [200, '/assets/app.js', { cookie }],
    [200, '/assets/app.js', { cookie, 'accept-encoding': 'br, gzip' }],
    [304, '/assets/app.js', { cookie, 'if-none-match': etag }],
    [206, '/video.mp4', { cookie, range: 'bytes=2-5' }],
    [416, '/video.mp4', { cookie, range: 'bytes=999999-' }],
    [404, '/missing.js', { cookie }],
    [404, '/%E0%A4%A', { cookie }],
    [401, '/index.html', {}],
    [401, '/index.html', { cookie: `${cookie}x` }],
  ]
  for (const [status, path, headers] of requests) {
    const options = { host, headers: { ...headers, connection: 'keep-alive' } }
    const fast = await sendRequest(path, { ...options, port: config.port })
    const ordinary = await sendRequest(path, { ...options, port: without.config.port })
    expect({ path, status: fast.status, isFromLane: isFromLane(fast) }).toEqual({
      path,
      status,
      isFromLane: true,
    })
    expect(isFromLane(ordinary)).toBe(false)
    expect(withoutTransport(ordinary)).toEqual(withoutTransport(fast))
  }
})
