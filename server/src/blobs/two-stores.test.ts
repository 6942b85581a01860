import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { readBlobAddress } from '../settings/blob-address.ts'
import { newPublicId } from '../shared/public-id.ts'
import { s3ForTests } from '../testing/object-stores.ts'
import { BlobMissing, BlobStoreUnavailable } from './blob-store.ts'
import type { BlobStore } from './blob-store.ts'
import { openStore } from './open-blobs.ts'
import { twoStores } from './two-stores.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-two-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let s3: ReturnType<typeof s3ForTests> | undefined
let stores = 0

async function createStore(): Promise<BlobStore> {
  const { address } = await (s3 ??= s3ForTests())
  return openStore(readBlobAddress(address(`store-${(stores += 1)}`)), {
    setting: 'PLINTH_BLOBS',
    drafts: join(folder, 'drafts'),
    log: pino({ level: 'silent' }),
  })
}

async function committed(store: BlobStore, content: Buffer, key = newPublicId()): Promise<string> {
  const draft = await store.draft()
  await writeFile(draft, content)
  await store.commit(draft, key)
  return key
}

test('new blobs go to the next store, older ones are found where they are', async () => {
  const [next, earlier] = [await createStore(), await createStore()]
  const both = twoStores(next, earlier)
  const old = await committed(earlier, Buffer.from('old'))
  const fresh = await committed(both, Buffer.from('new'))
  expect((await (await both.open(old)).source.read(0, 3)).toString()).toBe('old')
  expect((await (await next.open(fresh)).source.read(0, 3)).toString()).toBe('new')
  await expect(earlier.open(fresh)).rejects.toThrow(BlobMissing)
  await expect(both.open(newPublicId())).rejects.toThrow(BlobMissing)
})

test('list and delete cover both stores', async () => {
  const [next, earlier] = [await createStore(), await createStore()]
  const both = twoStores(next, earlier)
  const key = await committed(earlier, Buffer.from('twice'))
  await committed(next, Buffer.from('twice'), key)
  const other = await committed(earlier, Buffer.from('once'))
  const keys = new Set<string>()
  for await (const blob of both.list()) keys.add(blob.key)
  expect(keys).toEqual(new Set([key, other]))
  await both.delete(key)
  for (const store of [next, earlier]) await expect(store.open(key)).rejects.toThrow(BlobMissing)
})

test('a failed delete in the earlier store is reported, and the next store deletes anyway', async () => {
  const [next, earlier] = [await createStore(), await createStore()]
  const held = { ...earlier, delete: () => Promise.reject(new Error('this is held back')) }
  const both = twoStores(next, held)
  const key = await committed(both, Buffer.from('new'))
  await expect(both.delete(key)).rejects.toThrow('this is held back')
  await expect(next.open(key)).rejects.toThrow(BlobMissing)
})

test('a blob that moves while it is read is read on in the new store', async () => {
  const [next, earlier] = [await createStore(), await createStore()]
  const both = twoStores(next, earlier)
  const bytes = randomBytes(3_000_000)
  const key = await committed(earlier, bytes)
  const blob = await both.open(key)
  expect(await blob.source.read(0, 10)).toEqual(bytes.subarray(0, 10))
  await committed(next, bytes, key)
  await earlier.delete(key)
  expect(await blob.source.read(2_000_000, 10)).toEqual(bytes.subarray(2_000_000, 2_000_010))
  const streamed = Buffer.concat((await blob.source.stream(0, bytes.length).toArray()) as Buffer[])
  expect(streamed.equals(bytes)).toBe(true)
  await blob.close()
})

test('a blob that has moved is found once the new store answers again', async () => {
  const [next, earlier] = [await createStore(), await createStore()]
  const key = await committed(earlier, Buffer.from('moved'))
  let isDown = false
  const unsteady: BlobStore = {
    ...next,
    open: (wanted) => (isDown ? Promise.reject(new BlobStoreUnavailable('down')) : next.open(wanted)),
  }
  const blob = await twoStores(unsteady, earlier).open(key)
  await committed(next, Buffer.from('moved'), key)
  await earlier.delete(key)
  isDown = true
  await expect(blob.source.read(0, 5)).rejects.toThrow(BlobStoreUnavailable)
  isDown = false
  expect((await blob.source.read(0, 5)).toString()).toBe('moved')
})
