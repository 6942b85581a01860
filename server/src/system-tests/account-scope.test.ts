import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { createWebhook, testWebhook } from '@plinth/contract/webhooks.ts'
import type { WebhookDraft } from '@plinth/contract/webhooks.ts'
import { expect, test } from 'vitest'

import { insertMembership } from '../features/members/store.ts'
import { ensureUser } from '../identity/store.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, anAccount, testPortal, tokenOf } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'

test('resources of one account do not exist under another, not even for a member of both', async () => {
  const { app, db } = await testPortal()
  const owner = await aMember({ role: 'Owner' })
  const { params: ids } = await aViewedVersion(owner)
  const home = { account: owner.account.publicId }
  const { call } = owner
  const key = await call(createApiKey, { params: home, body: { name: 'A key' } })
  const invited = { email: 'guest@org.example', displayName: 'A guest' }
  const invitation = await call(createInvitation, { params: home, body: invited })
  await call(allowShareLinks, { params: home, body: { allowed: true } })
  const link = await call(createShareLink, { params: ids, body: { version: ids.version } })
  const receiver: WebhookDraft = {
    name: 'A webhook',
    url: 'http://127.0.0.1:9/',
    format: 'json',
    events: ['member.joined'],
  }
  const webhook = await call(createWebhook, { params: home, body: receiver })
  const delivery = await call(testWebhook, { params: { ...home, id: webhook.id } })
  const { person: colleague } = await aMember({ account: owner.account })

  const other = await anAccount('Another account')
  await insertMembership(db, other.id, await ensureUser(db, owner.person), 'Owner')
  const authorization = `Bearer ${await tokenOf(owner.person)}`
  const changes = {
    title: 'Mine now',
    displayName: 'Mine now',
    email: 'mine@org.example',
    branch: 'main',
    mainBranch: 'main',
    isFavourite: true,
    isResolved: true,
    decision: 'accepted',
    story: 'button--primary',
    of: 'storybook',
    isChosen: true,
    body: 'Mine now',
    png: 'iVBORw0KGgo=',
    ...receiver,
  }
  const changeAt = (path: string) => ({
    // Elsewhere, a version or a branch is given, not both.
    body: JSON.stringify(path.endsWith('/comments') ? { ...changes, version: ids.version } : changes),
    headers: { authorization, 'content-type': 'application/json' },
  })
  const scoped = app.endpoints.filter(({ path }) => /:account\/.*:/.test(path))
  expect(scoped.length).toBeGreaterThan(10)
  const idIn = (path: string) => {
    if (path.includes('webhooks')) return webhook.id
    if (path.includes('shareLinks')) return link.id
    return path.includes('ApiKeys') ? key.id : invitation.id
  }
  for (const { method, path, body } of scoped) {
    const own: Record<string, string> = {
      ...ids,
      account: other.publicId,
      oid: colleague.objectId,
      id: String(idIn(path)),
      delivery: String(delivery.id),
    }
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => own[name] ?? 'missing')
    const { status } = await sendRequest(address, {
      method,
      ...(body.safeParse(undefined).success ? { headers: { authorization } } : changeAt(path)),
    })
    expect({ method, path, status }).toEqual({ method, path, status: 404 })
  }
})
