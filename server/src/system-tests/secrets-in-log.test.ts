import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { testPortal } from '../testing/test-app.ts'

const code = 'Zq8Secret7InvitationCode5Xy'

test.each([
  ['GET', `/acceptInvite/${code}`],
  ['HEAD', `/acceptInvite/${code}`],
  ['POST', `/acceptInvite/${code}`],
  ['GET', `/acceptInvite/${code}/more`],
  ['GET', `/acceptInvite/${code}.js`],
  ['GET', `/acceptInvite/${code}%zz`],
  ['GET', `//acceptInvite/${code}`],
  ['GET', `/acceptinvite/${code}`],
  ['GET', `/signup/${code}`],
  ['GET', `/signup?token=${code}`],
  ['GET', `/share/${code}`],
  ['GET', `/share?secret=${code}`],
  ['POST', `/api/v1/share?secret=${code}`],
  ['GET', `/${code}`],
  ['GET', `/assets/${code}.js`],
  ['GET', `/idp/interaction/${code}`],
  ['POST', `/idp/interaction/${code}`],
  ['GET', `/idp/${code}?code=${code}`],
  ['GET', `/authorize/${code}`],
  ['GET', `/oauth/authorize?client_id=${code}&state=${code}`],
  ['GET', `/oauth/authorize/${code}?code=${code}`],
  ['POST', `/oauth/token?code=${code}`],
  ['GET', `/.well-known/oauth-protected-resource/api/v1/account/${code}/mcp`],
  ['GET', `/marketplace/${code}`],
  ['GET', `/marketplace/api/saas/subscriptions/${code}?api-version=2018-08-31`],
  ['GET', `/api/v1/${code}`],
  ['GET', `/api/v1/account/${code}/Storybooks`],
  ['POST', `/api/v1/admin/marketplace/resolve?token=${code}`],
  ['DELETE', `/api/v1/account/${code}%zz/PortalUserInvitation/1`],
])('%s %s leaves no code in the log or the metrics', async (method, path) => {
  const { logLines, config, services } = await testPortal()
  for (const host of [config.publicUrl.host, 'localhost', 'elsewhere.example']) {
    await sendRequest(path, { method, host })
  }
  await settled()
  expect(logLines.join('')).not.toContain(code)
  expect(services.metrics.registry.render()).not.toContain(code)
})

test('a client that disconnects in the middle of a request leaves no code in the log either', async () => {
  const { logLines, config } = await testPortal()
  for (const path of [`/acceptInvite/${code}`, `/acceptInvite/${code}%zz`]) {
    const socket = connect(config.port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const head = `POST ${path} HTTP/1.1\r\nhost: ${config.publicUrl.host}\r\ncontent-type: application/json\r\n`
    socket.write(`${head}content-length: 100\r\n\r\n{`)
    await settled()
    socket.destroy()
  }
  await settled()
  expect(logLines.join('')).not.toContain(code)
})

test('the log names the route of a request', async () => {
  const { logLines, config } = await testPortal()
  await sendRequest('/account/abc', { host: config.publicUrl.host })
  await sendRequest('/api/v1/account/abc/Storybooks')
  const routes = () =>
    logLines.map((line) => JSON.parse(line) as { route?: string }).map(({ route }) => route)
  await expect.poll(routes).toEqual(expect.arrayContaining(['page', '/api/v1/account/:account/Storybooks']))
})

/** Requests are logged after they are answered, so once a later one is logged, those before it are too. */
async function settled() {
  const { logLines } = await testPortal()
  const { headers } = await sendRequest('/api/v1/config')
  const id = String(headers['x-request-id'])
  await expect.poll(() => logLines.some((line) => line.includes(id))).toBe(true)
}
