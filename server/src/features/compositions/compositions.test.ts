import { allowShareLinks, listAccounts } from '@plinth/contract/accounts.ts'
import { deleteApiKeysOfCreator } from '@plinth/contract/api-keys.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import { maxCompositions } from '@plinth/contract/compositions.ts'
import * as contract from '@plinth/contract/compositions.ts'
import type { CompositionDraft } from '@plinth/contract/compositions.ts'
import { getConfig } from '@plinth/contract/config.ts'
import { deleteMember, updateMember } from '@plinth/contract/members.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { cleanups } from '../../operations/duties/cleanups.ts'
import {
  aComposingAccount,
  anAllowedPage,
  askToSignIn,
  fetchFrom,
  get,
  page,
} from '../../testing/composing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, anotherInstance, callAs, callAsNobody, testPortal } from '../../testing/test-app.ts'
import { refIds } from './ref-ids.ts'

const hours = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)

test('a composition is listed with its storybooks, recorded, and revoked', async () => {
  const { owner, user, home, storybook, compose } = await aComposingAccount()
  const byKey = await compose({ hours: 2 })
  const body = { origin: 'https://docs.example', storybooks: [{ storybook: 'Design System' }] }
  const byPerson = await user.call(contract.createComposition, { params: home, body })
  expect([hours(byKey.expiresAt), hours(byPerson.expiresAt)]).toEqual([2, 12])
  const storybooks = [{ publicId: storybook, title: 'Design System' }]
  await expect(owner.call(contract.listCompositions, { params: home })).resolves.toMatchObject([
    { id: byPerson.id, origin: 'https://docs.example', createdBy: user.person.displayName, storybooks },
    { id: byKey.id, origin: page, createdBy: 'Dev server', storybooks },
  ])
  await owner.call(contract.revokeComposition, { params: { ...home, id: byKey.id } })
  await expect(owner.call(contract.listCompositions, { params: home })).resolves.toHaveLength(1)
  const again = owner.call(contract.revokeComposition, { params: { ...home, id: byKey.id } })
  await expect(again).rejects.toMatchObject({ status: 404 })
  const entries = await owner.call(listAccountAudit, { params: home, query: { action: 'composition' } })
  expect(entries.map(({ action, subject, actor }) => [action, subject, actor])).toMatchObject([
    ['composition.revoked', page, expect.any(String)],
    ['composition.created', 'https://docs.example: Design System', expect.any(String)],
    ['composition.created', `${page}: Design System`, 'Dev server'],
  ])
})

test('a Storybook that starts again gets the same addresses, until half of their time is over', async () => {
  const { db } = await testPortal()
  const { compose, owner, home, publish } = await aComposingAccount()
  const first = await compose()
  expect(await compose()).toEqual(first)
  await publish('two')
  const afterPublishing = await compose()
  expect(afterPublishing.id).toBe(first.id)
  expect(afterPublishing.refs['design-system']?.url).not.toBe(first.refs['design-system']?.url)
  const others = [await compose({ hours: 2 }), await compose({ origin: 'http://localhost:7007' })]
  expect(others.map(({ id }) => id)).not.toContain(first.id)
  await sql`UPDATE compositions SET expires_at = now() + interval '5 hours' WHERE id = ${first.id}`.execute(
    db,
  )
  const renewed = await compose()
  expect(renewed.id).not.toBe(first.id)
  await owner.call(contract.revokeComposition, { params: { ...home, id: renewed.id } })
  expect((await compose()).id).not.toBe(renewed.id)
})

