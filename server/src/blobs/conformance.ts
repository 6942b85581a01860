import { createHash, randomBytes } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { newPublicId } from '../shared/public-id.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import type { BlobStore, ListedBlob } from './blob-store.ts'

interface Candidate {
  /** Opens a store below this prefix; a store that lists in pages lists three at a time. */
  open: (prefix: string) => Promise<BlobStore>
  /** Whether it refuses an existing key. A store that cannot relies on keys being random, which is enough. */
  refusesTakenKeys: boolean
}

const mebibyte = 1024 * 1024

async function committed(store: BlobStore, bytes: Buffer, key = newPublicId()): Promise<string> {
  const draft = await store.draft()
  await writeFile(draft, bytes)
  await store.commit(draft, key)
  return key
}

async function keysOf(store: BlobStore): Promise<string[]> {
  return (await listed(store)).map(({ key }) => key).toSorted()
}

async function listed(store: BlobStore): Promise<ListedBlob[]> {
  const blobs: ListedBlob[] = []
  for await (const blob of store.list()) blobs.push(blob)
  return blobs
}

async function contentOf(store: BlobStore, key: string): Promise<Buffer> {
  const blob = await store.open(key)
  const content = Buffer.concat((await blob.source.stream(0, blob.bytes).toArray()) as Buffer[])
  await blob.close()
  return content
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The tests that every blob store passes. */
export function conformance(candidate: () => Promise<Candidate>) {
  let stores = 0
  const createStore = async () => (await candidate()).open(`store-${(stores += 1)}`)

  test('it can be probed', async () => {
    await expect((await createStore()).probe()).resolves.toBeUndefined()
  })

  test('a committed blob is read back: as a whole, in ranges, and an empty range', async () => {
    const store = await createStore()
    const bytes = randomBytes(300_000)
    const key = await committed(store, bytes)
    const blob = await store.open(key)
    expect(blob.bytes).toBe(bytes.length)
    const { source } = blob
    expect(await source.read(0, 1)).toEqual(bytes.subarray(0, 1))
    expect(await source.read(299_999, 1)).toEqual(bytes.subarray(299_999))
    expect(await source.read(1234, 5678)).toEqual(bytes.subarray(1234, 1234 + 5678))
    expect((await source.read(0, bytes.length)).equals(bytes)).toBe(true)
    expect(await source.read(17, 0)).toEqual(Buffer.alloc(0))
    expect(Buffer.concat((await source.stream(100, 250_000).toArray()) as Buffer[])).toEqual(
      bytes.subarray(100, 250_000),
    )
    expect(await source.stream(9, 9).toArray()).toEqual([])
    await blob.close()
  })

  test('the caller owns the buffers it reads', async () => {
    const store = await createStore()
    const key = await committed(store, Buffer.from('unchanged'))
    const blob = await store.open(key)
    const { source } = blob
    const first = await source.read(0, 9)
    first.fill(0)
    expect((await source.read(0, 9)).toString()).toBe('unchanged')
    await blob.close()
  })

  test('reading beyond the end is an error, never a short read', async () => {
    const store = await createStore()
    const key = await committed(store, randomBytes(1000))
    const blob = await store.open(key)
    const { source } = blob
    await expect(source.read(990, 20)).rejects.toThrow(Error)
    await expect(source.read(1000, 1)).rejects.toThrow(Error)
    await expect(source.stream(500, 2000).toArray()).rejects.toThrow(Error)
    await blob.close()
  })

  test('a large blob is stored completely', async () => {
    const store = await createStore()
    const bytes = Buffer.concat(Array.from({ length: 21 }, () => randomBytes(mebibyte)))
    const key = await committed(store, bytes)
    expect(hash(await contentOf(store, key))).toBe(hash(bytes))
  }, 120_000)

  test('a blob can be read concurrently', async () => {
    const store = await createStore()
    const bytes = randomBytes(mebibyte)
    const key = await committed(store, bytes)
    const blob = await store.open(key)
    const { source } = blob
    const starts = Array.from({ length: 40 }, (_, i) => i * 20_000)
    const pieces = await Promise.all(starts.map((start) => source.read(start, 30_000)))
    for (const [i, start] of starts.entries()) {
      expect(pieces[i]?.equals(bytes.subarray(start, start + 30_000))).toBe(true)
    }
    await blob.close()
  })

  test('an existing key is refused if the store can tell, and keeps its blob', async () => {
    const { open, refusesTakenKeys } = await candidate()
    const store = await open('taken')
    const key = await committed(store, Buffer.from('first'))
    const outcome = await committed(store, Buffer.from('second'), key).catch((error: unknown) => error)
    expect(outcome instanceof BlobTaken).toBe(refusesTakenKeys)
    expect((await contentOf(store, key)).toString()).toBe(refusesTakenKeys ? 'first' : 'second')
  })

  test('a large blob under an existing key is refused as well', async () => {
    const { open, refusesTakenKeys } = await candidate()
    const store = await open('taken-large')
    const key = await committed(store, Buffer.from('first'))
    const outcome = await committed(store, randomBytes(9 * mebibyte), key).catch((error: unknown) => error)
    expect(outcome instanceof BlobTaken).toBe(refusesTakenKeys)
    expect((await contentOf(store, key)).length).toBe(refusesTakenKeys ? 5 : 9 * mebibyte)
  })

  test('opening an unknown key throws BlobMissing', async () => {
    await expect((await createStore()).open(newPublicId())).rejects.toThrow(BlobMissing)
  })

  test('deleting succeeds once, twice, and for an unknown key', async () => {
    const store = await createStore()
    const key = await committed(store, Buffer.from('short-lived'))
    await store.delete(key)
    await store.delete(key)
    await store.delete(newPublicId())
    await expect(store.open(key)).rejects.toThrow(BlobMissing)
  })

  test('the list is complete over several pages, with sizes and times', async () => {
    const store = await createStore()
    const keys: string[] = []
    for (let i = 1; i <= 8; i++) keys.push(await committed(store, Buffer.alloc(i)))
    expect(await keysOf(store)).toEqual(keys.toSorted())
    for (const { key, bytes, writtenAt } of await listed(store)) {
      expect(bytes).toBe(keys.indexOf(key) + 1)
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000)
    }
  })

  test('stores with different prefixes do not see each other, even if one prefix begins like the other', async () => {
    const { open } = await candidate()
    const [one, other] = [await open('team'), await open('team-two')]
    const key = await committed(one, Buffer.from('mine'))
    const theirs = await committed(other, Buffer.from('theirs'))
    expect(await keysOf(one)).toEqual([key])
    expect(await keysOf(other)).toEqual([theirs])
    await expect(other.open(key)).rejects.toThrow(BlobMissing)
  })

  test('it has one owner, the first if the store can tell, and that is not a blob', async () => {
    const { open, refusesTakenKeys } = await candidate()
    const store = await open('marked')
    expect(await store.owner()).toBeUndefined()
    await store.claim('first')
    expect(await store.owner()).toBe('first')
    await store.claim('second')
    expect(await store.owner()).toBe(refusesTakenKeys ? 'first' : 'second')
    expect(await keysOf(store)).toEqual([])
    await store.releaseClaim()
    await store.releaseClaim()
    expect(await store.owner()).toBeUndefined()
    await store.claim('third')
    expect(await store.owner()).toBe('third')
  })

  test('a draft is gone once it is committed, discarded or abandoned', async () => {
    const store = await createStore()
    const [kept, discarded, abandoned] = [await store.draft(), await store.draft(), await store.draft()]
    for (const draft of [kept, discarded, abandoned]) await writeFile(draft, 'bytes')
    await store.commit(kept, newPublicId())
    await store.discard(discarded)
    await store.discard(discarded)
    expect(await store.tidy(new Date(Date.now() - 60_000))).toBe(0)
    expect(await exists(abandoned)).toBe(true)
    expect(await store.tidy(new Date(Date.now() + 60_000))).toBe(1)
    for (const draft of [kept, discarded, abandoned]) expect(await exists(draft)).toBe(false)
  })

  test('a commit that fails leaves nothing under the key', async () => {
    const store = await createStore()
    const key = newPublicId()
    await expect(store.commit(await store.draft(), key)).rejects.toThrow(Error)
    expect(await keysOf(store)).toEqual([])
  })

  test('a key cannot lead out of the store', async () => {
    const store = await createStore()
    for (const key of ['../escape', 'a/../b', '/etc/passwd', 'a\\b', '', '.', 'a/b/c', 'A', 'a\0b', 'ä']) {
      await expect(store.open(key)).rejects.toThrow('not a valid blob key')
      await expect(committed(store, Buffer.from('x'), key)).rejects.toThrow('not a valid blob key')
    }
  })
}
