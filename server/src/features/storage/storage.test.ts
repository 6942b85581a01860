import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

import { listAllAccounts } from '@plinth/contract/administration.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { formatBytes } from '@plinth/contract/format-bytes.ts'
import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { getStorage, setStorageLimit } from '@plinth/contract/storage.ts'
import { createStorybook, deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, leftovers, refusal } from '../../testing/publishing.ts'
import {
  aMember,
  anAdministrator,
  anotherInstance,
  callAs,
  testPortal,
  tokenOf,
} from '../../testing/test-app.ts'
import { sweep } from '../versions/sweep.ts'

const zip = aStorybookZip()
const day = 24 * 60 * 60 * 1000

/** A storybook in an account with this storage limit. */
async function aLimitedStorybook(limitBytes: number) {
  const storybook = await aStorybook()
  const { call: operator } = await anAdministrator()
  const account = { account: storybook.account.publicId }
  await operator(setStorageLimit, { params: account, body: { limitBytes } })
  const storage = () => storybook.call(getStorage, { params: account })
  return { ...storybook, storage, operator, home: account }
}

type Limited = Awaited<ReturnType<typeof aLimitedStorybook>>

/** An upload that the test sends piece by piece. */
async function beginUpload({ person, params }: Limited, contentLength?: number): Promise<ClientRequest> {
  const { config } = await testPortal()
  const upload = request({
    host: '127.0.0.1',
    port: config.port,
    method: 'POST',
    path: `/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`,
    headers: {
      authorization: `Bearer ${await tokenOf(person)}`,
      'content-type': 'multipart/form-data; boundary=x',
      ...(contentLength === undefined ? {} : { 'content-length': contentLength }),
    },
  })
  upload.on('error', () => {})
  onTestFinished(() => void upload.destroy())
  upload.flushHeaders()
  return upload
}

const fileHead = '--x\r\ncontent-disposition: form-data; name="File"; filename="a.zip"\r\n\r\n'

async function answerTo(upload: ClientRequest) {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  return { status: response.statusCode, problem: (await json(response)) as ProblemDocument }
}

const drafts = async () => (await leftovers()).drafts.length

const full = { status: 413, problem: { code: 'account_storage_full' } }

test('storage counts the bytes of all versions, deleted ones until they are swept', async () => {
  const { services } = await testPortal()
  const { publish, call, params, storage, home } = await aLimitedStorybook(10 * zip.length)
  expect(await storage()).toEqual({ usedBytes: 0, limitBytes: 10 * zip.length })
  const { versionPublicId: version } = await publish(zip)
  await publish(zip)
  await call(deleteVersion, { params: { ...params, version } })
  expect(await storage()).toMatchObject({ usedBytes: 2 * zip.length })
  await sweep(services, { now: Date.now() + 8 * day })
  expect(await storage()).toMatchObject({ usedBytes: zip.length })

  const other = await call(createStorybook, { params: home, body: { title: 'Other' } })
  const otherParams = { ...home, storybook: other.publicId }
  await call(publishVersion, { params: otherParams, form: aForm(zip) })
  await call(deleteStorybook, { params: otherParams })
  expect(await storage()).toMatchObject({ usedBytes: 2 * zip.length })
  await sweep(services, { now: Date.now() + 8 * day })
  expect(await storage()).toMatchObject({ usedBytes: zip.length })
})

test('stored sums stay right when versions are published, deleted and swept', async () => {
  const { services, db } = await testPortal()
  const { publish, call, params, storage } = await aLimitedStorybook(100 * zip.length)
  const { versionPublicId: first } = await publish(zip)
  await publish(zip)
  const ofStorybook = db.selectFrom('storybooks').where('public_id', '=', params.storybook)
  const summed = () => ofStorybook.select(['id', 'summed_bytes']).executeTakeFirstOrThrow()
  await sweep(services)
  expect(await summed()).toMatchObject({ summed_bytes: 0 })
  await db
    .updateTable('versions')
    .set({ created_at: new Date(Date.now() - day) })
    .where('storybook_id', '=', (await summed()).id)
    .execute()
  await sweep(services)
  expect(await summed()).toMatchObject({ summed_bytes: 2 * zip.length })
  expect(await storage()).toMatchObject({ usedBytes: 2 * zip.length })

  await publish(zip)
  expect(await storage()).toMatchObject({ usedBytes: 3 * zip.length })
  await call(deleteVersion, { params: { ...params, version: first } })
  await sweep(services, { now: Date.now() + 8 * day })
  expect(await summed()).toMatchObject({ summed_bytes: zip.length })
  expect(await storage()).toMatchObject({ usedBytes: 2 * zip.length })
})

test('an upload that just fits is accepted, and one byte more is refused with the reason', async () => {
  const { publish, call, params, home, operator } = await aLimitedStorybook(2 * zip.length)
  await publish(zip)
  await publish(zip)
  const error = await refusal(publish(zip))
  expect(error).toMatchObject(full)
  const limit = formatBytes(2 * zip.length)
  expect(error.problem?.detail).toContain(`This account uses ${limit} of its ${limit}`)
  expect(error.problem?.detail).toContain('Delete versions')

  await operator(setStorageLimit, { params: home, body: { limitBytes: 3 * zip.length - 1 } })
  expect(await refusal(publish(zip))).toMatchObject(full)
  await operator(setStorageLimit, { params: home, body: { limitBytes: 3 * zip.length } })
  await publish(zip)
  await expect(call(listVersions, { params })).resolves.toHaveLength(3)
  expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
})

