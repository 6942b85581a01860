import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { openMetrics } from '../operations/metrics/metrics.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import type { BlobStore } from './blob-store.ts'
import { filesystemBlobs } from './filesystem.ts'
import { measuredStore } from './measured-store.ts'

const root = await mkdtemp(join(tmpdir(), 'plinth-measured-'))
afterAll(() => rm(root, { recursive: true, force: true }))

let folder = ''
let store: BlobStore
let metrics: ReturnType<typeof openMetrics>

/** As it is, and like a remote store, whose blobs have no local path. */
const kinds = ['here', 'elsewhere'] as const

async function openMeasured(kind: (typeof kinds)[number]): Promise<void> {
  folder = await mkdtemp(join(root, 'store-'))
  metrics = openMetrics()
  const files = await filesystemBlobs(folder)
  const elsewhere: BlobStore = {
    ...files,
    async open(key) {
      const { path: _, ...blob } = await files.open(key)
      return blob
    },
  }
  store = measuredStore(kind === 'here' ? files : elsewhere, metrics)
}

function sample(name: string, operation: string): number {
  const prefix = `${name}{operation="${operation}"} `
  const line = metrics.registry
    .render()
    .split('\n')
    .find((each) => each.startsWith(prefix))
  return Number(line?.slice(prefix.length) ?? 0)
}
const done = (operation: string) => sample('plinth_store_operation_duration_seconds_count', operation)
const failed = (operation: string) => sample('plinth_store_errors_total', operation)

async function write(key: string, text: string): Promise<void> {
  const draft = await store.draft()
  await writeFile(draft, text)
  await store.commit(draft, key)
}

async function read(key: string): Promise<string> {
  const blob = await store.open(key)
  try {
    return Buffer.concat((await blob.source.stream(0, blob.bytes).toArray()) as Buffer[]).toString()
  } finally {
    await blob.close()
  }
}

describe.each(kinds)('a store %s', (kind) => {
  beforeEach(() => openMeasured(kind))

  test('every operation is timed once and returns what the store returns', async () => {
    await write('one', 'content')
    expect(await read('one')).toBe('content')
    const blob = await store.open('one')
    expect((await blob.source.read(3, 4)).toString()).toBe('tent')
    await blob.close()
    const listed = []
    for await (const { key } of store.list()) listed.push(key)
    expect(listed).toEqual(['one'])
    await store.delete('one')
    expect(
      ['write', 'open', 'read', 'list', 'delete'].map((name) => [name, done(name), failed(name)]),
    ).toEqual([
      ['write', 1, 0],
      ['open', 2, 0],
      ['read', 2, 0],
      ['list', 1, 0],
      ['delete', 1, 0],
    ])
  })

  test('failures are counted by operation', async () => {
    await write('one', 'content')
    const blob = await store.open('one')
    await truncate(join(folder, 'archives/one.zip'), 2)
    await expect(blob.source.read(0, 7)).rejects.toThrow('ends at byte 2')
    await expect(blob.source.stream(0, 7).toArray()).rejects.toThrow('ends at byte 2')
    await blob.close()
    expect(failed('read')).toBe(2)
    await mkdir(join(folder, 'archives/folder.zip/within'), { recursive: true })
    await expect(store.delete('folder')).rejects.toThrow('directory')
    expect(failed('delete')).toBe(1)
    await expect(store.commit(join(folder, 'drafts/never-written'), 'two')).rejects.toThrow('ENOENT')
    expect(failed('write')).toBe(1)
    await rm(join(folder, 'archives'), { recursive: true })
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow('ENOENT')
    expect(failed('list')).toBe(1)
  })

  test('a missing or existing key does not count as a failure', async () => {
    await write('one', 'content')
    await expect(store.open('two')).rejects.toThrow(BlobMissing)
    await expect(write('one', 'other')).rejects.toThrow(BlobTaken)
    expect([failed('open'), failed('write')]).toEqual([0, 0])
  })

  test('a stream that is destroyed early does not count as a failure', async () => {
    await write('one', 'x'.repeat(1_000_000))
    const blob = await store.open('one')
    const stream = blob.source.stream(0, blob.bytes)
    for await (const piece of stream) if (piece) break
    if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve))
    for await (const { key } of store.list()) if (key) break
    await blob.close()
    expect([failed('read'), failed('list'), done('list')]).toEqual([0, 0, 1])
    expect(done('read')).toBeGreaterThanOrEqual(1)
  })
})
