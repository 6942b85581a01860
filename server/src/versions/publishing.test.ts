import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'

import { ApiError } from '@plinth/contract/client.ts'
import type { ProblemDocument } from '@plinth/contract/problems.ts'
import {
  createStorybook,
  deleteStorybook,
  getStorybook,
  listStorybooks,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import {
  deleteVersion,
  getStorybookFile,
  listVersions,
  publishVersion,
  publishVersionShort,
} from '@plinth/contract/versions.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

import { aStorybookZip, filesOf, hasSharedData, sharedData } from '../testing/builds.ts'
import { saySkipped } from '../testing/say-skipped.ts'
import { aMember, testPortal, tokenOf } from '../testing/test-app.ts'
import { writeZip } from '../testing/zip-writer.ts'

if (!hasSharedData) saySkipped('real builds and hostile zips are not published: there is no test data')

function formOf(zip: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('File', new File([new Uint8Array(zip)], 'build.zip'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** A member with an empty storybook, and short ways to use it. */
async function aStorybook() {
  const member = await aMember()
  const account = member.account.publicId
  const { publicId: storybook } = await member.call(createStorybook, {
    params: { account },
    body: { title: 'Design System' },
  })
  const params = { account, storybook }
  const publish = (zip: Buffer, fields?: Record<string, string>) =>
    member.call(publishVersion, { params, form: formOf(zip, fields) })
  return { ...member, params, publish }
}

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected a refusal')
  return error
}

async function leftovers() {
  const { folder, db } = await testPortal()
  const drafts = await readdir(join(folder, 'blobs/drafts'))
  const archives = await readdir(join(folder, 'blobs/archives'))
  const rows = await db.selectFrom('versions').select('public_id').execute()
  const known = new Set(rows.map((row) => `${row.public_id}.zip`))
  return { drafts, unrecorded: archives.filter((name) => !known.has(name)) }
}

describe('publishing', () => {
  test('the answer is the updated storybook, and the version tells what it holds', async () => {
    const { call, params, publish, person } = await aStorybook()
    const fields = { Message: 'First', Branch: 'main', Commit: '3f2c1ab', BuildUrl: 'https://ci.example/1' }
    const published = await publish(aStorybookZip(), fields)
    expect(published).toMatchObject({ publicId: params.storybook, versionCount: 1 })
    expect(published.latest).toEqual({
      versionPublicId: published.versionPublicId,
      kind: 'storybook',
      storyCount: 2,
      componentCount: 2,
      storybookVersion: '10.1.0',
      framework: '@storybook/react-vite',
    })
    const [version] = await call(listVersions, { params })
    expect(version).toMatchObject({
      publicId: published.versionPublicId,
      message: 'First',
      branch: 'main',
      commit: '3f2c1ab',
      buildUrl: 'https://ci.example/1',
      createdBy: person.displayName,
      fileCount: 5,
    })
    expect(published.lastUpdated).toBe(version?.createdAt)
    expect(published.versionPublicId).toMatch(/^[a-z0-9]+$/)
  })

  test('the short address of the curl example publishes too', async () => {
    const { call, params } = await aStorybook()
    const published = await call(publishVersionShort, { params, form: formOf(aStorybookZip()) })
    expect(published.versionCount).toBe(1)
  })

  test('a site that is no Storybook is hosted as it is', async () => {
    const { publish } = await aStorybook()
    const { latest } = await publish(writeZip([{ name: 'index.html', content: '<h1>docs</h1>' }]))
    expect(latest).toMatchObject({ kind: 'site', storyCount: null, storybookVersion: null })
  })

  test('uploads at the same time each become a version, the newest the last to be recorded', async () => {
    const { call, params, publish } = await aStorybook()
    const answers = await Promise.all([1, 2, 3, 4].map((n) => publish(aStorybookZip({ label: String(n) }))))
    expect(new Set(answers.map(({ versionPublicId }) => versionPublicId)).size).toBe(4)
    const versions = await call(listVersions, { params })
    const times = versions.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const storybook = await call(getStorybook, { params })
    expect(storybook.versionCount).toBe(4)
    expect(storybook.latest?.versionPublicId).toBe(versions[0]?.publicId)
    const last = answers.find(({ versionCount }) => versionCount === 4)
    expect(last?.versionPublicId).toBe(versions[0]?.publicId)
  })

  test('a retry with the same Idempotency-Key gets the first answer, also while the first is under way', async () => {
    const { call, params, person } = await aStorybook()
    const { origin } = await testPortal()
    const authorization = `Bearer ${await tokenOf(person)}`
    const send = async () => {
      const address = `${origin}/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`
      const headers = { authorization, 'idempotency-key': 'build-17' }
      const response = await fetch(address, { method: 'POST', headers, body: formOf(aStorybookZip()) })
      return { status: response.status, body: await response.json() }
    }
    const together = await Promise.all([send(), send(), send()])
    const later = await send()
    for (const answer of [...together, later]) expect(answer).toEqual(together[0])
    expect(together[0]?.status).toBe(201)
    await expect(call(listVersions, { params })).resolves.toHaveLength(1)
    expect(await leftovers()).toMatchObject({ drafts: [] })
  })

  test('the key of one storybook says nothing about another', async () => {
    const first = await aStorybook()
    const { publicId } = await first.call(createStorybook, { params: first.params, body: { title: 'Other' } })
    const { origin } = await testPortal()
    const headers = { authorization: `Bearer ${await tokenOf(first.person)}`, 'idempotency-key': 'same' }
    const ids = await Promise.all(
      [first.params.storybook, publicId].map(async (storybook) => {
        const address = `${origin}/api/v1/account/${first.params.account}/Storybooks/${storybook}/versions`
        const response = await fetch(address, { method: 'POST', headers, body: formOf(aStorybookZip()) })
        return ((await response.json()) as { publicId: string }).publicId
      }),
    )
    expect(ids).toEqual([first.params.storybook, publicId])
  })
})

describe('an upload is refused with a sentence, and leaves nothing', () => {
  test('that holds a folder without index.html', async () => {
    const { publish, call, params } = await aStorybook()
    const error = await refusal(publish(writeZip([{ name: 'storybook-static/readme.txt', content: 'hi' }])))
    expect(error.status).toBe(400)
    expect(error.problem?.code).toBe('archive_no_index')
    expect(error.problem?.detail).toContain('index.html')
    await expect(call(listVersions, { params })).resolves.toEqual([])
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })

  test('that is no zip at all', async () => {
    const { publish } = await aStorybook()
    expect((await refusal(publish(Buffer.from('hello')))).problem?.code).toBe('archive_not_a_zip')
    expect((await refusal(publish(Buffer.alloc(0)))).status).toBe(400)
  })

  test.each([
    ['no file', {}, 'form_invalid'],
    ['a message that is too long', { Message: 'x'.repeat(3000) }, 'invalid_input'],
    ['a field beyond every limit', { Message: 'x'.repeat(30_000) }, 'form_invalid'],
    ['a build link that is no web address', { BuildUrl: 'javascript:alert(1)' }, 'invalid_input'],
  ])('that has %s', async (what, fields, code) => {
    const { call, params } = await aStorybook()
    const form = formOf(aStorybookZip(), fields)
    if (what === 'no file') form.delete('File')
    if (what === 'no file') form.set('Message', 'only words')
    const error = await refusal(call(publishVersion, { params, form }))
    expect(error.problem?.code).toBe(code)
    expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  })

  test('that is larger than the limit, said before or while it arrives', async () => {
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

  test('and a client that leaves after a refusal does not leave its connection behind', async () => {
    const { person, params } = await aStorybook()
    const { app, config, services } = await testPortal()
    const { uploadBytes } = config.limits
    services.config.limits.uploadBytes = 100_000
    const sent = startRequest(params, await tokenOf(person), config.port, undefined)
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

  test('that is not a multipart form', async () => {
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

  test('that breaks off in the middle', async () => {
    const { person, params, call } = await aStorybook()
    await sendParts(params, await tokenOf(person), [filePart(Buffer.alloc(200_000))], { isCutOff: true })
    await expect.poll(leftovers).toEqual({ drafts: [], unrecorded: [] })
    await expect(call(listVersions, { params })).resolves.toEqual([])
  })

  test('that comes while all places are taken: 503 and when to come back', async () => {
    const { person, params, publish } = await aStorybook()
    const { config } = await testPortal()
    const token = await tokenOf(person)
    const leave = await openUploads(params, token, config.limits.uploadsAtOnce)
    const error = await refusal(publish(aStorybookZip()))
    expect(error.status).toBe(503)
    expect(error.problem?.code).toBe('uploads_busy')
    leave()
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual({ drafts: [], unrecorded: [] })
    await expect
      .poll(
        () =>
          publish(aStorybookZip()).then(
            () => 'published',
            () => 'busy',
          ),
        { timeout: 10_000 },
      )
      .toBe('published')
  })
})

describe('storybooks', () => {
  test('are created, changed, listed by title and deleted', async () => {
    const { call, account } = await aMember()
    const params = { account: account.publicId }
    await call(createStorybook, { params, body: { title: '  Zebra ', description: ' Stripes ' } })
    const apple = await call(createStorybook, { params, body: { title: 'Apple' } })
    const listed = await call(listStorybooks, { params })
    expect(listed.map(({ title, description }) => [title, description])).toEqual([
      ['Apple', null],
      ['Zebra', 'Stripes'],
    ])
    const one = { ...params, storybook: apple.publicId }
    const changed = await call(updateStorybook, {
      params: one,
      body: { title: 'Avocado', description: null },
    })
    expect(changed.title).toBe('Avocado')
    await call(deleteStorybook, { params: one })
    await expect(call(getStorybook, { params: one })).rejects.toMatchObject({ status: 404 })
    await expect(call(deleteStorybook, { params: one })).rejects.toMatchObject({ status: 404 })
    await expect(call(listStorybooks, { params })).resolves.toHaveLength(1)
  })

  test('need a title, which is said on the field', async () => {
    const { call, account } = await aMember()
    const error = await refusal(
      call(createStorybook, { params: { account: account.publicId }, body: { title: '   ' } }),
    )
    expect(error.status).toBe(400)
    expect(error.problem?.errors).toEqual([{ field: 'title', message: 'Title is required' }])
  })

  test('a storybook of another account does not exist for me, whatever I try with it', async () => {
    const theirs = await aStorybook()
    const { versionPublicId: version } = await theirs.publish(aStorybookZip())
    const { call, account } = await aMember()
    const { storybook } = theirs.params
    for (const home of [account.publicId, theirs.params.account]) {
      const params = { account: home, storybook }
      const attempts = [
        call(getStorybook, { params }),
        call(updateStorybook, { params, body: { title: 'Mine' } }),
        call(deleteStorybook, { params }),
        call(listVersions, { params }),
        call(publishVersion, { params, form: formOf(aStorybookZip()) }),
        call(deleteVersion, { params: { ...params, version } }),
        call(getStorybookFile, { params: { storybook, version, '*': 'index.html' } }),
        call(getStorybookFile, { params: { storybook, version: 'latest', '*': 'index.html' } }),
      ]
      const errors = await Promise.all(attempts.map((attempt) => refusal(attempt)))
      expect(errors.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    }
    await expect(theirs.call(listVersions, { params: theirs.params })).resolves.toHaveLength(1)
  })
})

describe('versions', () => {
  test('the last one stays, the others can go', async () => {
    const { call, params, publish } = await aStorybook()
    const first = await publish(aStorybookZip({ label: '1' }))
    const second = await publish(aStorybookZip({ label: '2' }))
    await call(deleteVersion, { params: { ...params, version: second.versionPublicId } })
    const storybook = await call(getStorybook, { params })
    expect(storybook).toMatchObject({ versionCount: 1, lastUpdated: first.lastUpdated })
    expect(storybook.latest?.versionPublicId).toBe(first.versionPublicId)
    const error = await refusal(
      call(deleteVersion, { params: { ...params, version: first.versionPublicId } }),
    )
    expect(error.problem?.code).toBe('last_version')
    expect(
      (await refusal(call(deleteVersion, { params: { ...params, version: second.versionPublicId } }))).status,
    ).toBe(404)
  })

  test('two people who each delete one of the last two cannot both succeed', async () => {
    const { call, params, publish } = await aStorybook()
    const versions = [
      await publish(aStorybookZip({ label: '1' })),
      await publish(aStorybookZip({ label: '2' })),
    ]
    const results = await Promise.allSettled(
      versions.map(({ versionPublicId }) =>
        call(deleteVersion, { params: { ...params, version: versionPublicId } }),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(call(listVersions, { params })).resolves.toHaveLength(1)
  })

  test('their files can be fetched by id and as latest, and never run on the portal', async () => {
    const { call, params, publish, person } = await aStorybook()
    const first = await publish(aStorybookZip({ label: 'old' }))
    await publish(aStorybookZip({ label: 'new' }))
    const read = async (version: string) =>
      Buffer.from(
        await call(getStorybookFile, {
          params: { storybook: params.storybook, version, '*': 'assets/app.js' },
        }),
      ).toString()
    expect(await read(first.versionPublicId)).toContain('old')
    expect(await read('latest')).toContain('new')
    const { origin } = await testPortal()
    const response = await fetch(`${origin}/api/v1/StorybookFiles/${params.storybook}/latest/index.html`, {
      headers: { authorization: `Bearer ${await tokenOf(person)}` },
    })
    expect(response.headers.get('content-security-policy')).toBe('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(await response.text()).not.toContain('plinth:location')
  })
})

describe.skipIf(!hasSharedData)('the data beside the project', () => {
  test.each(filesOf('zips', '.zip'))('%s is refused with a problem, never a fault of ours', async (name) => {
    const { publish } = await aStorybook()
    const error = await refusal(publish(await readFile(join(sharedData, 'zips', name))))
    expect(error.status).toBeGreaterThanOrEqual(400)
    expect(error.status).toBeLessThan(500)
    expect(error.problem?.detail.length).toBeGreaterThan(20)
  })

  test.each(filesOf('storybooks', '.zip'))('%s is published', async (name) => {
    const { publish } = await aStorybook()
    const { latest } = await publish(await readFile(join(sharedData, 'storybooks', name)))
    expect(latest?.kind).toBe('storybook')
    expect(latest?.storyCount).toBeGreaterThan(0)
    expect(latest?.storybookVersion).toMatch(/^(8|9|10)\./)
  })
})

const boundary = 'plinth-test-boundary'
const ending = Buffer.from(`\r\n--${boundary}--\r\n`)
const filePart = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="b.zip"\r\nContent-Type: application/zip\r\n\r\n`,
    ),
    content,
  ])

interface Target {
  account: string
  storybook: string
}

function startRequest(
  { account, storybook }: Target,
  token: string,
  port: number,
  length: number | undefined,
) {
  return request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api/v1/account/${account}/Storybooks/${storybook}/versions`,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': length }),
    },
  })
}

/** Sends an upload by hand: without a length, or breaking off in the middle. */
async function sendParts(
  target: Target,
  token: string,
  parts: Buffer[],
  { isChunked = false, isCutOff = false } = {},
) {
  const { config } = await testPortal()
  const body = Buffer.concat(parts)
  const sent = startRequest(
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

/** Uploads that have begun and do not go on. */
async function openUploads(target: Target, token: string, count: number) {
  const { config, folder } = await testPortal()
  const uploads = Array.from({ length: count }, () => startRequest(target, token, config.port, undefined))
  for (const upload of uploads) {
    upload.on('error', () => {})
    upload.write(filePart(Buffer.alloc(100_000)))
  }
  const leave = () => {
    for (const upload of uploads) upload.destroy()
  }
  // Also when the test fails: places that stay taken would fail all tests after it.
  onTestFinished(leave)
  const drafts = async () => (await readdir(join(folder, 'blobs/drafts'))).length
  await expect.poll(drafts, { timeout: 10_000 }).toBe(count)
  return leave
}
