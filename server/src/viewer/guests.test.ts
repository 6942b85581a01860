import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { revokeShareLink } from '@plinth/contract/share-links.ts'
import type { NewShareLink } from '@plinth/contract/share-links.ts'
import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { aSharingAccount, openShare } from '../testing/sharing.ts'
import { anotherInstance, testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sendTicket, sessionFor, viewerHostOf } from '../testing/viewer-requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock of this process forward. */
function advance(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

async function guestCookie(link: NewShareLink, version: string) {
  const { ticket } = await openShare(link)
  const { status, headers } = await sendTicket(ticket, version)
  expect(status).toBe(204)
  return headers['set-cookie']?.[0] ?? 'none'
}

async function aGuest({ days = 14 } = {}) {
  const sharing = await aSharingAccount()
  const link = await sharing.share({ version: sharing.version, days })
  const setCookie = await guestCookie(link, sharing.version)
  const cookie = setCookie.split(';')[0] ?? ''
  const look = async (version = sharing.version) => (await getFile('/index.html', version, cookie)).status
  return { ...sharing, link, setCookie, cookie, look }
}

test('a guest sees the files of the version with a cookie of their own', async () => {
  const { setCookie, look } = await aGuest()
  expect(setCookie).toMatch(
    /^__Host-plinth-guest=[^;]+; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=3600$/,
  )
  expect(await look()).toBe(200)
})

test('a guest’s session opens no other version, of the same storybook or another', async () => {
  const { publish, look, share, version } = await aGuest()
  const newer = await publish('main')
  expect(await look(newer)).toBe(401)
  expect(await look((await aVersion()).version)).toBe(401)
  // Not even a ticket for the version can be used elsewhere, or twice.
  const { ticket } = await openShare(await share({ version }))
  expect((await sendTicket(ticket, newer)).status).toBe(403)
  expect((await sendTicket(ticket, version)).status).toBe(204)
  expect((await sendTicket(ticket, version)).status).toBe(403)
})

test('a link to a branch gives a session for the version it meant when it was opened', async () => {
  const { share, publish, version } = await aSharingAccount()
  const link = await share({ branch: 'main' })
  const before = (await guestCookie(link, version)).split(';')[0] ?? ''
  const newer = await publish('main')
  const other = await publish('other')
  expect((await getFile('/index.html', version, before)).status).toBe(200)
  const after = (await guestCookie(link, newer)).split(';')[0] ?? ''
  expect((await getFile('/index.html', newer, after)).status).toBe(200)
  for (const cookie of [before, after]) {
    expect((await getFile('/index.html', other, cookie)).status).toBe(401)
  }
})

test('what a guest has is no ticket, session or token for anything else', async () => {
  const { config } = await testPortal()
  const { link, cookie, version, home, params } = await aGuest()
  const { ticket, renewal } = await openShare(link)
  for (const value of [ticket, renewal]) {
    for (const name of ['__Host-plinth', '__Host-plinth-guest']) {
      expect((await getFile('/', version, `${name}=${value}`)).status).toBe(401)
    }
  }
  expect((await sendTicket(renewal, version)).status).toBe(403)
  expect((await sendTicket(cookie.replace(/^[^=]+=/, ''), version)).status).toBe(403)
  const paths = [
    `/api/v1/account/${home.account}/Storybooks`,
    `/api/v1/account/${home.account}/Storybooks/${params.storybook}/versions`,
    `/api/v1/StorybookFiles/${params.storybook}/${version}/index.html`,
    '/api/v1/accounts',
    '/api/v1/whoami',
  ]
  for (const path of paths) {
    for (const secret of [ticket, renewal, cookie.replace(/^[^=]+=/, ''), link.url.split('#')[1] ?? '']) {
      const headers = { cookie, authorization: `Bearer ${secret}` }
      const { status } = await sendRequest(path, { host: config.publicUrl.host, headers })
      expect({ path, status }).toEqual({ path, status: 401 })
    }
  }
})

test('a guest’s session does not replace the one of a member in the same browser', async () => {
  const shown = await aVersion()
  const member = await sessionFor(shown)
  const { cookie } = await aGuest()
  expect((await getFile('/', shown.version, `${cookie}; ${member}`)).status).toBe(200)
  expect((await getFile('/', shown.version, `${member}; ${cookie}`)).status).toBe(200)
})

test('a removed member sees a shared version at once as a guest, with the member’s cookie still there', async () => {
  const { owner, user, home, params, version, cookie } = await aGuest()
  const { ticket } = await user.call(refreshViewerSession, { params: { ...params, version } })
  const setMember = (await sendTicket(ticket, version)).headers['set-cookie']?.[0] ?? ''
  const member = setMember.split(';')[0] ?? ''
  const status = async (cookies: string) => (await getFile('/index.html', version, cookies)).status
  expect(await status(member)).toBe(200)
  await owner.call(deleteMember, { params: { ...home, oid: user.person.objectId } })
  expect(await status(member)).toBe(404)
  expect(await status(`${member}; ${cookie}`)).toBe(200)
  expect(await status(`${cookie}; ${member}`)).toBe(200)
})

test('a cookie that is no session does not hide the guest’s', async () => {
  const { version, cookie } = await aGuest()
  expect((await getFile('/index.html', version, `__Host-plinth=planted; ${cookie}`)).status).toBe(200)
})

test('a session ends when its link expires', async () => {
  const { db } = await testPortal()
  const { share, version } = await aSharingAccount()
  const link = await share({ version, days: 1 })
  await sql`UPDATE share_links SET expires_at = now() + interval '100 seconds'
    WHERE id = ${link.id}`.execute(db)
  const setCookie = await guestCookie(link, version)
  expect(Number(/Max-Age=(\d+)/.exec(setCookie)?.[1])).toBeLessThanOrEqual(100)
  const cookie = setCookie.split(';')[0] ?? ''
  expect((await getFile('/', version, cookie)).status).toBe(200)
  advance(101)
  expect((await getFile('/', version, cookie)).status).toBe(401)
})

const endings: [string, (guest: Guest) => Promise<unknown>][] = [
  [
    'its link is revoked',
    async ({ owner, params, link }) => owner.call(revokeShareLink, { params: { ...params, id: link.id } }),
  ],
  [
    'the account forbids links',
    async ({ owner, home }) => owner.call(allowShareLinks, { params: home, body: { allowed: false } }),
  ],
  ['the storybook is deleted', async ({ owner, params }) => owner.call(deleteStorybook, { params })],
]

test('a session ends at once, also on other instances, when its link may no longer be used', async () => {
  const second = await anotherInstance()
  onTestFinished(second.close)
  for (const [reason, end] of endings) {
    const guest = await aGuest()
    const lookThere = async () => {
      const host = await viewerHostOf(guest.version)
      const headers = { cookie: guest.cookie, connection: 'keep-alive' }
      return (await sendRequest('/index.html', { port: second.config.port, host, headers })).status
    }
    expect([await guest.look(), await lookThere()]).toEqual([200, 200])
    await end(guest)
    expect({ reason, status: await guest.look() }).toEqual({ reason, status: 404 })
    await expect.poll(lookThere, { message: reason }).toBe(404)
  }
})

test('an instance that misses a revocation notices within thirty seconds', async () => {
  const { db } = await testPortal()
  const { look, link } = await aGuest()
  expect(await look()).toBe(200)
  await db.deleteFrom('share_links').where('id', '=', link.id).execute()
  expect(await look()).toBe(200)
  advance(30)
  expect(await look()).toBe(404)
})

type Guest = Awaited<ReturnType<typeof aGuest>>
