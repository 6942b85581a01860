import { deleteMember } from '@plinth/contract/members.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { aForm, aStorybookZip } from '../../testing/builds.ts'
import {
  aComposingAccount,
  composeUrlOf,
  cookieIn,
  fetchFrom,
  get,
  inFrame,
  sessionInFrame,
} from '../../testing/composing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { testPortal } from '../../testing/test-app.ts'
import { sandbox } from './replies.ts'

/** A published Storybook whose `refs` name another one of the same account. */
async function aPublishedComposition() {
  const composed = await aComposingAccount()
  const { owner, home, storybook } = composed
  const address = await composeUrlOf(storybook)
  const manager = `<html><head></head><script>window['REFS'] = {"ds":{"url":"${address}"}}</script></html>`
  const composing = await owner.call(createStorybook, { params: home, body: { title: 'Product' } })
  const place = { ...home, storybook: composing.publicId }
  const zip = aStorybookZip({ files: { 'index.html': manager } })
  const { versionPublicId: version } = await owner.call(publishVersion, { params: place, form: aForm(zip) })
  const params = { ...place, version }
  const ticketFor = () => composed.user.call(refreshViewerSession, { params })
  return { ...composed, address, params, ticketFor }
}

async function post(ticketUrl: string, ticket: string, headers: Record<string, string> = {}) {
  const { config } = await testPortal()
  const { host, pathname } = new URL(ticketUrl)
  return sendRequest(pathname, {
    host,
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ticket }),
  })
}

test('a published Storybook shows another of its account inside the viewer', async () => {
  const { config } = await testPortal()
  const { ticketFor, address, owner, user, home } = await aPublishedComposition()
  const { compose, viewerBaseUrl } = await ticketFor()
  const { ticketUrl = '', ticket = '' } = compose ?? {}
  const posted = await post(ticketUrl, ticket)
  expect(posted.status).toBe(204)
  expect(posted.headers).toMatchObject({
    'access-control-allow-origin': config.publicUrl.origin,
    'access-control-allow-credentials': 'true',
  })
  expect(posted.headers['set-cookie']?.[0]).toMatch(
    /^__Host-plinth-device=[\w-]{32}; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=\d+$/,
  )
  const cookie = cookieIn(posted)
  const metadata = await get(`${address}/metadata.json`, { ...fetchFrom(viewerBaseUrl), cookie })
  expect(metadata.headers['access-control-allow-origin']).toBe(viewerBaseUrl)
  const { url } = JSON.parse(metadata.text) as { url: string }
  const { cookie: session } = await sessionInFrame(url, cookie)
  const frame = await get(`${url}/iframe.html`, { ...inFrame, cookie: session })
  expect(frame.status).toBe(200)
  const policy = `frame-ancestors ${viewerBaseUrl} ${config.publicUrl.origin} 'self'; ${sandbox}`
  expect(frame.headers['content-security-policy']).toBe(policy)
  // A renewal keeps the browser, and a ticket works once.
  const renewed = (await ticketFor()).compose
  expect(cookieIn(await post(renewed?.ticketUrl ?? '', renewed?.ticket ?? '', { cookie }))).toBe(cookie)
  expect((await post(ticketUrl, ticket)).status).toBe(403)
  await owner.call(deleteMember, { params: { ...home, oid: user.person.objectId } })
  expect((await get(`${url}/iframe.html`, { ...inFrame, cookie: session })).status).toBe(404)
})

test('the ticket is for the portal’s page and the storybooks of the account only', async () => {
  const { ticketFor, address } = await aPublishedComposition()
  const theirs = await aComposingAccount()
  const { compose, ticket: viewing, ticketUrl: viewingUrl, viewerBaseUrl } = await ticketFor()
  const { ticketUrl = '', ticket = '' } = compose ?? {}
  for (const origin of [viewerBaseUrl, 'https://evil.example', 'null']) {
    const { status, headers } = await post(ticketUrl, ticket, { origin })
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, undefined])
  }
  // One kind of ticket is no other.
  expect((await post(ticketUrl, viewing)).status).toBe(403)
  expect((await post(viewingUrl, ticket)).status).toBe(403)
  const cookie = cookieIn(await post(ticketUrl, ticket))
  const readBy = (origin: string, home: string) =>
    get(`${home}/index.json`, { ...fetchFrom(origin), cookie }).then(({ status }) => status)
  expect(await readBy(viewerBaseUrl, address)).toBe(200)
  expect(await readBy(viewerBaseUrl, await composeUrlOf(theirs.storybook))).toBe(404)
  expect(await readBy(viewerBaseUrl.replace(/[a-z0-9]{20}/, 'x'.repeat(20)), address)).toBe(404)
})

test('a version that shows no others gets no such ticket', async () => {
  const { user, params, version } = await aComposingAccount()
  const ticket = await user.call(refreshViewerSession, { params: { ...params, version } })
  expect(ticket.compose).toBeUndefined()
})
