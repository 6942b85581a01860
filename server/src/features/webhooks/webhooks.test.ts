import { listAccountAudit } from '@plinth/contract/audit.ts'
import type { Call } from '@plinth/contract/client.ts'
import { createInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { createStorybook, deleteStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import { restoreStorybook, restoreVersion } from '@plinth/contract/trash.ts'
import { deleteVersion, publishVersion, updateVersion } from '@plinth/contract/versions.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  maxWebhooks,
  pauseWebhook,
  redeliverToWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhookEvents,
} from '@plinth/contract/webhooks.ts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'

import { aForm } from '../../testing/builds.ts'
import { aMember, aPerson, callAs, testPortal } from '../../testing/test-app.ts'
import { isSomebodyWaiting } from '../../testing/waiting-for-lock.ts'
import { aReceiver } from '../../testing/webhook-receiver.ts'
import { deleteOldDeliveries } from './deliveries-store.ts'

const draft = (url: string) => ({ name: 'CI', url, format: 'json' as const, events: [...webhookEvents] })

/** An account whose events go to a receiver on this machine. */
async function aWebhook() {
  const receiver = await aReceiver()
  const owner = await aMember({ role: 'Owner' })
  const home = { account: owner.account.publicId }
  const webhook = await owner.call(createWebhook, { params: home, body: draft(receiver.url) })
  return { ...owner, home, receiver, webhook, params: { ...home, id: webhook.id } }
}

const addStorybook = (call: Call, params: { account: string }, title: string) =>
  call(createStorybook, { params, body: { title } })

test('every kind of change is sent in order, signed, with ids, names and addresses of pages', async () => {
  const { config } = await testPortal()
  const { call, home, person, receiver, webhook } = await aWebhook()
  const { publicId: storybook } = await addStorybook(call, home, 'Buttons')
  const book = { ...home, storybook }
  await call(updateStorybook, { params: book, body: { title: 'All buttons' } })
  const form = aForm()
  form.set('Branch', 'feature/wide')
  form.set('Commit', '3f2c1a9e5b7d')
  form.set('Message', 'Wider')
  form.set('BuildUrl', 'https://ci.example/1')
  const { versionPublicId: version } = await call(publishVersion, { params: book, form })
  const next = await call(publishVersion, {
    params: book,
    form: aForm(undefined, { Branch: 'feature/wide' }),
  })
  const named = { ...book, version: next.versionPublicId }
  // The second time, nothing is named.
  for (const release of ['v1', 'v1']) await call(updateVersion, { params: named, body: { release } })
  await call(deleteVersion, { params: { ...book, version } })
  await call(restoreVersion, { params: { ...home, version } })
  const guest = await aPerson()
  const invited = { email: 'guest@org.example', displayName: 'Guest' }
  const { invitationCode } = await call(createInvitation, { params: home, body: invited })
  await (
    await callAs(guest)
  )(redeemInvitation, { body: { invitationCode, accept: true } })
  await call(deleteMember, { params: { ...home, oid: guest.objectId } })
  await call(deleteStorybook, { params: book })
  await call(restoreStorybook, { params: book })

  const types = () => receiver.received.map(({ payload }) => payload.type)
  await expect
    .poll(types)
    .toEqual([
      'storybook.created',
      'storybook.changed',
      'version.published',
      'version.published',
      'release.named',
      'version.deleted',
      'version.restored',
      'member.joined',
      'member.removed',
      'storybook.deleted',
      'storybook.restored',
    ])
  const { origin } = config.publicUrl
  const account = {
    publicId: home.account,
    name: 'An account',
    url: `${origin}/account/${home.account}`,
  }
  const url = `${account.url}/storybook/${storybook}`
  const actor = { kind: 'user', name: `${person.displayName} (${person.email})` }
  expect(receiver.received[2]?.payload).toEqual({
    type: 'version.published',
    timestamp: expect.stringMatching(/^\d{4}-/),
    data: {
      account,
      actor,
      storybook: { publicId: storybook, title: 'All buttons', url },
      version: {
        publicId: version,
        url: `${url}/version/${version}`,
        branch: 'feature/wide',
        commit: '3f2c1a9e5b7d',
        message: 'Wider',
        buildUrl: 'https://ci.example/1',
        baseline: null,
      },
    },
  })
  expect(receiver.received[3]?.payload.data.version).toMatchObject({
    baseline: {
      version,
      branch: 'feature/wide',
      reason: 'previous-of-branch',
      url: `${url}/compare/${version}...${next.versionPublicId}`,
    },
  })
  const member = { name: guest.displayName, email: guest.email, role: 'User' }
  expect(receiver.received[4]?.payload.data).toMatchObject({
    version: { publicId: next.versionPublicId },
    release: { name: 'v1' },
  })
  expect(receiver.received[7]?.payload.data).toEqual({
    account,
    actor: { kind: 'user', name: `${guest.displayName} (${guest.email})` },
    member,
  })
  const verifier = new Webhook(webhook.secret)
  for (const { body, headers } of receiver.received) {
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
  }
})

test('a webhook gets only the events it subscribes to, of its own account, and none that was rolled back', async () => {
  const { call, home, params, receiver } = await aWebhook()
  const other = await aWebhook()
  await call(updateWebhook, { params, body: { ...draft(receiver.url), events: ['storybook.deleted'] } })
  const { publicId: storybook } = await addStorybook(call, home, 'Not told')
  const { versionPublicId: version } = await call(publishVersion, {
    params: { ...home, storybook },
    form: aForm(),
  })
  await expect(call(deleteVersion, { params: { ...home, storybook, version } })).rejects.toMatchObject({
    problem: { code: 'last_version' },
  })
  await call(deleteStorybook, { params: { ...home, storybook } })
  await addStorybook(other.call, other.home, 'Theirs')
  await expect.poll(() => receiver.received.map(({ payload }) => payload.type)).toEqual(['storybook.deleted'])
  await expect
    .poll(() => other.receiver.received.map(({ payload }) => payload.data.storybook?.title))
    .toEqual(['Theirs'])
})

test('a webhook that is being deleted keeps nobody from making changes, and gets none of them', async () => {
  const { db } = await testPortal()
  const { call, home, params } = await aWebhook()
  const isDeleted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const deleting = db.transaction().execute(async (trx) => {
    await trx.deleteFrom('webhooks').where('id', '=', params.id).execute()
    isDeleted.resolve()
    await commit.promise
  })
  await isDeleted.promise
  const adding = addStorybook(call, home, 'Meanwhile')
  await expect.poll(() => isSomebodyWaiting(db)).toBe(true)
  commit.resolve()
  await deleting
  await expect(adding).resolves.toMatchObject({ title: 'Meanwhile' })
})

test('after a failure the first event is retried and the others wait; then all arrive in order', async () => {
  const { call, home, params, receiver } = await aWebhook()
  receiver.answer = (response) => void response.writeHead(500).end('out of order')
  await addStorybook(call, home, 'One')
  await expect.poll(() => call(getWebhook, { params })).toMatchObject({ state: 'failing', pendingCount: 1 })
  await addStorybook(call, home, 'Two')
  const [second, first] = await call(listWebhookDeliveries, { params })
  expect(second).toMatchObject({ state: 'pending', attempts: 0, nextAttemptAt: null })
  expect(first).toMatchObject({
    event: 'storybook.created',
    state: 'pending',
    attempts: 1,
    status: 500,
    failure: 'status',
    response: 'out of order',
  })
  const pause = Date.parse(first?.nextAttemptAt ?? '') - Date.parse(first?.attemptedAt ?? '')
  expect(pause).toBeGreaterThan(4_900)
  expect(pause).toBeLessThan(7_500)
  receiver.answer = (response) => void response.end()
  await call(resumeWebhook, { params })
  const titles = () => receiver.received.map(({ payload }) => payload.data.storybook?.title)
  await expect.poll(titles).toEqual(['One', 'One', 'Two'])
  expect(receiver.received[0]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id'])
  await expect
    .poll(() => call(getWebhook, { params }))
    .toMatchObject({ state: 'active', pendingCount: 0, failingSince: null })
})

test.each([
  ['seconds', () => '3600', 3600],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString(), 3600],
  ['less than the usual pause', () => '1', 5],
  ['a date that has passed', () => new Date(0).toUTCString(), 5],
  ['years', () => '9'.repeat(400), 4 * 3600],
  ['nothing that can be read', () => '-1e9; soon', 5],
])('a receiver that asks with Retry-After for %s', async (_, header, expectedSeconds) => {
  const { call, home, params, receiver } = await aWebhook()
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': header() }).end()
  await addStorybook(call, home, 'One')
  await expect.poll(() => call(getWebhook, { params })).toMatchObject({ state: 'failing' })
  await addStorybook(call, home, 'Two')
  const [, first] = await call(listWebhookDeliveries, { params })
  const pause = (Date.parse(first?.nextAttemptAt ?? '') - Date.parse(first?.attemptedAt ?? '')) / 1000
  // Dates have whole seconds, and a busy machine may need a moment to write down what happened.
  expect(pause).toBeGreaterThan(expectedSeconds - 2)
  expect(pause).toBeLessThan(expectedSeconds * 1.2 + 10)
  receiver.answer = (response) => void response.end()
  await call(resumeWebhook, { params })
  const titles = () => receiver.received.map(({ payload }) => payload.data.storybook?.title)
  await expect.poll(titles).toEqual(['One', 'One', 'Two'])
})

test('however often it is resumed, a webhook has one connection at a time', async () => {
  const { call, home, params, receiver } = await aWebhook()
  let open = 0
  receiver.answer = (response) => {
    open += 1
    response.once('close', () => (open -= 1))
  }
  await addStorybook(call, home, 'Silence')
  for (const attempts of [1, 2, 3, 4]) {
    await expect.poll(() => receiver.received.length).toBe(attempts)
    await expect.poll(() => open).toBe(1)
    await call(resumeWebhook, { params })
  }
  receiver.answer = (response) => void response.end()
  await call(resumeWebhook, { params })
  await expect.poll(() => call(getWebhook, { params })).toMatchObject({ pendingCount: 0, state: 'active' })
})

/** Makes a webhook fail, and returns how to pretend that it has failed for longer. */
async function fail(failing: Awaited<ReturnType<typeof aWebhook>>, status: number) {
  const { db } = await testPortal()
  const { call, home, params, receiver, webhook } = failing
  receiver.answer = (response) => void response.writeHead(status).end()
  await addStorybook(call, home, 'One')
  await expect.poll(() => call(getWebhook, { params })).not.toMatchObject({ failingSince: null })
  return (age: string) =>
    sql`UPDATE webhooks SET failing_since = now() - ${age}::interval, next_attempt_at = now()
      WHERE id = ${webhook.id}`.execute(db)
}

describe('a webhook is paused', () => {
  test('after failing for a day, by the portal, and continues where it stopped when it is resumed', async () => {
    const failing = await aWebhook()
    const { call, home, params, receiver } = failing
    const failSince = await fail(failing, 503)
    await failSince('23 hours')
    await addStorybook(call, home, 'Two')
    await expect.poll(() => receiver.received.length).toBe(2)
    await expect.poll(() => call(listWebhookDeliveries, { params })).toMatchObject([{}, { attempts: 2 }])
    expect(await call(getWebhook, { params })).toMatchObject({ state: 'failing' })
    await failSince('24 hours')
    await addStorybook(call, home, 'Three')
    await expect
      .poll(() => call(getWebhook, { params }))
      .toMatchObject({ state: 'paused', pauseReason: 'failing', pendingCount: 3 })
    const [entry] = await call(listAccountAudit, { params: home, query: { action: 'webhook.paused' } })
    expect(entry).toMatchObject({ subject: `CI (${new URL(receiver.url).host})`, actorKind: 'system' })
    receiver.answer = (response) => void response.end()
    receiver.received.length = 0
    await call(resumeWebhook, { params })
    const titles = () => receiver.received.map(({ payload }) => payload.data.storybook?.title)
    await expect.poll(titles).toEqual(['One', 'Two', 'Three'])
  })

  test('at once if the receiver answers 410 Gone', async () => {
    const failing = await aWebhook()
    await fail(failing, 410)
    await expect
      .poll(() => failing.call(getWebhook, { params: failing.params }))
      .toMatchObject({ state: 'paused', pauseReason: 'gone' })
  })

  test('by an Owner, and collects events meanwhile', async () => {
    const { call, home, params, receiver } = await aWebhook()
    await expect(call(pauseWebhook, { params })).resolves.toMatchObject({
      state: 'paused',
      pauseReason: 'owner',
    })
    await addStorybook(call, home, 'Later')
    await expect(call(getWebhook, { params })).resolves.toMatchObject({ pendingCount: 1 })
    expect(receiver.received).toEqual([])
    await call(resumeWebhook, { params })
    await expect.poll(() => receiver.received.length).toBe(1)
  })
})

test('a secret is shown once; after a rotation both sign for a day, then only the new one', async () => {
  const { db } = await testPortal()
  const { call, params, home, receiver, webhook } = await aWebhook()
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.stringify(await call(listWebhooks, { params: home }))).not.toContain('whsec_')
  const rotated = await call(rotateWebhookSecret, { params })
  expect(Date.parse(rotated.previousSecretUntil ?? '') - Date.now()).toBeGreaterThan(86_000_000)
  const isSignedBy = async (secret: string) => {
    receiver.received.length = 0
    await call(testWebhook, { params })
    const { body = '', headers } = receiver.received[0] ?? {}
    return () => new Webhook(secret).verify(body, headers as Record<string, string>)
  }
  expect(await isSignedBy(webhook.secret)).not.toThrow()
  expect(await isSignedBy(rotated.secret)).not.toThrow()
  await sql`UPDATE webhooks SET previous_secret_until = now() WHERE id = ${webhook.id}`.execute(db)
  expect(await isSignedBy(webhook.secret)).toThrow('No matching signature')
  expect(await isSignedBy(rotated.secret)).not.toThrow()
  await expect(call(getWebhook, { params })).resolves.toMatchObject({ previousSecretUntil: null })
})

