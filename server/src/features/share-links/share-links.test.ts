import { allowShareLinks, listAccounts } from '@plinth/contract/accounts.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import { maxShareLinks } from '@plinth/contract/share-links.ts'
import * as contract from '@plinth/contract/share-links.ts'
import type { ShareLinkDraft } from '@plinth/contract/share-links.ts'
import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { hashOfSecret } from '../../shared/secret-codes.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aSharingAccount, openShare, secretOf } from '../../testing/sharing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

const gone = { status: 404, problem: { code: 'share_link_unknown', detail: 'This link no longer works.' } }

test('a link opens its version without an account, and tells the guest little', async () => {
  const { config } = await testPortal()
  const { share, version, params } = await aSharingAccount()
  const link = await share({ version, note: ' For the agency ' })
  const days = (Date.parse(link.expiresAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  expect(link).toMatchObject({ version, branch: null, note: 'For the agency', openedCount: 0 })
  expect(link.url).toMatch(/\/share#[0-9A-Za-z]{32}$/)
  expect(link.url.startsWith(config.publicUrl.origin)).toBe(true)
  const shown = await openShare(link)
  const text: unknown = expect.any(String)
  expect(shown).toEqual({
    accountName: 'An account',
    title: 'Design System',
    branch: 'main',
    createdAt: text,
    linkExpiresAt: link.expiresAt,
    viewerBaseUrl: text,
    ticketUrl: text,
    openUrl: text,
    ticket: text,
    expiresAt: text,
    renewal: text,
    sessionSeconds: 3600,
  })
  expect(JSON.stringify({ ...shown, ticket: '', renewal: '' })).not.toContain(params.account)
})

test('the database holds only a hash of the secret', async () => {
  const { db } = await testPortal()
  const { share, version } = await aSharingAccount()
  const secret = secretOf(await share({ version }))
  const rows = await db.selectFrom('share_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.map((row) => row.secret_sha256.toString('hex'))).toContain(hashOfSecret(secret).toString('hex'))
})

test('a link to a branch opens its newest version; a renewal stays at the one it was given for', async () => {
  const { share, publish, version: first, params, owner } = await aSharingAccount()
  const link = await share({ branch: 'main' })
  const opened = await openShare(link)
  expect(opened.viewerBaseUrl).toContain(first)
  const second = await publish('main')
  await publish('other')
  expect((await openShare(link)).viewerBaseUrl).toContain(second)
  expect((await openShare(link, opened.renewal)).viewerBaseUrl).toContain(first)
  await owner.call(deleteVersion, { params: { ...params, version: first } })
  await expect(openShare(link, opened.renewal)).rejects.toMatchObject(gone)
  expect((await openShare(link)).viewerBaseUrl).toContain(second)
})

test('a renewal is good for nothing but its own link and version', async () => {
  const { share, version, publish } = await aSharingAccount()
  const older = await share({ version })
  const { renewal, ticket } = await openShare(older)
  await publish('main')
  const other = await share({ branch: 'main' })
  for (const forged of [renewal, ticket, `${renewal}x`, '', 'x.y']) {
    await expect(openShare(other, forged)).rejects.toMatchObject(gone)
  }
})

describe('one and the same answer says that a link does not work if it is', () => {
  test.each([
    ['unknown', async () => 'x'.repeat(32)],
    ['empty', async () => ''],
    [
      'expired',
      async ({ share, version }: Sharing) => {
        const { db } = await testPortal()
        const link = await share({ version })
        await sql`UPDATE share_links SET expires_at = now() WHERE id = ${link.id}`.execute(db)
        return secretOf(link)
      },
    ],
    [
      'revoked',
      async ({ share, version, params, user }: Sharing) => {
        const link = await share({ version })
        await user.call(contract.revokeShareLink, { params: { ...params, id: link.id } })
        return secretOf(link)
      },
    ],
    [
      'no longer allowed',
      async ({ share, version, home, owner }: Sharing) => {
        const link = await share({ version })
        await owner.call(allowShareLinks, { params: home, body: { allowed: false } })
        return secretOf(link)
      },
    ],
    [
      'of a deleted version',
      async ({ share, version, publish, params, owner }: Sharing) => {
        const link = await share({ version })
        await publish('main')
        await owner.call(deleteVersion, { params: { ...params, version } })
        return secretOf(link)
      },
    ],
    [
      'of a deleted storybook',
      async ({ share, params, owner }: Sharing) => {
        const link = await share({ branch: 'main' })
        await owner.call(deleteStorybook, { params })
        return secretOf(link)
      },
    ],
  ])('%s', async (_, secretAfter) => {
    const secret = await secretAfter(await aSharingAccount())
    const answer = await sendRequest('/api/v1/share', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    expect(answer).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex' } })
    expect(JSON.parse(answer.text)).toEqual({
      type: '/api/docs#problem-share_link_unknown',
      title: 'Not Found',
      status: 404,
      detail: 'This link no longer works.',
      instance: '/api/v1/share',
      code: 'share_link_unknown',
    })
  })
})

type Sharing = Awaited<ReturnType<typeof aSharingAccount>>

describe('links are created', () => {
  test('only where the account allows it, which only Owners decide', async () => {
    const { owner, user, home, params, share, version } = await aSharingAccount({ isAllowed: false })
    await expect(share({ version })).rejects.toMatchObject({
      status: 403,
      problem: { code: 'share_links_forbidden' },
    })
    const allow = { params: home, body: { allowed: true } }
    await expect(user.call(allowShareLinks, allow)).rejects.toMatchObject({
      problem: { code: 'owner_required' },
    })
    await expect(owner.call(allowShareLinks, allow)).resolves.toMatchObject({ allowsShareLinks: true })
    await expect(user.call(listAccounts)).resolves.toMatchObject([{ allowsShareLinks: true }])
    await share({ version })
    const viewer = await aMember({ role: 'Viewer', account: owner.account })
    const refused = { status: 403, problem: { code: 'role_not_allowed' } }
    await expect(viewer.call(contract.createShareLink, { params, body: { version } })).rejects.toMatchObject(
      refused,
    )
    await expect(viewer.call(contract.listShareLinks, { params })).rejects.toMatchObject(refused)
  })

  test.each<[string, ShareLinkDraft]>([
    ['no days', { branch: 'main', days: 0 }],
    ['too many days', { branch: 'main', days: 91 }],
    ['half a day', { branch: 'main', days: 1.5 }],
    ['neither version nor branch', {}],
    ['both version and branch', { branch: 'main', version: 'abc' }],
    ['an empty branch', { branch: ' ' }],
  ])('not with %s', async (_, body) => {
    const { share } = await aSharingAccount()
    await expect(share(body)).rejects.toMatchObject({ status: 400, problem: { code: 'invalid_input' } })
  })

  test('not for versions and branches that the storybook does not have', async () => {
    const { share } = await aSharingAccount()
    const other = await aSharingAccount()
    await expect(share({ version: other.version })).rejects.toMatchObject({ status: 404 })
    await expect(share({ branch: 'missing' })).rejects.toMatchObject({ status: 404 })
  })

  test('up to a limit per storybook, however many are created at once; expired ones do not count', async () => {
    const { db } = await testPortal()
    const { share, version, storybookId } = await aSharingAccount()
    const secrets = Array.from({ length: maxShareLinks - 2 }, (_, i) => hashOfSecret(`${storybookId} ${i}`))
    const expired = sql<Date>`now() - interval '1 minute'`
    const later = sql<Date>`now() + interval '1 minute'`
    await db
      .insertInto('share_links')
      .values(
        secrets.map((secret_sha256, index) => ({
          storybook_id: storybookId,
          version_id: null,
          branch: 'main',
          secret_sha256,
          note: null,
          created_by_user_id: null,
          expires_at: index === 0 ? expired : later,
          last_opened_at: null,
        })),
      )
      .execute()
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => share({ version })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      expect(answer.reason).toMatchObject({ status: 409, problem: { code: 'too_many_share_links' } })
    }
  })
})

test('links are listed with how often they were opened; a flood of openings counts once', async () => {
  const { db } = await testPortal()
  const { share, version, params, owner, user } = await aSharingAccount()
  const link = await share({ version, days: 90 })
  const { renewal } = await openShare(link)
  await Promise.all(Array.from({ length: 20 }, () => openShare(link)))
  await sql`UPDATE share_links SET last_opened_at = now() - interval '11 seconds'
    WHERE id = ${link.id}`.execute(db)
  await openShare(link, renewal)
  await openShare(link)
  const [listed] = await owner.call(contract.listShareLinks, { params })
  expect(listed).toMatchObject({ id: link.id, openedCount: 2, createdBy: user.person.displayName })
  expect(Date.parse(listed?.lastOpenedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.stringify(listed)).not.toContain(secretOf(link))
})

test('links of other storybooks and accounts can be neither listed nor revoked', async () => {
  const mine = await aSharingAccount()
  const theirs = await aSharingAccount()
  const { id } = await theirs.share({ branch: 'main' })
  for (const params of [mine.params, theirs.params, { ...mine.params, storybook: theirs.params.storybook }]) {
    const attempt = mine.owner.call(contract.revokeShareLink, { params: { ...params, id } })
    await expect(attempt).rejects.toMatchObject({ status: 404 })
  }
  await expect(mine.owner.call(contract.listShareLinks, { params: mine.params })).resolves.toEqual([])
  await expect(theirs.owner.call(contract.listShareLinks, { params: theirs.params })).resolves.toHaveLength(1)
})

test('creating, revoking and the setting are audited, and openings are not', async () => {
  const { share, version, params, home, owner } = await aSharingAccount()
  const { id, ...link } = await share({ version })
  await share({ branch: 'main' })
  await openShare(link)
  await owner.call(contract.revokeShareLink, { params: { ...params, id } })
  await owner.call(allowShareLinks, { params: home, body: { allowed: true } })
  const entries = await owner.call(listAccountAudit, { params: home })
  expect(entries.map(({ action, subject }) => [action, subject]).slice(0, 4)).toEqual([
    ['shareLink.revoked', `Design System, version ${version}`],
    ['shareLink.created', 'Design System, branch main'],
    ['shareLink.created', `Design System, version ${version}`],
    ['version.published', `Design System, version ${version}`],
  ])
  expect(entries.filter(({ action }) => action === 'account.shareLinksChanged')).toHaveLength(1)
})

test('the secret is neither logged nor in the metrics', async () => {
  const { logLines, services } = await testPortal()
  const { share, version } = await aSharingAccount()
  const link = await share({ version })
  await openShare(link)
  await openShare({ url: `${link.url}x` }).catch(() => {})
  await expect.poll(() => logLines.some((line) => line.includes('/api/v1/share'))).toBe(true)
  expect(logLines.join('')).not.toContain(secretOf(link))
  expect(services.metrics.registry.render()).not.toContain(secretOf(link))
})

test('the page of share links tells search engines not to list it; other pages do not', async () => {
  const { config } = await testPortal()
  for (const path of ['/share', '/share/', '/Share?path=/story/a--b']) {
    const page = await sendRequest(path, { host: config.publicUrl.host })
    expect(page).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } })
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.text).toContain('<meta name="robots" content="noindex"')
  }
  const other = await sendRequest('/shared', { host: config.publicUrl.host })
  expect(other.headers['x-robots-tag']).toBeUndefined()
  expect(other.text).not.toContain('noindex')
})
