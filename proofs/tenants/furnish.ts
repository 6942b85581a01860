import { createHash } from 'node:crypto'

import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { addComment } from '@plinth/contract/comments.ts'
import { allowPage, createComposition, listAllowedPages } from '@plinth/contract/compositions.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import { setRetention } from '@plinth/contract/retention.ts'
import type { Role } from '@plinth/contract/roles.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook, deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, publishVersion } from '@plinth/contract/versions.ts'
import { createWebhook, testWebhook } from '@plinth/contract/webhooks.ts'

import { ensureUser } from '../../server/src/identity/store.ts'
import { aForm, aStorybookZip } from '../../server/src/testing/builds.ts'
import type { Member } from '../portal.ts'
import { anAgentRequest } from './connect-agent.ts'
import type { TenantsPortal } from './portal.ts'
import { cookieIn, send } from './send.ts'

/** What can be named in a request, by kind. */
export type Ids = Record<Kind, string>

export const kinds = [
  'account',
  'storybook',
  'version',
  'branch',
  'commit',
  'release',
  'component',
  'file',
  'icon',
  'member',
  'apiKey',
  'invitation',
  'webhook',
  'delivery',
  'shareLink',
  'composition',
  'allowedPage',
  'connectedAgent',
  'trashedStorybook',
  'trashedVersion',
  'subscription',
  'operation',
  'agentRequest',
  'comment',
  'cameraJob',
  'side',
  'picture',
  'idempotencyKey',
] as const
export type Kind = (typeof kinds)[number]

/** An account with one of everything. */
export interface FurnishedAccount {
  id: number
  ids: Ids
  members: Record<Role, Member>
  keys: { publishAll: string; publishChosen: string; read: string; deleted: string }
  deletedKeyId: number
  shareSecret: string
  /** Of a browser in which a page may show its storybooks. */
  composedCookie: string
}

const storiesOf = (marker: string) =>
  JSON.stringify({
    v: 5,
    entries: {
      [`${marker}--primary`]: { id: `${marker}--primary`, name: 'Primary', title: marker, type: 'story' },
      [`${marker}--docs`]: { id: `${marker}--docs`, name: 'Docs', title: marker, type: 'docs' },
    },
  })