describe('a composition is refused', () => {
  test('for storybooks and versions that do not exist, by their names', async () => {
    const { compose, owner, home, storybook } = await aComposingAccount()
    const theirs = await aComposingAccount()
    await owner.call(createStorybook, { params: home, body: { title: 'Empty' } })
    for (const [wanted, code, detail] of [
      [{ storybook: 'Nothing' }, 'composed_storybook_unknown', 'Nothing'],
      [{ storybook: theirs.storybook }, 'composed_storybook_unknown', theirs.storybook],
      [{ storybook: 'Empty' }, 'composed_version_unknown', '“Empty” has no version yet.'],
      [{ storybook, branch: 'other' }, 'composed_version_unknown', 'branch “other”'],
      [{ storybook, release: 'v9' }, 'composed_version_unknown', 'release “v9”'],
    ] as const) {
      await expect(compose({ storybooks: [wanted] })).rejects.toMatchObject({
        problem: { code, detail: expect.stringContaining(detail) },
      })
    }
    const twin = await owner.call(createStorybook, { params: home, body: { title: 'design SYSTEM' } })
    await expect(compose({ storybooks: [{ storybook: 'Design System' }] })).rejects.toMatchObject({
      status: 409,
      problem: { code: 'composed_storybook_ambiguous', detail: expect.stringContaining(twin.publicId) },
    })
  })

  test('if its values are not valid', async () => {
    const { compose } = await aComposingAccount()
    const drafts: Partial<CompositionDraft>[] = [
      { storybooks: [] },
      { storybooks: [{ storybook: 'a', branch: 'b', release: 'c' }] },
      { hours: 25 },
      ...[
        `${page}/x`,
        'HTTP://localhost:80',
        'null',
        'file://',
        `${page}; script-src *`,
        'https://*',
        'https://;a',
        'https://a,b',
      ].map((origin) => ({
        origin,
      })),
    ]
    for (const draft of drafts)
      await expect(compose(draft)).rejects.toMatchObject({ status: 400, problem: { code: 'invalid_input' } })
  })

  test('for a key whose creator has left, and keys end their compositions with them', async () => {
    const { compose, owner, user, home } = await aComposingAccount()
    const { refs } = await compose()
    const url = refs['design-system']?.url ?? ''
    const oid = user.person.objectId
    expect((await get(`${url}/index.json`, fetchFrom(page))).status).toBe(200)
    await owner.call(deleteMember, { params: { ...home, oid } })
    await expect(compose()).rejects.toMatchObject({
      status: 403,
      problem: { code: 'composition_needs_member' },
    })
    await owner.call(deleteApiKeysOfCreator, { params: { ...home, oid } })
    expect((await get(`${url}/index.json`, fetchFrom(page))).status).toBe(404)
    await expect(owner.call(contract.listCompositions, { params: home })).resolves.toEqual([])
  })

  test('if the account has too many; expired ones do not count and are swept', async () => {
    const { db } = await testPortal()
    const { compose, owner, home, storybook } = await aComposingAccount()
    const { id } = await compose()
    await sql`INSERT INTO compositions (account_id, kind, origin, api_key_id, expires_at)
      SELECT account_id, kind, origin, api_key_id, expires_at FROM compositions, generate_series(2, ${maxCompositions})
      WHERE id = ${id}`.execute(db)
    const body = { origin: page, storybooks: [{ storybook }] }
    await expect(owner.call(contract.createComposition, { params: home, body })).rejects.toMatchObject({
      problem: { code: 'too_many_compositions' },
    })
    await sql`UPDATE compositions SET expires_at = now() WHERE account_id = ${owner.account.id}`.execute(db)
    await compose()
    await cleanups.find(({ name }) => name.includes('compositions'))?.run(db)
    const left = await db
      .selectFrom('compositions')
      .select('id')
      .where('account_id', '=', owner.account.id)
      .execute()
    expect(left).toHaveLength(1)
  })

  test('where all versions share one host', async () => {
    const { config } = await testPortal()
    const shared = await anotherInstance({ PLINTH_VIEWER_URL: `http://viewer.localhost:${config.port}` })
    try {
      const { user, home, storybook } = await aComposingAccount()
      const call = await callAs(user.person, {}, shared.origin)
      const body = { origin: page, storybooks: [{ storybook }] }
      await expect(call(contract.createComposition, { params: home, body })).rejects.toMatchObject({
        status: 409,
        problem: { code: 'composition_unavailable' },
      })
      await expect(call(getConfig)).resolves.toMatchObject({ composeUrl: null })
      const host = `compose.localhost:${config.port}`
      const answer = await sendRequest(`/${storybook}/index.json`, {
        port: shared.config.port,
        host,
        headers: fetchFrom(page),
      })
      expect(answer.status).toBe(421)
    } finally {
      await shared.close()
    }
  })
})

const statusOf = async (url: string) => (await get(`${url}/index.json`, fetchFrom(page))).status
const urlOf = ({ refs }: contract.NewComposition) => refs['design-system']?.url ?? ''

