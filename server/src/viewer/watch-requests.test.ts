import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { testPortal } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'

const viewerRequestsIn = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'viewer request')

test('at level debug each request on a viewer host is logged, without cookies, queries, tickets and keys', async () => {
  const { logLines } = await testPortal()
  const { call, params, look, host, cookie } = await aViewedVersion()
  const { ticket } = await call(refreshViewerSession, { params })
  logLines.length = 0
  await look(undefined, '/assets/app.js?secret=in-the-query')
  await look(undefined, '/plk_0123456789abcdefghijklmnopqrstuvwxyz.js')
  await sendRequest(`/.plinth/open?ticket=${encodeURIComponent(ticket)}`, { host })
  await expect.poll(() => viewerRequestsIn(logLines).length).toBe(3)
  const [file, missing, session] = viewerRequestsIn(logLines)
  const version = params.version
  expect(file).toMatchObject({
    level: 20,
    kind: 'file',
    host: version,
    method: 'GET',
    path: '/assets/app.js',
    status: 200,
    milliseconds: expect.any(Number),
  })
  expect(missing).toMatchObject({ kind: 'file', path: '/plk_….js', status: 404 })
  expect(session).toMatchObject({ kind: 'session', path: '/.plinth/open', status: 303 })
  const log = logLines.join()
  for (const secret of ['in-the-query', 'abcdefghij', ticket, cookie.split('=')[1] ?? '']) {
    expect(log).not.toContain(secret)
  }
})
