// @module-tag long
import { randomBytes } from 'node:crypto'
import { access, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { ensureUser } from '../identity/store.ts'
import { aForm, aStorybookZip } from '../testing/builds.ts'
import { azureForTests, s3ForTests } from '../testing/object-stores.ts'
import type { StoreForTests } from '../testing/object-stores.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { storeProxy } from '../testing/store-proxy.ts'
import { aMember, callAs, restartPortal, testPortal, tokenOf } from '../testing/test-app.ts'

type Proxy = Awaited<ReturnType<typeof storeProxy>>

/** Without the memory for files, every view reads the archive. */
const assets = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [`assets/${i}.bin`, randomBytes(400_000)]),
)

const zip = aStorybookZip({ files: assets })

async function published() {
  const { call, account, person } = await aMember()
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Remote' } })
  const form = aForm(zip)
  const { versionPublicId: version } = await call(publishVersion, { params: { ...home, storybook }, form })
  return {
    version,
    /** On the version's own host, over a kept-alive connection: the file lane. */
    viewInFrame: async (path: string) => {
      const { services, config, db } = await testPortal()
      const expires = Math.floor(Date.now() / 1000) + 60
      const userId = await ensureUser(db, person)
      const session = services.viewer.signer.sign({ use: 'session', userId, version, expires })
      const host = new URL(config.viewerUrl.replace('{version}', version)).host
      return sendRequest(path, {
        host,
        headers: { connection: 'keep-alive', cookie: `__Host-plinth=${session}` },
      })
    },
    publishAgain: async () =>
      (await callAs(person))(publishVersion, { params: { ...home, storybook }, form }),
    view: async (path: string) => {
      const { origin } = await testPortal()
      const headers = { authorization: `Bearer ${await tokenOf(person)}` }
      return fetch(`${origin}/api/v1/StorybookFiles/${storybook}/${version}/${path}`, { headers })
    },
  }
}

type Published = Awaited<ReturnType<typeof published>>

