// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { readBlobAddress } from '../settings/blob-address.ts'
import { newPublicId } from '../shared/public-id.ts'
import { aStorybookZip } from '../testing/builds.ts'
import { metric } from '../testing/metrics.ts'
import { azureForTests, s3ForTests } from '../testing/object-stores.ts'
import { ending, filePart, startUpload } from '../testing/open-uploads.ts'
import { aStorybook, refusal } from '../testing/publishing.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { storeProxy } from '../testing/store-proxy.ts'
import { restartPortal, testPortal, tokenOf } from '../testing/test-app.ts'
import { openStore } from './open-blobs.ts'

const drafts = await mkdtemp(join(tmpdir(), 'plinth-silent-'))
afterAll(() => rm(drafts, { recursive: true, force: true }))

const publishing = () => metric('plinth_publishing_in_progress')

describe.each([
  ['S3', () => s3ForTests()],
  ['Azure Blob Storage', () => azureForTests()],
])('%s that stopped answering', { timeout: 60_000 }, (_, start) => {
  let proxy: Awaited<ReturnType<typeof storeProxy>>
  let address: (prefix?: string, port?: number) => string

  beforeAll(async () => {
    const emulator = await start()
    address = emulator.address
    proxy = await storeProxy(emulator.port)
    await restartPortal({ PLINTH_BLOBS: address(newPublicId(), proxy.port), PLINTH_BLOBS_TIMEOUT: '1' })
  })
  afterEach(() => proxy.simulate('none'))

  test.each(['silent', 'silent after the head'] as const)('(%s) makes /ready fail soon', async (trouble) => {
    const { logLines } = await testPortal()
    expect(await sendRequest('/ready')).toMatchObject({ status: 200 })
    logLines.length = 0
    proxy.simulate(trouble)
    const before = Date.now()
    const answer = await sendRequest('/ready')
    expect(Date.now() - before).toBeLessThan(20_000)
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(answer.text).toContain('The blob store does not answer')
    const cause = logLines.find((line) => line.includes('"level":50')) ?? ''
    expect(cause).toContain('"reqId"')
    expect(cause).toMatch(/no answer/)
    expect(await sendRequest('/serving')).toMatchObject({ status: 200 })
  })

  test.each(['silent', 'silent after the head'] as const)(
    '(%s) fails an upload with a problem, and its slot is released',
    async (trouble) => {
      const { publish } = await aStorybook()
      const { logLines } = await testPortal()
      proxy.simulate(trouble)
      logLines.length = 0
      const error = await refusal(publish(aStorybookZip()))
      expect(error).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
      expect(logLines.filter((line) => line.includes('"level":50'))).toHaveLength(1)
      expect(await publishing()).toBe(0)
    },
  )

  test('aborts a large upload that makes no progress', async () => {
    const store = await openStore(readBlobAddress(address(newPublicId(), proxy.port)), {
      setting: 'PLINTH_BLOBS',
      drafts,
      log: pino({ level: 'silent' }),
      idleTimeoutMs: 1_500,
    })
    const draft = await store.draft()
    await writeFile(draft, randomBytes(17 * 1024 * 1024))
    proxy.simulate('parts silent')
    await expect(store.commit(draft, newPublicId())).rejects.toMatchObject({ code: 'unavailable' })
    const leaving = new AbortController()
    const committing = store.commit(draft, newPublicId(), leaving.signal)
    setTimeout(() => leaving.abort(new Error('the client left')), 100)
    await expect(committing).rejects.toThrow('the client left')
    await store.close()
  })

  test('releases the slot of a client that has disconnected', async () => {
    await restartPortal({ PLINTH_BLOBS: address(newPublicId(), proxy.port), PLINTH_BLOBS_TIMEOUT: '600' })
    const { params, person } = await aStorybook()
    const { config, logLines } = await testPortal()
    proxy.simulate('silent')
    proxy.takeRequests()
    const whole = Buffer.concat([filePart(aStorybookZip()), ending])
    const upload = startUpload(params, await tokenOf(person), config.port, whole.length)
    upload.on('error', () => {})
    upload.end(whole)
    await expect.poll(() => proxy.takeRequests().some((line) => line.startsWith('PUT'))).toBe(true)
    expect(await publishing()).toBe(1)
    upload.destroy()
    await expect.poll(publishing).toBe(0)
    await expect.poll(() => metric('plinth_uploads_in_progress')).toBe(0)
    expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('is reported at startup', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const opening = openStore(readBlobAddress(address('', port)), {
      setting: 'PLINTH_BLOBS',
      drafts,
      log: pino({ level: 'silent' }),
      idleTimeoutMs: 300,
    })
    await expect(opening).rejects.toThrow('no answer in time')
    silent.close()
  })
})
