import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import type { ByteSource } from '../archive/file-source.ts'
import { newPublicId } from '../shared/public-id.ts'
import { openFilesBelow } from '../testing/open-files.ts'
import { cachedBlob } from './cached-blob.ts'
import { localCache } from './local-cache.ts'
import type { LocalCache } from './local-cache.ts'
import type { WriteHashedOptions } from './write-hashed.ts'

const root = await mkdtemp(join(tmpdir(), 'plinth-cache-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const log = pino({ level: 'silent' })

/** Archives as in a store, and how often each was downloaded. */
function createStore() {
  const archives = new Map<string, Buffer>()
  const fetches = new Map<string, number>()
  let atOnce = 0
  let mostAtOnce = 0
  async function* pieces(key: string, bytes: Buffer) {
    fetches.set(key, (fetches.get(key) ?? 0) + 1)
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1))
    try {
      for (let at = 0; at < bytes.length; at += 1000) {
        await new Promise((resolve) => setImmediate(resolve))
        yield bytes.subarray(at, at + 1000)
      }
    } finally {
      atOnce -= 1
    }
  }
  return {
    fetches,
    mostAtOnce: () => mostAtOnce,
    add(length: number): string {
      const key = newPublicId()
      archives.set(key, randomBytes(length))
      return key
    },
    bytesOf: (key: string) => archives.get(key) ?? Buffer.alloc(0),
    forget: (key: string) => void archives.delete(key),
    damage: (key: string) => void archives.get(key)?.fill(0, 10, 20),
    remote(key: string): ByteSource {
      const bytes = archives.get(key) ?? Buffer.alloc(0)
      return {
        read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
        stream: (start, end) => Readable.from(pieces(key, bytes.subarray(start, end)), { objectMode: false }),
      }
    },
  }
}

type Store = ReturnType<typeof createStore>

async function aCache(
  store: Store,
  maxBytes: number,
  folder?: string,
  writing?: Pick<WriteHashedOptions, 'writer'>,
) {
  const hashes = new Map<string, Buffer>()
  const cache = await localCache({
    folder: folder ?? (await mkdtemp(join(root, 'cache-'))),
    maxBytes,
    recorded: async (key) => {
      const bytes = store.bytesOf(key)
      if (bytes.length === 0) return undefined
      const sha256 = hashes.get(key) ?? createHash('sha256').update(bytes).digest()
      hashes.set(key, sha256)
      return { bytes: bytes.length, sha256 }
    },
    counters: { hits: { value: 0 }, misses: { value: 0 } },
    log,
    ...(writing ? { writing } : {}),
  })
  return cache
}

const opened = (cache: LocalCache, store: Store, key: string) =>
  cachedBlob({ cache, key, bytes: store.bytesOf(key).length, remote: store.remote(key), copy: undefined })

async function obtained(cache: LocalCache, store: Store, key: string): Promise<boolean> {
  const copy = await cache.findOrFetch(key, store.bytesOf(key).length, store.remote(key))
  copy?.close()
  return copy !== undefined
}

const isKept = async (cache: LocalCache, key: string) => {
  const copy = await cache.find(key)
  copy?.close()
  return copy !== undefined
}

test('concurrent readers of one archive cause one download', async () => {
  const store = createStore()
  const cache = await aCache(store, 1_000_000)
  const key = store.add(50_000)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => obtained(cache, store, key)))
  expect(outcomes.every(Boolean)).toBe(true)
  expect(store.fetches.get(key)).toBe(1)
})

test('reads are counted as hits and misses', async () => {
  const store = createStore()
  const cache = await aCache(store, 1_000_000)
  const key = store.add(50_000)
  const blob = opened(cache, store, key)
  await blob.source.read(0, 100)
  await expect.poll(() => isKept(cache, key)).toBe(true)
  await expect
    .poll(async () => {
      await blob.source.read(0, 100)
      return cache.counters.hits.value
    })
    .toBe(1)
  expect(cache.counters.misses.value).toBeGreaterThan(0)
  await blob.close()
})

test('only a few downloads run at once, and all complete', async () => {
  const store = createStore()
  const cache = await aCache(store, 10_000_000)
  const keys = Array.from({ length: 12 }, () => store.add(20_000))
  await Promise.all(keys.map((key) => obtained(cache, store, key)))
  expect(store.mostAtOnce()).toBe(2)
  for (const key of keys) expect(await isKept(cache, key)).toBe(true)
})

test('the least recently used copies are evicted to stay within the limit', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  const cache = await aCache(store, 100_000, folder)
  const [a, b, c, d] = [store.add(30_000), store.add(30_000), store.add(30_000), store.add(30_000)]
  for (const key of [a, b, c]) await obtained(cache, store, key)
  await obtained(cache, store, a)
  await obtained(cache, store, d)
  expect(await isKept(cache, b)).toBe(false)
  for (const key of [a, c, d]) expect(await isKept(cache, key)).toBe(true)
  const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))))
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(100_000)
})

