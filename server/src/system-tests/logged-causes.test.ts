import { listAccounts } from '@plinth/contract/accounts.ts'
import { listMarketplace } from '@plinth/contract/marketplace.ts'
import { expect, test, vi } from 'vitest'

import { restartPortal, aPerson, anAdministrator, callAs, testPortal, tokenOf } from '../testing/test-app.ts'
import { fakeMarketplace } from '../testing/vendor-emulator.ts'
import { aViewedVersion } from '../testing/viewing.ts'

interface Line {
  level: number
  reqId?: string
  code?: string
  msg: string
  err?: { message: string; stack: string }
}

async function linesWith(text: string): Promise<Line[]> {
  const { logLines } = await testPortal()
  return logLines.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as Line)
}

async function statusOf(token: string): Promise<{ status: number; id: string | null }> {
  const { origin } = await testPortal()
  const response = await fetch(`${origin}${listAccounts.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, id: response.headers.get('x-request-id') }
}

test.each([
  [{ aud: 'somebody-else' }, 401, 'unexpected \\"aud\\" claim value: \\"somebody-else\\"'],
  [{ iss: 'https://elsewhere.example/' }, 401, 'unexpected \\"iss\\" claim value'],
  [{ scp: 'Other.Scope' }, 403, 'Other.Scope'],
])(
  'a valid token for another portal is refused, and the reason is logged: %j',
  async (claims, status, reason) => {
    const answer = await statusOf(await tokenOf(await aPerson(), claims))
    expect(answer.status).toBe(status)
    expect(await linesWith(reason)).toMatchObject([{ level: 40, reqId: answer.id }])
  },
)

test('malformed and expired tokens are not logged', async () => {
  const { logLines } = await testPortal()
  const before = logLines.length
  await statusOf('nonsense')
  const exp = Math.floor(Date.now() / 1000) - 1000
  await statusOf(await tokenOf(await aPerson(), { exp }))
  expect(logLines.slice(before).filter((line) => /"level":[45]0/.test(line))).toEqual([])
})

test('a viewer host that fails answers with the request id of the logged cause', async () => {
  const { services } = await testPortal()
  const { look } = await aViewedVersion()
  const { archives } = services.viewer
  vi.spyOn(archives, 'open').mockImplementationOnce(() => {
    throw new Error('the disk is gone')
  })
  const { status, headers } = await look()
  expect(status).toBe(503)
  expect(await linesWith('the disk is gone')).toMatchObject([{ level: 50, reqId: headers['x-request-id'] }])
})

test('failures of the embedded identity provider are logged', async () => {
  const { services, config, origin } = await testPortal()
  const { RefreshToken } = services.embeddedIdentity?.provider ?? {}
  if (RefreshToken) RefreshToken.find = () => Promise.reject(new Error('no tokens today'))
  const response = await fetch(`${origin}/idp/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: config.identity.clientId,
    }),
  })
  expect(response.status).toBe(500)
  const reqId = response.headers.get('x-request-id')
  expect(await linesWith('no tokens today')).toMatchObject([{ level: 50, reqId }])
})

test('a marketplace that refuses is logged as the cause', async () => {
  const fake = await fakeMarketplace((_, response) => void response.writeHead(403).end('no such publisher'))
  await restartPortal(fake.environment)
  const { person } = await anAdministrator()
  const call = await callAs(person)
  await expect(call(listMarketplace)).rejects.toMatchObject({ status: 502 })
  const [line] = await linesWith('marketplace_unavailable')
  expect(line).toMatchObject({ level: 50, code: 'marketplace_unavailable', reqId: expect.any(String) })
  expect(line?.err?.message).toContain('the marketplace answered 403 to GET /api/saas/subscriptions')
  await fake.close()
})