describe('addresses that anybody can read', () => {
  test('exist only while the account allows share links, which covers both', async () => {
    const { compose, owner, user, home } = await aComposingAccount({}, { isAllowed: false })
    const forbidden = {
      status: 403,
      problem: { code: 'compositions_forbidden', detail: expect.stringContaining('Settings') },
    }
    await expect(compose()).rejects.toMatchObject(forbidden)
    const allow = (allowed: boolean) => owner.call(allowShareLinks, { params: home, body: { allowed } })
    await allow(true)
    const url = urlOf(await compose())
    expect(await statusOf(url)).toBe(200)
    await allow(false)
    expect(await statusOf(url)).toBe(404)
    await expect(compose()).rejects.toMatchObject(forbidden)
    await allow(true)
    expect(await statusOf(url)).toBe(200)
    await expect(user.call(listAccounts)).resolves.toMatchObject([
      { allowsShareLinks: true, viewersMayCompose: false },
    ])
  })

  test('are not for Viewers and keys that only read, unless an Owner allows it', async () => {
    const { compose, owner, user, home, storybook } = await aComposingAccount({}, { scope: 'read' })
    const viewer = await aMember({ role: 'Viewer', account: owner.account })
    const body = { origin: page, storybooks: [{ storybook }] }
    const composeAsViewer = () => viewer.call(contract.createComposition, { params: home, body })
    const refused = { status: 403, problem: { code: 'composition_not_allowed' } }
    await expect(composeAsViewer()).rejects.toMatchObject(refused)
    await expect(compose()).rejects.toMatchObject({
      ...refused,
      problem: { detail: expect.stringContaining('API keys that can only read') },
    })
    const allow = (viewersMayCompose: boolean) =>
      owner.call(allowShareLinks, { params: home, body: { allowed: true, viewersMayCompose } })
    await expect(
      user.call(allowShareLinks, { params: home, body: { allowed: true, viewersMayCompose: true } }),
    ).rejects.toMatchObject({ problem: { code: 'owner_required' } })
    await expect(allow(true)).resolves.toMatchObject({ allowsShareLinks: true, viewersMayCompose: true })
    const urls = [urlOf(await composeAsViewer()), urlOf(await compose())]
    for (const url of urls) expect(await statusOf(url)).toBe(200)
    await allow(false)
    for (const url of urls) expect(await statusOf(url)).toBe(404)
    const entries = await owner.call(listAccountAudit, { params: home, query: { action: 'account' } })
    expect(entries.map(({ subject }) => subject)).toEqual([
      'Allowed',
      'Allowed; Viewers and keys that only read may compose',
      'Allowed',
    ])
  })

  test('of a person end when their role no longer allows them', async () => {
    const { owner, user, home, storybook } = await aComposingAccount()
    const body = { origin: page, storybooks: [{ storybook }] }
    const url = urlOf(await user.call(contract.createComposition, { params: home, body }))
    expect(await statusOf(url)).toBe(200)
    await owner.call(updateMember, {
      params: { ...home, oid: user.person.objectId },
      body: { displayName: 'Somebody', email: 'somebody@org.example', role: 'Viewer' },
    })
    expect(await statusOf(url)).toBe(404)
  })

  test('are listed and revoked by whoever made them, too', async () => {
    const { compose, owner, home, storybook } = await aComposingAccount()
    await owner.call(allowShareLinks, { params: home, body: { allowed: true, viewersMayCompose: true } })
    const viewer = await aMember({ role: 'Viewer', account: owner.account })
    const body = { origin: page, storybooks: [{ storybook }] }
    const theirs = await compose()
    const own = await viewer.call(contract.createComposition, { params: home, body })
    await expect(viewer.call(contract.listCompositions, { params: home })).resolves.toMatchObject([
      { id: own.id },
    ])
    const revoke = (id: number) => viewer.call(contract.revokeComposition, { params: { ...home, id } })
    await expect(revoke(theirs.id)).rejects.toMatchObject({ status: 404 })
    await revoke(own.id)
    expect(await statusOf(urlOf(own))).toBe(404)
    expect(await statusOf(urlOf(theirs))).toBe(200)
  })

  test('of one person do not use up those of the account', async () => {
    const { db } = await testPortal()
    const { compose, owner, user, home, storybook } = await aComposingAccount()
    const { id } = await compose()
    await sql`INSERT INTO compositions (account_id, kind, origin, api_key_id, expires_at)
      SELECT account_id, kind, origin, api_key_id, expires_at
      FROM compositions, generate_series(2, ${contract.maxCompositionsOfPerson}) WHERE id = ${id}`.execute(db)
    const tooMany = { status: 409, problem: { code: 'too_many_compositions_of_person' } }
    await expect(compose({ hours: 1 })).rejects.toMatchObject(tooMany)
    // Keys count with the person who created them.
    const body = { origin: page, storybooks: [{ storybook }] }
    await expect(user.call(contract.createComposition, { params: home, body })).rejects.toMatchObject(tooMany)
    await owner.call(contract.createComposition, { params: home, body })
  })
})

