import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { filePart, startUpload } from '../../testing/open-uploads.ts'
import { aStorybook, leftovers, refusal } from '../../testing/publishing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { reportSkipped } from '../../testing/report-skipped.ts'
import { restartPortal, testPortal, tokenOf } from '../../testing/test-app.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function loggedErrors() {
  const { logLines } = await testPortal()
  return logLines.filter((line) => line.includes('"level":50'))
}

describe('a full disk', () => {
  test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
    'while storing an upload (%s) is answered with 507 and logged',
    async (code) => {
      const { publish, call, params } = await aStorybook()
      const { services, logLines } = await testPortal()
      logLines.length = 0
      const full = Object.assign(new Error(`${code}: no room`), { code })
      vi.spyOn(services.blobs, 'commit').mockRejectedValueOnce(full)
      const error = await refusal(publish(aStorybookZip()))
      expect(error).toMatchObject({ status: 507, problem: { code: 'storage_full' } })
      const [line = '', ...more] = await loggedErrors()
      expect(JSON.parse(line)).toMatchObject({
        err: { message: `${code}: no room` },
        reqId: expect.any(String),
      })
      expect(more).toEqual([])
      expect(await call(listVersions, { params })).toEqual([])
      expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
    },
  )

  test.skipIf(!canLimitFiles())('while receiving an upload is answered with 507 and logged', async () => {
    const { publish } = await aStorybook()
    const { logLines } = await testPortal()
    logLines.length = 0
    limitFiles('2097152')
    onTestFinished(() => limitFiles('unlimited'))
    const error = await refusal(
      publish(aStorybookZip({ files: { 'noise.bin': randomBytes(8 * 1024 * 1024) } })),
    )
    expect(error).toMatchObject({ status: 507, problem: { code: 'storage_full' } })
    expect((await loggedErrors()).join()).toContain('EFBIG')
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
    await publish(aStorybookZip())
  })

  test('refuses uploads before they are received, and makes /ready fail', async () => {
    await restartPortal({ PLINTH_DISK_RESERVE: String(1e15) })
    const { params, person } = await aStorybook()
    const { config } = await testPortal()
    const upload = startUpload(params, await tokenOf(person), config.port, 1_000_000)
    onTestFinished(() => void upload.destroy())
    upload.on('error', () => {})
    upload.write(filePart(Buffer.alloc(10)))
    const answered = await new Promise<ProblemDocument>((resolve) => {
      upload.once('response', (response) =>
        response.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as ProblemDocument)),
      )
    })
    expect(answered).toMatchObject({ status: 507, code: 'storage_full' })
    expect((await loggedErrors()).join()).toContain('bytes are free for uploads, 1000000 were announced')

    const ready = await sendRequest('/ready')
    expect(ready.status).toBe(503)
    expect(ready.text).toContain('No room for uploads')
    expect(await sendRequest('/serving')).toMatchObject({ status: 200 })
  })
})

/** Sets the largest file this process may write, with a system tool. */
function limitFiles(bytes: string) {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
}

function canLimitFiles(): boolean {
  try {
    limitFiles('unlimited')
    return true
  } catch {
    reportSkipped('a disk that fills up during an upload is not tested: prlimit is missing')
    return false
  }
}