async function contentOf(view: Published['view'], name: number) {
  const answer = await view(`assets/${name}.bin`)
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

const expected = (name: number) => ({ status: 200, body: assets[`assets/${name}.bin`] })

const copyOf = async (version: string) => join((await testPortal()).folder, 'cache', `${version}.zip`)

const isCopied = async (version: string) =>
  access(await copyOf(version)).then(
    () => true,
    () => false,
  )

const removeCopies = async () =>
  rm(join((await testPortal()).folder, 'cache'), { recursive: true, force: true })

describe.each([
  ['S3', () => s3ForTests()],
  ['Azure Blob Storage', () => azureForTests()],
])('archives in %s', { timeout: 120_000 }, (_, start) => {
  let store: StoreForTests
  let proxy: Proxy
  let settings: Record<string, string>

  beforeAll(async () => {
    store = await start()
    proxy = await storeProxy(store.port)
    settings = {
      PLINTH_BLOBS: store.address('archives-of/this-test', proxy.port),
      PLINTH_FILE_MEMORY: '0',
    }
    await restartPortal(settings)
  })

  afterEach(() => proxy.simulate('none'))

  /** A portal that has not cached anything of the version. */
  async function withoutCopies() {
    await removeCopies()
    await restartPortal(settings)
    proxy.takeRequests()
  }

  test('the publishing instance keeps the draft as its copy, and viewing does not contact the store', async () => {
    const { view, version } = await published()
    expect(await isCopied(version)).toBe(true)
    expect(await readdir(join((await testPortal()).folder, 'drafts'))).toEqual([])
    proxy.takeRequests()
    expect(await contentOf(view, 0)).toEqual(expected(0))
    expect(proxy.takeRequests()).toEqual([])
  })

  test('another instance reads from the store first, and from its copy once it has one', async () => {
    const { view, version } = await published()
    await withoutCopies()
    expect(await contentOf(view, 0)).toEqual(expected(0))
    expect(proxy.takeRequests()).not.toEqual([])
    await expect.poll(() => isCopied(version)).toBe(true)
    await expect
      .poll(async () => {
        proxy.takeRequests()
        expect(await contentOf(view, 1)).toEqual(expected(1))
        return proxy.takeRequests()
      })
      .toEqual([])
  })

  test('a copy survives a restart and is used even while the store is unavailable', async () => {
    const { view } = await published()
    await restartPortal(settings)
    proxy.simulate('refused')
    expect(await contentOf(view, 2)).toEqual(expected(2))
  })

  test('a copy truncated or changed while the portal was down is not used', async () => {
    const [short, changed] = [await published(), await published()]
    await truncate(await copyOf(short.version), 1000)
    const file = await open(await copyOf(changed.version), 'r+')
    await file.write(Buffer.from([1, 2, 3, 4]), 0, 4, 50_000)
    await file.close()
    await restartPortal(settings)
    expect(await contentOf(short.view, 0)).toEqual(expected(0))
    for (const name of Object.keys(assets).keys()) {
      expect(await contentOf(changed.view, name)).toEqual(expected(name))
    }
  })

  test('files are served correctly while a copy is truncated, overwritten or deleted', async () => {
    const { view, version } = await published()
    expect(await contentOf(view, 0)).toEqual(expected(0))
    await truncate(await copyOf(version), 10)
    expect(await contentOf(view, 0)).toEqual(expected(0))
    await expect.poll(() => isCopied(version)).toBe(true)
    const file = await open(await copyOf(version), 'r+')
    await file.write(randomBytes(200_000), 0, 200_000, 100_000)
    await file.close()
    for (const name of Object.keys(assets).keys()) expect(await contentOf(view, name)).toEqual(expected(name))
    await removeCopies()
    for (const name of Object.keys(assets).keys()) expect(await contentOf(view, name)).toEqual(expected(name))
    expect((await published()).version).not.toBe(version)
  })

  test('a broken response of the store is resumed', async () => {
    const { view } = await published()
    await withoutCopies()
    proxy.simulate('cut once')
    expect(await contentOf(view, 3)).toEqual(expected(3))
  })

  test('a truncated download is never served as complete', async () => {
    const { view } = await published()
    await withoutCopies()
    proxy.simulate('cut')
    const outcome = await contentOf(view, 3).catch(() => 'broke off')
    expect(outcome).not.toMatchObject({ status: 200 })
  })

  test.each(['refused', 'failing'] as const)(
    'while the store is %s, a view is told to come back, uploads too, and then everything works',
    async (trouble) => {
      const { view, viewInFrame, publishAgain } = await published()
      await withoutCopies()
      proxy.simulate(trouble)
      const answer = await view('assets/4.bin')
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(await answer.json()).toMatchObject({ code: 'unavailable' })
      const inFrame = await viewInFrame('/assets/4.bin')
      expect(inFrame).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
      expect(inFrame.text).toContain('Try again shortly')
      await expect(publishAgain()).rejects.toMatchObject({ status: 503 })
      const { origin, folder, logLines } = await testPortal()
      expect(await readdir(join(folder, 'drafts'))).toEqual([])
      expect((await fetch(`${origin}/ready`)).status).toBe(503)
      expect((await fetch(`${origin}/serving`)).status).toBe(200)
      proxy.simulate('none')
      expect((await fetch(`${origin}/ready`)).status).toBe(200)
      expect(await contentOf(view, 4)).toEqual(expected(4))
      expect((await viewInFrame('/assets/5.bin')).bytes).toEqual(assets['assets/5.bin'])
      expect((await publishAgain()).versionCount).toBe(2)
      expect(logLines.join('')).not.toMatch(/S3RVER|Eby8vdM|Signature=|SharedKey/)
    },
  )
})

test('during a move, a copy does not hide that an archive is still in the old store', async () => {
  const s3 = await s3ForTests()
  const [old, next] = [s3.address('old'), s3.address('next')]
  await restartPortal({ PLINTH_BLOBS: old })
  const { view, version } = await published()
  await restartPortal({ PLINTH_BLOBS: next, PLINTH_BLOBS_FROM: old })
  expect(await contentOf(view, 0)).toEqual(expected(0))
  await truncate(await copyOf(version), 10)
  expect(await contentOf(view, 1)).toEqual(expected(1))
  await expect.poll(async () => (await stat(await copyOf(version)).catch(() => undefined))?.size).not.toBe(10)
  await expect.poll(() => isCopied(version)).toBe(true)
})