test('a test event reports its outcome at once, even while the webhook is paused, and is not retried', async () => {
  const { call, params, receiver } = await aWebhook()
  await call(pauseWebhook, { params })
  const delivered = await call(testWebhook, { params })
  expect(delivered).toMatchObject({
    event: 'webhook.test',
    state: 'delivered',
    status: 200,
    response: 'thanks',
  })
  const { body } = await call(getWebhookDelivery, { params: { ...params, delivery: delivered.id } })
  expect(body).toEqual(receiver.received[0]?.body)
  receiver.answer = (response) => void response.writeHead(404).end('\0not \u0007here')
  const failed = await call(testWebhook, { params })
  expect(failed).toMatchObject({ state: 'failed', status: 404, response: '\u{fffd}not \u{fffd}here' })
  await expect(call(getWebhook, { params })).resolves.toMatchObject({ pendingCount: 0, failingSince: null })
  await expect(
    call(redeliverToWebhook, { params: { ...params, delivery: failed.id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a webhook that is deleted while it is tested is not found', async () => {
  const { call, params, receiver } = await aWebhook()
  receiver.answer = (response) => void call(deleteWebhook, { params }).then(() => response.end())
  await expect(call(testWebhook, { params })).rejects.toMatchObject({ status: 404 })
})

test('a delivered event can be sent again under the same id, and its body be read', async () => {
  const { call, home, params, receiver } = await aWebhook()
  await addStorybook(call, home, 'Again')
  await expect.poll(() => call(listWebhookDeliveries, { params })).toMatchObject([{ state: 'delivered' }])
  const [delivered] = await call(listWebhookDeliveries, { params })
  const again = { params: { ...params, delivery: delivered?.id ?? 0 } }
  await expect(call(redeliverToWebhook, again)).resolves.toMatchObject({
    event: 'storybook.created',
    eventId: delivered?.eventId,
  })
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(delivered?.eventId)
  const { body } = await call(getWebhookDelivery, again)
  expect(receiver.received.map((one) => one.body)).toEqual([body, body])
})

test('a deleted webhook receives nothing more, and changes to webhooks are in the audit log', async () => {
  const { call, home, params, receiver } = await aWebhook()
  await call(updateWebhook, { params, body: { ...draft(receiver.url), name: 'Renamed' } })
  await call(rotateWebhookSecret, { params })
  await call(deleteWebhook, { params })
  await addStorybook(call, home, 'Unheard')
  await expect(call(getWebhook, { params })).rejects.toMatchObject({ status: 404 })
  expect(receiver.received).toEqual([])
  const { host } = new URL(receiver.url)
  const entries = await call(listAccountAudit, { params: home, query: { action: 'webhook' } })
  expect(entries.toReversed().map(({ action, subject }) => [action, subject])).toEqual([
    ['webhook.created', `CI (${host})`],
    ['webhook.changed', `Renamed (${host})`],
    ['webhook.changed', `Renamed (${host}), new secret`],
    ['webhook.deleted', `Renamed (${host})`],
  ])
})

describe('refused', () => {
  test.each([
    ['no URL', 'nothing'],
    ['another protocol', 'ftp://receiver.example/'],
    ['a password', 'https://ada:secret@receiver.example/'],
    ['more than 2000 characters', `https://receiver.example/${'x'.repeat(2000)}`],
    ['plain http to a public address', 'http://93.184.216.34/'],
    ['a private address', 'https://10.1.2.3/'],
    ['a private address in disguise', 'https://0x7f.2:8443/'],
    ['a private address mapped to IPv6', 'https://[::ffff:192.168.0.1]/'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['this machine by name', 'https://api.localhost/'],
  ])('%s', async (_, url) => {
    const { call, account } = await aMember({ role: 'Owner' })
    const params = { account: account.publicId }
    await expect(call(createWebhook, { params, body: draft(url) })).rejects.toMatchObject({
      status: 400,
      problem: { code: 'invalid_input', errors: [{ field: 'url' }] },
    })
  })

  test('more webhooks than an account may have, even at the same moment', async () => {
    const { call, account } = await aMember({ role: 'Owner' })
    const params = { account: account.publicId }
    const body = draft('https://receiver.example/')
    const made = await Promise.allSettled(
      Array.from({ length: maxWebhooks + 4 }, () => call(createWebhook, { params, body })),
    )
    const refused = made.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(4)
    expect(refused[0]).toMatchObject({ reason: { status: 409, problem: { code: 'too_many_webhooks' } } })
    await expect(call(listWebhooks, { params })).resolves.toHaveLength(maxWebhooks)
  })
})

test('old deliveries are deleted, and so are events beyond those a webhook can catch up with', async () => {
  const { db } = await testPortal()
  const { call, home, params, webhook } = await aWebhook()
  await call(pauseWebhook, { params })
  await addStorybook(call, home, 'Template')
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id, state, created_at)
    SELECT webhook_id, event_id, kind.state, now() - kind.age FROM webhook_deliveries,
      (VALUES ('pending', interval '31 days'), ('pending', interval '29 days'),
              ('delivered', interval '31 days'), ('delivered', interval '29 days')) AS kind (state, age)
    WHERE webhook_id = ${webhook.id}`.execute(db)
  await deleteOldDeliveries(db)
  const kept = await call(listWebhookDeliveries, { params })
  expect(kept.map(({ state }) => state).toSorted()).toEqual(['delivered', 'pending', 'pending'])
  await expect(call(getWebhook, { params })).resolves.toMatchObject({ pendingCount: 2, droppedCount: 1 })
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT webhook_id, event_id FROM generate_series(1, 10000),
      (SELECT * FROM webhook_deliveries WHERE webhook_id = ${webhook.id} LIMIT 1) AS one`.execute(db)
  await deleteOldDeliveries(db)
  await expect(call(getWebhook, { params })).resolves.toMatchObject({ pendingCount: 10_000, droppedCount: 3 })
  await call(deleteWebhook, { params })
  await deleteOldDeliveries(db)
  const events = db.selectFrom('webhook_events').select('id').where('type', '=', 'storybook.created')
  expect(
    await events.where('data', '@>', sql`'{"storybook":{"title":"Template"}}'` as never).execute(),
  ).toEqual([])
})