test('an archive larger than the whole cache is never fetched', async () => {
  const store = createStore()
  const cache = await aCache(store, 10_000)
  const key = store.add(20_000)
  expect(await obtained(cache, store, key)).toBe(false)
  expect(store.fetches.get(key)).toBeUndefined()
})

test('the order of use survives a restart', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  const first = await aCache(store, 100_000, folder)
  const [a, b, c] = [store.add(30_000), store.add(30_000), store.add(30_000)]
  for (const key of [a, b, c]) await obtained(first, store, key)
  const old = new Date(Date.now() - 3_600_000)
  for (const key of [a, b, c]) {
    const path = join(folder, `${key}.zip`)
    await utimes(path, old, (await stat(path)).mtime)
  }
  const second = await aCache(store, 100_000, folder)
  await isKept(second, a)
  await isKept(second, c)
  const third = await aCache(store, 60_000, folder)
  expect(await isKept(third, b)).toBe(false)
  expect(await isKept(third, a)).toBe(true)
  expect(await isKept(third, c)).toBe(true)
})

test('a smaller limit is enforced at startup, and unfinished copies are removed', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  await obtained(await aCache(store, 100_000, folder), store, store.add(30_000))
  await writeFile(join(folder, 'something.part'), 'half')
  await aCache(store, 20_000, folder)
  expect(await readdir(folder)).toEqual([])
})

test('an archive evicted while being read is read to the end from the store', async () => {
  const store = createStore()
  const cache = await aCache(store, 1_500_000)
  const key = store.add(1_000_000)
  await obtained(cache, store, key)
  const copy = await cache.find(key)
  const blob = cachedBlob({ cache, key, bytes: 1_000_000, remote: store.remote(key), copy })
  const pieces: Buffer[] = []
  for await (const piece of blob.source.stream(0, 1_000_000) as AsyncIterable<Buffer>) {
    if (pieces.length === 0) await obtained(cache, store, store.add(900_000))
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(store.bytesOf(key))).toBe(true)
  expect(await isKept(cache, key)).toBe(false)
  expect(await blob.source.read(500, 1000)).toEqual(store.bytesOf(key).subarray(500, 1500))
  await blob.close()
})

test('on a full disk reads continue, no partial copy is left, and older copies are evicted', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  const earlier = store.add(40_000)
  await obtained(await aCache(store, 1_000_000, folder), store, earlier)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const writer = () => new Writable({ write: (_piece, _encoding, done) => done(full) })
  const cache = await aCache(store, 1_000_000, folder, { writer })
  const key = store.add(30_000)
  const blob = opened(cache, store, key)
  for (let i = 0; i < 5; i++) {
    expect(await blob.source.read(i * 1000, 1000)).toEqual(
      store.bytesOf(key).subarray(i * 1000, (i + 1) * 1000),
    )
  }
  await expect.poll(() => readdir(folder)).toEqual([])
  expect(store.fetches.get(key)).toBe(1)
  await blob.close()
})

test('a download is kept only if it matches what was recorded', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  const cache = await aCache(store, 1_000_000, folder)
  const key = store.add(30_000)
  await cache.find(key)
  expect(await obtained(cache, store, key)).toBe(true)
  await cache.drop(key)
  store.damage(key)
  expect(await obtained(cache, store, key)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('an unusable cache folder costs only time', async () => {
  const store = createStore()
  const notAFolder = join(root, 'a-file')
  await writeFile(notAFolder, 'in the way')
  const cache = await aCache(store, 1_000_000, notAFolder)
  const key = store.add(30_000)
  const blob = opened(cache, store, key)
  expect(await blob.source.read(0, 100)).toEqual(store.bytesOf(key).subarray(0, 100))
  expect(await obtained(cache, store, key)).toBe(false)
  await blob.close()
})

test('a copy that is dropped while it cannot be compared with what was recorded is closed', async () => {
  const store = createStore()
  const folder = await mkdtemp(join(root, 'cache-'))
  const key = store.add(10_000)
  await obtained(await aCache(store, 1_000_000, folder), store, key)
  const restarted = await localCache({
    folder,
    maxBytes: 1_000_000,
    recorded: () => Promise.reject(new Error('the database is gone')),
    counters: { hits: { value: 0 }, misses: { value: 0 } },
    log,
  })
  const [found] = await Promise.all([restarted.find(key), restarted.drop(key)])
  expect(found).toBeUndefined()
  expect(await openFilesBelow(folder)).toEqual([])
})

test('copies of archives that are no longer recorded are dropped', async () => {
  const store = createStore()
  const cache = await aCache(store, 1_000_000)
  const [kept, gone] = [store.add(10_000), store.add(10_000)]
  for (const key of [kept, gone]) await obtained(cache, store, key)
  store.forget(gone)
  await cache.dropUnrecorded()
  expect(await isKept(cache, kept)).toBe(true)
  expect(await isKept(cache, gone)).toBe(false)
})
