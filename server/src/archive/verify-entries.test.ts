import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { withOpenZip, withZipFile } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import { ingestArchive } from './ingest-archive.ts'
import { defaultArchiveLimits } from './limits.ts'
import { planArchive } from './plan-archive.ts'
import { openThreadPool } from './thread-pool.ts'
import { verifyEntries } from './verify-entries.ts'
import type { VerifyOutcome, VerifyTask } from './verify-pool.ts'

const zip = writeZip([
  { name: 'index.html', content: 'plinth' },
  ...Array.from({ length: 20 }, (_, number) => ({
    name: `${number}.bin`,
    content: randomBytes(1_000_000),
    method: 0,
  })),
])
const manyMegabytes = writeZip([
  { name: 'index.html', content: 'plinth' },
  { name: 'zeros.bin', content: Buffer.alloc(600_000_000) },
])

test('several zips are verified concurrently', async () => {
  const broken = writeZip([{ name: 'index.html', content: 'plinth', crc32: 1 }])
  await withZipFile(zip, (good) =>
    withZipFile(broken, async (bad) => {
      const outcomes = await Promise.allSettled(
        [good, bad, good, bad, good].map((path) => ingestArchive(path)),
      )
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
    }),
  )
})

test('an aborted verification throws the reason, even in the middle of an entry', async () => {
  await withZipFile(manyMegabytes, async (path) => {
    const controller = new AbortController()
    const ingesting = ingestArchive(path, defaultArchiveLimits, controller.signal)
    await setTimeout(60)
    controller.abort(new Error('the client left'))
    await expect(ingesting).rejects.toThrow('the client left')
  })
  await withZipFile(zip, async (path) => {
    expect(await ingestArchive(path)).toMatchObject({ fileCount: 21 })
  })
})

test('a verification aborted before it starts does not start', async () => {
  await expect(
    ingestArchive('/no/such/file', defaultArchiveLimits, AbortSignal.abort(new Error('no'))),
  ).rejects.toThrow('no')
})

test('verifying a zip does not block the main thread', async () => {
  await withZipFile(manyMegabytes, async (path) => {
    let beats = 0
    const beat = setInterval(() => (beats += 1), 2)
    await ingestArchive(path)
    clearInterval(beat)
    expect(beats).toBeGreaterThan(5)
  })
})

test.each([
  ['dies', 'process.exit(3)'],
  ['throws', 'throw new Error("broken")'],
  ['runs out of memory', 'const all = []; for (;;) all.push(new Array(10000).fill({}))'],
])('a thread that %s is an error, and the next verification gets a new thread', async (_, code) => {
  let started = 0
  const { run } = openThreadPool<VerifyTask, VerifyOutcome>(
    () => {
      started++
      return new Worker(`require('node:worker_threads').parentPort.on('message', () => { ${code} })`, {
        eval: true,
        resourceLimits: { maxOldGenerationSizeMb: 16 },
      })
    },
    { size: 1 },
  )
  await withOpenZip(zip, async (handle) => {
    const verify = async () =>
      verifyEntries(handle, await planArchive(handle, defaultArchiveLimits, true), undefined, run)
    await expect(verify()).rejects.toThrow(/a thread ended/)
    await expect(verify()).rejects.toThrow(/a thread ended/)
    expect(started).toBeGreaterThan(1)
  })
})

test('a thread that cannot be started is an error', async () => {
  const { run } = openThreadPool<VerifyTask, VerifyOutcome>(
    () => {
      throw new Error('no more threads')
    },
    { size: 1 },
  )
  await withOpenZip(zip, async (handle) => {
    const planned = await planArchive(handle, defaultArchiveLimits, true)
    await expect(verifyEntries(handle, planned, undefined, run)).rejects.toThrow('no more threads')
  })
})
