import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { readBlobAddress } from '../settings/blob-address.ts'
import { newPublicId } from '../shared/public-id.ts'
import { azureForTests, s3ForTests } from '../testing/object-stores.ts'
import { storeProxy } from '../testing/store-proxy.ts'
import type { BlobStore } from './blob-store.ts'
import { openStore } from './open-blobs.ts'

const drafts = await mkdtemp(join(tmpdir(), 'plinth-writes-'))
afterAll(() => rm(drafts, { recursive: true, force: true }))

const mebibyte = 1024 * 1024

async function committed(store: BlobStore, bytes: Buffer): Promise<string> {
  const draft = await store.draft()
  const key = newPublicId()
  await writeFile(draft, bytes)
  await store.commit(draft, key)
  return key
}

const soon = () => new Date(Date.now() + 60_000)

async function readBack(store: BlobStore, key: string): Promise<Buffer> {
  const blob = await store.open(key)
  return blob.source.read(0, blob.bytes)
}

describe.each([
  ['S3', () => s3ForTests()],
  ['Azure Blob Storage', () => azureForTests()],
])('writing to %s', { timeout: 120_000 }, (_, start) => {
  let proxy: Awaited<ReturnType<typeof storeProxy>>
  let store: BlobStore

  beforeAll(async () => {
    const { address, port } = await start()
    proxy = await storeProxy(port)
    store = await openStore(readBlobAddress(address('', proxy.port)), {
      setting: 'PLINTH_BLOBS',
      drafts,
      log: pino({ level: 'silent' }),
    })
  })
  afterEach(() => proxy.simulate('none'))

  test.each([
    ['small', 1000],
    ['large', 17 * mebibyte],
  ])('a %s blob whose acknowledgement got lost is recognised as written', async (_name, length) => {
    const bytes = randomBytes(length)
    proxy.simulate('write lost')
    const key = await committed(store, bytes)
    expect((await readBack(store, key)).equals(bytes)).toBe(true)
  })

  test('a full store is reported as full', async () => {
    proxy.simulate('full')
    const draft = await store.draft()
    await writeFile(draft, randomBytes(1000))
    await expect(store.commit(draft, newPublicId())).rejects.toMatchObject({ code: 'storage_full' })
    await store.discard(draft)
  })

  test('a failed write is an error and leaves nothing, not even a discarded draft', async () => {
    proxy.simulate('failing')
    const draft = await store.draft()
    await writeFile(draft, randomBytes(1000))
    const key = newPublicId()
    await expect(store.commit(draft, key)).rejects.toMatchObject({ code: 'unavailable' })
    await store.discard(draft)
    proxy.simulate('none')
    await expect(store.open(key)).rejects.toThrow('there is no')
    expect(await readdir(drafts)).toEqual([])
  })
})

describe('an upload to S3 in parts', { timeout: 120_000 }, () => {
  test('is aborted when it fails, and swept if aborting failed too', async () => {
    const { address, port } = await s3ForTests()
    const proxy = await storeProxy(port)
    const store = await openStore(readBlobAddress(address('mine', proxy.port)), {
      setting: 'PLINTH_BLOBS',
      drafts,
      log: pino({ level: 'silent' }),
    })
    proxy.simulate('parts refused')
    await expect(committed(store, randomBytes(17 * mebibyte))).rejects.toMatchObject({ code: 'unavailable' })
    expect(proxy.takeRequests().filter((line) => line.startsWith('DELETE'))).not.toEqual([])
    proxy.simulate('none')
    expect(await store.abortUnfinished(soon())).toBe(0)

    const { CreateMultipartUploadCommand, S3Client } = await import('@aws-sdk/client-s3')
    const s3 = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
    })
    for (const prefix of ['mine', 'not-mine']) {
      const Key = `${new URL(address(prefix)).pathname.slice(1)}/archives/abandoned.zip`
      await s3.send(new CreateMultipartUploadCommand({ Bucket: 'plinth', Key }))
    }
    expect(await store.abortUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await store.abortUnfinished(soon())).toBe(1)
    expect(await store.abortUnfinished(soon())).toBe(0)
    s3.destroy()
  })
})
