// @module-tag long
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createApiKey, deleteApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { getReadiness } from '@plinth/contract/health.ts'
import { createInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import { deleteMember, listMembers } from '@plinth/contract/members.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { freePort } from '../embedded/postgres/free-port.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { aForm, aStorybookZip } from '../testing/builds.ts'
import { azureForTests, s3ForTests, storeKeys } from '../testing/object-stores.ts'
import { aMember, aPerson, callAs, restartPortal, testPortal, tokenOf } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// Whole portals are started, some of them several times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const running = new Set<ChildProcess>()

afterEach(async () => {
  await Promise.all([...running].map((child) => kill(child)))
})

/** A second process of the test's portal, on the same database and object store. */
async function startInstance(blobs: string) {
  const { config, folder } = await testPortal()
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      ...bareEnvironment(),
      ...storeKeys,
      DATABASE_URL: config.databaseUrl,
      PLINTH_DATABASE_DIRECT_URL: config.database.directUrl,
      PLINTH_BLOBS: blobs,
      PLINTH_DATA: join(folder, `instance-${randomUUID()}`),
      PLINTH_PUBLIC_URL: config.publicUrl.origin,
      PLINTH_HOST: '127.0.0.1',
      PORT: String(port),
      PLINTH_DEMO: 'false',
      PLINTH_LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  running.add(child)
  const origin = `http://127.0.0.1:${port}`
  const call = createClient({ baseUrl: origin })
  const isReady = () => call(getReadiness).then(Boolean, () => false)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return { child, port, origin }
}

async function kill(child: ChildProcess) {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** With how many milliseconds of publishing pass before the instance is killed: early in one, late in the other. */
const stores = [
  ['S3', s3ForTests, 30],
  ['Azure', azureForTests, 200],
] as const

describe.each(stores)('two instances over %s', (_, openStore, wait) => {
  test('a version published at one is served by the other, until access is revoked', async () => {
    const store = await openStore()
    await restartPortal({ PLINTH_BLOBS: store.address('shared') })
    const other = await startInstance(store.address('shared'))
    const owner = await aMember({ role: 'Owner' })
    const { look, person } = await aViewedVersion(await aMember({ account: owner.account }))
    expect((await look(other.port)).text).toContain('console.info')

    const home = { account: owner.account.publicId }
    const { id, key } = await owner.call(createApiKey, { params: home, body: { name: 'Pipeline' } })
    const withKey = createClient({ baseUrl: other.origin, headers: () => ({ 'x-api-key': key }) })
    await expect(withKey(getWhoami)).resolves.toBeDefined()
    await owner.call(deleteApiKey, { params: { ...home, id } })
    await expect(withKey(getWhoami)).rejects.toMatchObject({ status: 401 })

    await owner.call(deleteMember, { params: { ...home, oid: person.objectId } })
    const status = async () => (await look(other.port)).status
    await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe(404)
  })

  test('an instance killed while receiving and serving loses nothing, and retries succeed', async () => {
    const store = await openStore()
    const blobs = store.address('killed')
    await restartPortal({ PLINTH_BLOBS: blobs })
    const { origin } = await testPortal()
    const { call, person, book, look } = await aViewedVersion()
    const files = { 'large.bin': randomBytes(6 * 1024 * 1024) }
    const killed = await startInstance(blobs)
    const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'idempotency-key': 'killed' }
    const zip = aStorybookZip({ label: 'killed', files })
    const publishAt = (baseUrl: string) =>
      createClient({ baseUrl, headers: () => headers })(publishVersion, { params: book, form: aForm(zip) })
    const interrupted = publishAt(killed.origin).catch(() => undefined)
    await sleep(wait)
    await kill(killed.child)
    const first = await interrupted
    const { versionPublicId } = await publishAt(origin)
    // An answer sent before the kill is still valid.
    expect(versionPublicId).toBe(first?.versionPublicId ?? versionPublicId)
    await expect(call(listVersions, { params: book })).resolves.toHaveLength(2)
    const params = { storybook: book.storybook, version: versionPublicId, '*': 'assets/app.js' }
    expect(Buffer.from(await call(getStorybookFile, { params })).toString()).toContain('killed')

    const other = await startInstance(blobs)
    const seen: string[] = []
    for (let i = 0; i < 40; i++) {
      if (i === 20) void kill(other.child)
      const answer = await look(other.port).catch(() => look())
      seen.push(answer.text)
    }
    expect(seen.filter((text) => text.includes('console.info'))).toHaveLength(40)
  })
})

test('of two people who redeem one invitation at two instances, one joins, fifty times', async () => {
  const store = await s3ForTests()
  await restartPortal({ PLINTH_BLOBS: store.address('raced') })
  const other = await startInstance(store.address('raced'))
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  const raced = Array.from({ length: 50 }, async (_, i) => {
    const { invitationCode } = await call(createInvitation, {
      params,
      body: { email: `guest${i}@race.example`, displayName: `Guest ${i}` },
    })
    const redeem = await Promise.all([callAs(await aPerson()), callAs(await aPerson(), {}, other.origin)])
    const results = await Promise.allSettled(
      redeem.map((one) => one(redeemInvitation, { body: { invitationCode, accept: true } })),
    )
    return results.filter(({ status }) => status === 'fulfilled').length
  })
  expect(await Promise.all(raced)).toEqual(Array(50).fill(1))
  await expect(call(listMembers, { params })).resolves.toHaveLength(51)
})
