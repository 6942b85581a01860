// @module-tag long
import { createApiKey, deleteApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import type { ApiError } from '@plinth/contract/client.ts'
import { createInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { createStorybook, deleteStorybook, getStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { buildApp } from '../app/app.ts'
import { loadOrCreateSecret } from '../database/generated-secrets.ts'
import { freePort } from '../embedded/postgres/free-port.ts'
import { openRevocations } from '../identity/revocations.ts'
import { aForm } from '../testing/builds.ts'
import { aMember, anotherInstance, aPerson, callAs, testPortal, tokenOf } from '../testing/test-app.ts'
import { aViewedVersion, exchangeTicket } from '../testing/viewing.ts'

let other: Awaited<ReturnType<typeof anotherInstance>>

beforeAll(async () => {
  other = await anotherInstance()
})

afterAll(() => other.close())

afterEach(() => {
  vi.useRealTimers()
})

/** Half of the time a session is cached, so a change seen by then came from a notification. */
const soon = { timeout: 14_000, interval: 50 }

test('uploads, sign-ins, sessions and tickets of one instance are valid on every other', async () => {
  const { call, person, params, book, host, look } = await aViewedVersion()
  const callOther = await callAs(person, {}, other.origin)
  await expect(callOther(getStorybook, { params: book })).resolves.toMatchObject({ versionCount: 1 })
  const { ticket } = await callOther(refreshViewerSession, { params })
  expect((await look(other.config.port)).text).toContain('console.info')
  expect((await exchangeTicket(host, ticket)).status).toBe(204)
  expect((await exchangeTicket(host, ticket, other.config.port)).status).toBe(403)
  await callOther(publishVersion, { params: book, form: aForm() })
  await expect(call(listVersions, { params: book })).resolves.toHaveLength(2)
})

test('a removed member is refused by every instance at once', async () => {
  const owner = await aMember({ role: 'Owner' })
  const { look, person } = await aViewedVersion(await aMember({ account: owner.account }))
  expect((await look()).status).toBe(200)
  expect((await look(other.config.port)).status).toBe(200)
  const params = { account: owner.account.publicId, oid: person.objectId }
  await owner.call(deleteMember, { params })
  expect((await look()).status).toBe(404)
  await expect.poll(async () => (await look(other.config.port)).status, soon).toBe(404)
})

test('a deleted version and a deleted storybook disappear from every instance at once', async () => {
  const deleted = await aViewedVersion()
  const deletedWithBook = await aViewedVersion()
  const kept = await aViewedVersion()
  const all = [deleted, deletedWithBook, kept]
  for (const { look } of all) expect((await look(other.config.port)).status).toBe(200)
  await deleted.call(publishVersion, { params: deleted.book, form: aForm() })
  await deleted.call(deleteVersion, { params: deleted.params })
  await deletedWithBook.call(deleteStorybook, { params: deletedWithBook.book })
  await expect
    .poll(() => Promise.all(all.map(async ({ look }) => (await look(other.config.port)).status)), soon)
    .toEqual([404, 404, 200])
})

test('an instance without notifications logs that once, and refuses within thirty seconds', async () => {
  const { services, logLines } = other
  const revocations = openRevocations({
    db: services.db,
    directUrl: `postgres://127.0.0.1:${await freePort()}/nowhere`,
    isDirectUrlSet: false,
    log: services.log,
  })
  const app = await buildApp({ ...services, revocations })
  const port = await freePort()
  await app.listen({ port, host: '127.0.0.1' })
  const { look, call, params, book } = await aViewedVersion()
  await call(publishVersion, { params: book, form: aForm() })
  expect((await look(port)).status).toBe(200)
  const warnings = () => logLines.filter((line) => line.includes('are not received at once'))
  await expect.poll(() => warnings().length, soon).toBe(1)
  await call(deleteVersion, { params })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
  expect((await look(port)).status).toBe(404)
  await app.close()
  await revocations.close()
  expect(warnings()).toHaveLength(1)
})

test('a deleted key is refused by every instance from the next call on', async () => {
  const { call, account } = await aMember()
  const params = { account: account.publicId }
  const { id, key } = await call(createApiKey, { params, body: { name: 'CI' } })
  const ci = createClient({ baseUrl: other.origin, headers: () => ({ 'x-api-key': key }) })
  await expect(ci(getWhoami)).resolves.toBeDefined()
  await call(deleteApiKey, { params: { ...params, id } })
  await expect(ci(getWhoami)).rejects.toMatchObject({ status: 401 })
})

test('an upload sent to two instances with one Idempotency-Key becomes one version', async () => {
  const { call, account, person } = await aMember()
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Once' } })
  const params = { ...home, storybook }
  const headers = {
    authorization: `Bearer ${await tokenOf(person)}`,
    'idempotency-key': 'one-build',
  }
  const { origin } = await testPortal()
  const answers = await Promise.all(
    [origin, other.origin].map((baseUrl) =>
      createClient({ baseUrl, headers: () => headers })(publishVersion, { params, form: aForm() }),
    ),
  )
  expect(answers[0]).toEqual(answers[1])
  await expect(call(listVersions, { params })).resolves.toHaveLength(1)
})

test('an invitation redeemed at two instances at once admits one person', async () => {
  const { call, account } = await aMember({ role: 'Owner' })
  const { origin } = await testPortal()
  const { invitationCode } = await call(createInvitation, {
    params: { account: account.publicId },
    body: { email: 'new@guest.example', displayName: 'New' },
  })
  const people = await Promise.all(Array.from({ length: 8 }, () => aPerson()))
  const calls = await Promise.all(people.map((one, i) => callAs(one, {}, i % 2 ? origin : other.origin)))
  const results = await Promise.allSettled(
    calls.map((redeem) => redeem(redeemInvitation, { body: { invitationCode, accept: true } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => (reason as ApiError).status)).toEqual(Array(7).fill(409))
})

test('instances that start together for the first time share the secrets they generate', async () => {
  const { db } = await testPortal()
  let made = 0
  const bothStarted = Promise.withResolvers<void>()
  const values = await Promise.all(
    [db, other.db].map((each) =>
      loadOrCreateSecret(each, 'made together', async () => {
        made += 1
        const secret = `made ${made}`
        if (made === 2) bothStarted.resolve()
        await bothStarted.promise
        return secret
      }),
    ),
  )
  expect(new Set(values).size).toBe(1)
})