/** All its texts contain the marker, and only its. */
export async function furnish(portal: TenantsPortal, marker: string): Promise<FurnishedAccount> {
  const { inside, receiver } = portal
  const account = await inside.anAccount(`Account ${marker}`)
  const members = {
    Owner: await inside.aPerson(account, 'Owner'),
    User: await inside.aPerson(account, 'User'),
    Viewer: await inside.aPerson(account, 'Viewer'),
  }
  const { call } = members.Owner
  const home = { account: account.publicId }
  await call(allowShareLinks, { params: home, body: { allowed: true } })
  const aStorybook = async (title: string) =>
    (await call(createStorybook, { params: home, body: { title, description: `About ${marker}` } })).publicId
  const storybook = await aStorybook(`Storybook ${marker}`)
  const params = { ...home, storybook }
  const file = `assets/${marker}.js`
  const publish = async (fields: Record<string, string>) => {
    const files = { [file]: `// ${marker}`, 'index.json': storiesOf(marker) }
    const form = aForm(aStorybookZip({ label: marker, files }), fields)
    const idempotencyKey = `key-of-${fields['Branch']}`
    const headers = { authorization: `Bearer ${members.Owner.token}`, 'idempotency-key': idempotencyKey }
    const retrying = createClient({ baseUrl: `http://127.0.0.1:${portal.port}`, headers: () => headers })
    return (await retrying(publishVersion, { params, form })).versionPublicId
  }
  const trashedVersion = await publish({ Branch: `old-${marker}` })
  const commit = Buffer.from(marker.padEnd(20, 'x')).toString('hex').slice(0, 40)
  const branch = `branch-${marker}`
  const release = `release-${marker}`
  const version = await publish({
    Branch: branch,
    Commit: commit,
    Release: release,
    Message: `Message ${marker}`,
  })
  await call(deleteVersion, { params: { ...params, version: trashedVersion } })
  const trashedStorybook = await aStorybook(`Deleted ${marker}`)
  await call(deleteStorybook, { params: { ...home, storybook: trashedStorybook } })
  const allowed = await allowAPage(portal, members.Owner, storybook)
  const icon = createHash('sha256').update(marker)
  await inside.db
    .insertInto('storybook_icons')
    .columns(['storybook_id', 'source', 'sha256', 'media_type', 'bytes'])
    .expression((each) =>
      each
        .selectFrom('storybooks')
        .select((build) => [
          'id',
          build.val<'upload'>('upload').as('source'),
          build.val(icon.copy().digest()).as('sha256'),
          build.val<'image/png'>('image/png').as('media_type'),
          build.val(Buffer.from(marker)).as('bytes'),
        ])
        .where('public_id', '=', storybook),
    )
    .execute()
  const aKey = (body: Parameters<typeof call<typeof createApiKey>>[1]['body']) =>
    call(createApiKey, { params: home, body })
  const publishAll = await aKey({ name: `Key ${marker}`, scope: 'publishAll' })
  const publishChosen = await aKey({
    name: `Chosen ${marker}`,
    scope: 'publishChosen',
    storybooks: [storybook],
  })
  const read = await aKey({ name: `Read ${marker}`, scope: 'read' })
  const deleted = await aKey({ name: `Deleted ${marker}`, scope: 'publishAll' })
  const invited = { email: `${marker}@guest.example`, displayName: `Guest ${marker}` }
  const invitation = await call(createInvitation, { params: home, body: invited })
  const webhook = await call(createWebhook, {
    params: home,
    body: { name: `Webhook ${marker}`, url: receiver, format: 'json', events: ['member.joined'] },
  })
  const delivery = await call(testWebhook, { params: { ...home, id: webhook.id } })
  const link = await call(createShareLink, { params, body: { version, note: `Note ${marker}` } })
  const composition = await call(createComposition, {
    params: home,
    body: { origin: 'http://localhost:6006', storybooks: [{ storybook }] },
  })
  await call(setRetention, {
    params: home,
    body: { rule: null, exceptions: [{ storybookPublicId: storybook, rule: null }] },
  })
  const comment = await call(addComment, {
    params,
    body: { version, story: `${marker}--primary`, body: `Comment ${marker}` },
  })
  const userId = await ensureUser(inside.db, members.Owner.person)
  const agent = await inside.db
    .insertInto('connected_agents')
    .values({
      account_id: account.id,
      user_id: userId,
      client_id: `https://${marker}.example/agent.json`,
      client_name: `Agent ${marker}`,
      client_host: `${marker}.example`,
      redirect_host: null,
      grant_id: `grant-${marker}`,
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subscription = crypto.randomUUID()
  await inside.db
    .insertInto('subscriptions')
    .values({
      external_id: subscription,
      account_id: account.id,
      name: `Subscription ${marker}`,
      offer_id: 'plinth',
      plan_id: 'team',
      quantity: 5,
      status: 'Subscribed',
    })
    .execute()
  return {
    id: account.id,
    ids: {
      account: account.publicId,
      storybook,
      version,
      branch,
      commit,
      release,
      component: marker,
      file,
      icon: icon.copy().digest('hex'),
      member: members.Viewer.person.objectId,
      apiKey: String(publishAll.id),
      invitation: String(invitation.id),
      webhook: String(webhook.id),
      delivery: String(delivery.id),
      shareLink: String(link.id),
      composition: String(composition.id),
      allowedPage: String(allowed.id),
      connectedAgent: String(agent.id),
      trashedStorybook,
      trashedVersion,
      subscription,
      // Only routes of the operator have one, and they refuse everybody else before they look.
      operation: crypto.randomUUID(),
      comment: String(comment.id),
      // Only routes of cameras have these, and they refuse everybody else before they look.
      cameraJob: `job-of-${marker}`,
      side: 'after',
      picture: icon.copy().digest('hex'),
      agentRequest: (await anAgentRequest(portal, account.publicId)).uid,
      idempotencyKey: `key-of-${branch}`,
    },
    members,
    keys: {
      publishAll: publishAll.key,
      publishChosen: publishChosen.key,
      read: read.key,
      deleted: deleted.key,
    },
    deletedKeyId: deleted.id,
    shareSecret: link.url.slice(link.url.indexOf('#') + 1),
    composedCookie: allowed.cookie,
  }
}

/** Allows a page to show the account's storybooks in a browser: the permission, and that browser's cookie. */
async function allowAPage({ port, composeHost }: TenantsPortal, { call }: Member, storybook: string) {
  const asked = await send(port, {
    method: 'GET',
    host: composeHost,
    path: `/${storybook}/index.json`,
    headers: {
      origin: 'http://localhost:6006',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    },
  })
  const { loginUrl } = JSON.parse(asked.text) as { loginUrl: string }
  const request = new URL(loginUrl).searchParams.get('request') ?? ''
  await call(allowPage, { body: { request } })
  const [page] = await call(listAllowedPages)
  return { id: page?.id ?? 0, cookie: cookieIn(asked) }
}
