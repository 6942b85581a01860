import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { metric } from '../../testing/metrics.ts'
import { ending, filePart, openUploads, startUpload } from '../../testing/open-uploads.ts'
import { aStorybook, leftovers, refusal } from '../../testing/publishing.ts'
import { restartPortal, testPortal, tokenOf } from '../../testing/test-app.ts'

const uploading = () => metric('plinth_uploads_in_progress')
const publishing = () => metric('plinth_publishing_in_progress')

describe('stalled uploads of one account', () => {
  test('do not keep other accounts from publishing', async () => {
    const [slow, other] = [await aStorybook(), await aStorybook()]
    const leave = await openUploads(slow.params, await tokenOf(slow.person), 4)
    await expect(other.publish(aStorybookZip())).resolves.toMatchObject({ versionCount: 1 })
    const own = await refusal(slow.publish(aStorybookZip()))
    expect(own).toMatchObject({ status: 429, problem: { code: 'too_many_uploads' } })

    leave()
    await expect.poll(uploading).toBe(0)
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
    await slow.publish(aStorybookZip())
  })

  test('never use the last slot, whatever the settings; once accounts share all slots, more are told to retry', async () => {
    await restartPortal({ PLINTH_UPLOADS_AT_ONCE: '2', PLINTH_UPLOADS_PER_ACCOUNT: '10' })
    const [one, other, third] = [await aStorybook(), await aStorybook(), await aStorybook()]
    await openUploads(one.params, await tokenOf(one.person), 1)
    expect((await refusal(one.publish(aStorybookZip()))).problem?.code).toBe('too_many_uploads')
    const leave = await openUploads(other.params, await tokenOf(other.person), 1)
    const busy = await refusal(third.publish(aStorybookZip()))
    expect(busy).toMatchObject({ status: 503, problem: { code: 'uploads_busy' } })
    leave()
    await expect.poll(uploading).toBe(1)
    await third.publish(aStorybookZip())
  })
})

describe('an upload that is sent', () => {
  test('a few bytes at a time is refused and closed, and leaves nothing behind', async () => {
    await restartPortal({ PLINTH_MIN_RATE_SECONDS: '1' })
    const { params, person, call } = await aStorybook()
    const { config } = await testPortal()
    const upload = startUpload(params, await tokenOf(person), config.port, 1_000_000)
    onTestFinished(() => void upload.destroy())
    upload.on('error', () => {})
    upload.write(filePart(aStorybookZip().subarray(0, 200)))
    const drip = setInterval(() => upload.write('x'), 100)
    const { status, problem } = await answerTo(upload)
    clearInterval(drip)
    expect({ status, code: problem.code }).toEqual({ status: 408, code: 'upload_too_slow' })
    await expect.poll(() => upload.socket?.closed, { timeout: 5000 }).toBe(true)
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
    expect(await uploading()).toBe(0)
    expect(await metric('plinth_slow_clients_total{way="sending"}')).toBe(1)
    await expect(call(listVersions, { params })).resolves.toEqual([])
  })

  test('slowly but steadily is published', async () => {
    const { params, person } = await aStorybook()
    const { config } = await testPortal()
    const upload = startUpload(params, await tokenOf(person), config.port, undefined)
    const answer = answerTo(upload)
    const body = Buffer.concat([filePart(aStorybookZip({ files: { 'noise.bin': noise } })), ending])
    for (let at = 0; at < body.length; at += 2048) {
      upload.write(body.subarray(at, at + 2048))
      await sleep(50)
    }
    upload.end()
    expect(await answer).toMatchObject({ status: 201 })
  })
})

describe('a store that hangs on writes', () => {
  test('blocks only that account, and only until its clients have left', async () => {
    await restartPortal({ PLINTH_PUBLISHING_AT_ONCE: '2' })
    const [slow, other] = [await aStorybook(), await aStorybook()]
    const { config, services } = await testPortal()
    const commit = vi.spyOn(services.blobs, 'commit').mockImplementation(untilAborted)
    const token = await tokenOf(slow.person)
    const whole = Buffer.concat([filePart(aStorybookZip()), ending])
    const stuck = Array.from({ length: 3 }, () => {
      const upload = startUpload(slow.params, token, config.port, whole.length)
      upload.on('error', () => {})
      upload.end(whole)
      return upload
    })
    await expect.poll(() => metric('plinth_publishing_waiting')).toBe(2)
    expect(await publishing()).toBe(1)

    commit.mockRestore()
    await other.publish(aStorybookZip())

    for (const upload of stuck) upload.destroy()
    await expect.poll(publishing).toBe(0)
    await expect.poll(uploading).toBe(0)
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })
})

/** Not compressible, so the upload takes a while. */
const noise = randomBytes(60_000)

async function untilAborted(_draft: string, _key: string, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function answerTo(upload: ReturnType<typeof startUpload>) {
  return new Promise<{ status: number; problem: ProblemDocument }>((resolve) => {
    upload.once('response', (response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, problem: JSON.parse(text) as ProblemDocument }),
      )
    })
  })
}
