import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'

import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { describe, expect, test } from 'vitest'

import { aForm, aStorybookZip, filesOf, hasSharedData, sharedData } from '../../testing/builds.ts'
import { ending, filePart, startUpload } from '../../testing/open-uploads.ts'
import type { Target } from '../../testing/open-uploads.ts'
import { aStorybook, leftovers, refusal } from '../../testing/publishing.ts'
import { reportSkipped } from '../../testing/report-skipped.ts'
import { testPortal, tokenOf } from '../../testing/test-app.ts'
import { writeZip } from '../../testing/zip-writer.ts'

if (!hasSharedData) reportSkipped('hostile zips are not published: the test data is missing')

describe('an upload is refused and leaves nothing behind', () => {
  test('if its folder has no index.html', async () => {
    const { publish, call, params } = await aStorybook()
    const error = await refusal(publish(writeZip([{ name: 'storybook-static/readme.txt', content: 'hi' }])))
    expect(error.status).toBe(400)
    expect(error.problem?.code).toBe('archive_no_index')
    expect(error.problem?.detail).toContain('index.html')
    const one = await refusal(publish(writeZip([{ name: 'readme.txt', content: 'hi' }])))
    expect(one.problem?.detail).toMatch(/^The only file in this zip, `readme.txt`, is not an index.html;/)
    const two = [{ name: 'readme.txt' }, { name: 'licence.txt' }]
    const neither = await refusal(publish(writeZip(two)))
    expect(neither.problem?.detail).toMatch(/^None of the 2 files in this zip is an index.html;/)
    await expect(call(listVersions, { params })).resolves.toEqual([])
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })

  test('if it is not a zip', async () => {
    const { publish } = await aStorybook()
    expect((await refusal(publish(Buffer.from('hello')))).problem?.code).toBe('archive_not_a_zip')
    expect((await refusal(publish(Buffer.alloc(0)))).status).toBe(400)
  })

  test.each([
    ['no file', {}, 'form_invalid'],
    ['too long a message', { Message: 'x'.repeat(3000) }, 'invalid_input'],
    ['a field that is far too long', { Message: 'x'.repeat(30_000) }, 'form_invalid'],
    ['a list of commits that is far too long', { Ancestors: 'a'.repeat(50_000) }, 'form_invalid'],
    ['a build link that is not a web address', { BuildUrl: 'javascript:alert(1)' }, 'invalid_input'],
  ])('if it has %s', async (what, fields, code) => {
    const { call, params } = await aStorybook()
    const form = aForm(aStorybookZip(), fields)
    if (what === 'no file') form.delete('File')
    if (what === 'no file') form.set('Message', 'only words')
    const error = await refusal(call(publishVersion, { params, form }))
    expect(error.problem?.code).toBe(code)
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })

  test('if it has a field that does not exist, whose name is told, and those that do', async () => {
    const { call, params } = await aStorybook()
    const form = aForm(aStorybookZip(), { message: 'lower case' })
    const { status, problem } = await refusal(call(publishVersion, { params, form }))
    expect(status).toBe(400)
    expect(problem).toMatchObject({
      code: 'invalid_input',
      detail:
        'The form has no field message. Its fields are Message, Branch, DefaultBranch, Commit, TargetBranch, Ancestors, Release, BuildUrl, and File.',
      errors: [{ field: 'message' }],
    })
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })

  test('if it is larger than the limit, before or while it is received', async () => {
    const { person, params } = await aStorybook()
    const { config, services } = await testPortal()
    const { uploadBytes } = config.limits
    services.config.limits.uploadBytes = 100_000
    try {
      for (const [size, isChunked] of [
        [500_000, false],
        [120_000, false],
        [500_000, true],
      ] as const) {
        const answer = await sendParts(
          params,
          await tokenOf(person),
          [filePart(Buffer.alloc(size)), ending],
          { isChunked },
        )
        expect(answer.status).toBe(413)
        expect(answer.problem.code).toBe('upload_too_large')
      }
      expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
    } finally {
      services.config.limits.uploadBytes = uploadBytes
    }
  })

  test('and its connection is closed if the client then leaves', async () => {
    const { person, params } = await aStorybook()
    const { app, config, services } = await testPortal()
    const { uploadBytes } = config.limits
    services.config.limits.uploadBytes = 100_000
    const sent = startUpload(params, await tokenOf(person), config.port, undefined)
    sent.setHeader('connection', 'keep-alive')
    try {
      const closed = new Promise<void>((resolve) => {
        app.server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
      })
      const answered = new Promise<number | undefined>((resolve) => {
        sent.once('response', (response) => resolve(response.resume().statusCode))
      })
      sent.on('error', () => {})
      sent.write(filePart(Buffer.alloc(8_000_000)))
      expect(await answered).toBe(413)
      sent.destroy()
      await closed
    } finally {
      services.config.limits.uploadBytes = uploadBytes
    }
  })

  test('if it is not a multipart form', async () => {
    const { person, params } = await aStorybook()
    const { origin } = await testPortal()
    const response = await fetch(
      `${origin}/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(person)}`, 'content-type': 'application/zip' },
        body: new Uint8Array(aStorybookZip()),
      },
    )
    expect(response.status).toBe(415)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  test('if it is cut off in the middle', async () => {
    const { person, params, call } = await aStorybook()
    await sendParts(params, await tokenOf(person), [filePart(Buffer.alloc(200_000))], { isCutOff: true })
    await expect.poll(leftovers).toEqual({ drafts: [], unrecorded: [] })
    await expect(call(listVersions, { params })).resolves.toEqual([])
  })
})

describe.skipIf(!hasSharedData)('hostile zips', () => {
  test.each(filesOf('zips', '.zip'))('%s is refused with a problem, not a server error', async (name) => {
    const { publish } = await aStorybook()
    const error = await refusal(publish(await readFile(join(sharedData, 'zips', name))))
    expect(error.status).toBeGreaterThanOrEqual(400)
    expect(error.status).toBeLessThan(500)
    expect(error.problem?.detail.length).toBeGreaterThan(20)
  })
})

/** Sends a raw upload: without a length, or cut off in the middle. */
async function sendParts(
  target: Target,
  token: string,
  parts: Buffer[],
  { isChunked = false, isCutOff = false } = {},
) {
  const { config } = await testPortal()
  const body = Buffer.concat(parts)
  const sent = startUpload(
    target,
    token,
    config.port,
    isChunked ? undefined : body.length + (isCutOff ? 1000 : 0),
  )
  return new Promise<{ status: number; problem: ProblemDocument }>((resolve) => {
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, problem: JSON.parse(text) as ProblemDocument }),
      )
    })
    sent.once('error', () => resolve({ status: 0, problem: {} as ProblemDocument }))
    sent.write(body)
    if (isCutOff) setTimeout(() => sent.destroy(), 200)
    else sent.end()
  })
}