test('only those who manage API keys see and revoke the compositions of an account', async () => {
  const { compose, owner, home } = await aComposingAccount()
  const { id } = await compose()
  const viewer = await aMember({ role: 'Viewer', account: owner.account })
  const stranger = await aMember({ role: 'Owner' })
  await expect(viewer.call(contract.listCompositions, { params: home })).resolves.toEqual([])
  await expect(stranger.call(contract.listCompositions, { params: home })).rejects.toMatchObject({
    status: 404,
  })
  for (const person of [viewer, stranger]) {
    const revoking = person.call(contract.revokeComposition, { params: { ...home, id } })
    await expect(revoking).rejects.toMatchObject({ status: 404 })
  }
  const elsewhere = { account: stranger.account.publicId, id }
  await expect(stranger.call(contract.revokeComposition, { params: elsewhere })).rejects.toMatchObject({
    status: 404,
  })
})

test('a person sees what a page asks for, allows it, and revokes it', async () => {
  const composing = await aComposingAccount()
  const { user, owner, home, storybook } = composing
  const { request } = await askToSignIn(storybook)
  await expect(user.call(contract.describeRequestedPage, { body: { request } })).resolves.toEqual({
    origin: page,
    accountName: 'An account',
    storybookTitle: 'Design System',
  })
  await user.call(contract.allowPage, { body: { request } })
  await user.call(contract.allowPage, { body: { request } })
  await anAllowedPage(composing, 'https://docs.example')
  const pages = await user.call(contract.listAllowedPages)
  expect(pages.map(({ origin, accountName }) => [origin, accountName])).toEqual([
    ['https://docs.example', 'An account'],
    [page, 'An account'],
  ])
  await expect(owner.call(contract.listAllowedPages)).resolves.toEqual([])
  await expect(owner.call(contract.listCompositions, { params: home })).resolves.toEqual([])
  const params = { id: pages[0]?.id ?? 0 }
  await expect(owner.call(contract.revokeAllowedPage, { params })).rejects.toMatchObject({ status: 404 })
  const asComposition = owner.call(contract.revokeComposition, { params: { ...home, ...params } })
  await expect(asComposition).rejects.toMatchObject({ status: 404 })
  await user.call(contract.revokeAllowedPage, { params })
  await expect(user.call(contract.listAllowedPages)).resolves.toHaveLength(1)
  const entries = await owner.call(listAccountAudit, { params: home, query: { action: 'page' } })
  expect(entries.map(({ action, subject }) => `${action} ${subject}`).slice(0, 2)).toEqual([
    'page.revoked https://docs.example',
    'page.allowed https://docs.example',
  ])
})

test('a request that is forged, expired or no request is refused', async () => {
  const { services } = await testPortal()
  const { user, storybook } = await aComposingAccount()
  const { request } = await askToSignIn(storybook)
  const seconds = Math.floor(Date.now() / 1000)
  const about = { deviceSha256: 'x', origin: page, storybook }
  const { signer } = services.viewer
  const expired = signer.sign({ use: 'pageRequest', ...about, expires: seconds - 1 })
  const session = signer.sign({ use: 'session', userId: 1, version: 'abc', expires: seconds + 60 })
  for (const given of [`${request}x`, expired, session, 'x.y', '']) {
    for (const endpoint of [contract.describeRequestedPage, contract.allowPage])
      await expect(user.call(endpoint, { body: { request: given } })).rejects.toMatchObject({
        status: 410,
        problem: { code: 'page_request_expired' },
      })
  }
  const nobody = await callAsNobody()
  await expect(nobody(contract.allowPage, { body: { request } })).rejects.toMatchObject({ status: 401 })
})

test('titles become ids', () => {
  expect(refIds(['Design System', 'Design system', 'Ünïcode_UI', '日本', ''])).toEqual([
    'design-system',
    'design-system-2',
    'unicode-ui',
    'storybook',
    'storybook-2',
  ])
})