test('a retry of a published upload gets the same answer even if the account is full', async () => {
  const { person, params } = await aLimitedStorybook(zip.length)
  const { origin } = await testPortal()
  const authorization = `Bearer ${await tokenOf(person)}`
  const publish = async () => {
    const response = await fetch(origin + addressOf(publishVersion, params), {
      method: 'POST',
      headers: { authorization, 'idempotency-key': 'run-1' },
      body: aForm(zip),
    })
    return { status: response.status, answer: await response.json() }
  }
  const first = await publish()
  expect(first.status).toBe(201)
  expect(await publish()).toEqual(first)
})

describe('an upload that cannot fit is refused', () => {
  test('before any of it is read, if it announces its size', async () => {
    const upload = await beginUpload(await aLimitedStorybook(100_000), 300_000)
    expect(await answerTo(upload)).toMatchObject(full)
  })

  test('before any of it is read, if there is no room at all', async () => {
    const upload = await beginUpload(await aLimitedStorybook(0))
    expect(await answerTo(upload)).toMatchObject(full)
  })

  test('while it is received, if it announces no size', async () => {
    const upload = await beginUpload(await aLimitedStorybook(100_000))
    upload.write(fileHead)
    upload.write(Buffer.alloc(300_000))
    expect(await answerTo(upload)).toMatchObject(full)
    await expect.poll(leftovers).toEqual({ drafts: [], unrecorded: [] })
  })

  test('while other uploads have reserved the space', async () => {
    const limited = await aLimitedStorybook(100_000)
    const first = await beginUpload(limited)
    first.write(`${fileHead}the first bytes`)
    await expect.poll(drafts).toBe(1)
    const second = await beginUpload(limited)
    const answer = await answerTo(second)
    expect(answer).toMatchObject(full)
    expect(answer.problem.detail).toContain('100 kB more is being uploaded')
    first.destroy()
    await expect.poll(drafts).toBe(0)
    await limited.publish(zip)
  })
})

test('concurrent uploads to several instances do not exceed the limit together', async () => {
  const { person, home, call, storage } = await aLimitedStorybook(2 * zip.length)
  const other = await anotherInstance()
  onTestFinished(other.close)
  const calls = [call, await callAs(person, {}, other.origin)]
  const publishing = Array.from({ length: 6 }, async (_, number) => {
    const instance = calls[number % 2] ?? call
    const { publicId: storybook } = await call(createStorybook, {
      params: home,
      body: { title: `${number}` },
    })
    return instance(publishVersion, { params: { ...home, storybook }, form: aForm(zip) })
  })
  const outcomes = await Promise.allSettled(publishing)
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(4)
  for (const { reason } of refused) expect(reason).toMatchObject(full)
  expect((await storage()).usedBytes).toBeLessThanOrEqual(2 * zip.length)
  expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
})

describe('the operator', () => {
  test('sets a limit, sees it and restores the default; both changes are in the audit log', async () => {
    const { config } = await testPortal()
    const { call: operator } = await anAdministrator()
    const { account, call } = await aMember({ role: 'Owner' })
    const params = { account: account.publicId }
    const listed = async () => operator(listAllAccounts, { query: { search: account.publicId } })
    const byDefault = {
      storageBytes: 0,
      storageLimitBytes: config.limits.accountStorageBytes,
      hasOwnStorageLimit: false,
    }
    await expect(listed()).resolves.toMatchObject([byDefault])
    await operator(setStorageLimit, { params, body: { limitBytes: 2e12 } })
    await expect(listed()).resolves.toMatchObject([{ storageLimitBytes: 2e12, hasOwnStorageLimit: true }])
    await operator(setStorageLimit, { params, body: { limitBytes: null } })
    await expect(listed()).resolves.toMatchObject([byDefault])
    const entries = await call(listAccountAudit, { params, query: {} })
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['account.storageLimitChanged', 'An account: the default'],
      ['account.storageLimitChanged', 'An account: 2 TB'],
    ])
  })

  test.each([-1, 0.5, 2e15, '5', undefined])('cannot set a limit of %s', async (limitBytes) => {
    const { call } = await anAdministrator()
    const { account } = await aMember()
    const body = { limitBytes: limitBytes as number }
    const error = await refusal(call(setStorageLimit, { params: { account: account.publicId }, body }))
    expect(error.problem?.code).toBe('invalid_input')
  })

  test('cannot set a limit for an account that does not exist', async () => {
    const { call } = await anAdministrator()
    const error = await refusal(
      call(setStorageLimit, { params: { account: 'nothing' }, body: { limitBytes: 5 } }),
    )
    expect(error.status).toBe(404)
  })
})

test('the storage of another account does not exist', async () => {
  const { account } = await aMember()
  const { call } = await aMember()
  const error = await refusal(call(getStorage, { params: { account: account.publicId } }))
  expect(error.status).toBe(404)
})
