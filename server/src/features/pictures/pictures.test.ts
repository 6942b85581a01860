import { createHash } from 'node:crypto'

import { deliverPictures, getCameraFile } from '@plinth/contract/camera.ts'
import { addressOf } from '@plinth/contract/client.ts'
import {
  findThumbnails,
  getComparedPictures,
  openPictures,
  requestComparedPictures,
} from '@plinth/contract/pictures.ts'
import { getStorage } from '@plinth/contract/storage.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aCamera, aPng, resultsOf } from '../../testing/fake-camera.ts'
import { aPicturedStorybook, takeAll } from '../../testing/pictured-storybook.ts'
import { refusal } from '../../testing/publishing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'
import { sweep } from '../versions/sweep.ts'

const button = (markup: string) => ({ markup, stories: ['Primary', 'Secondary'] })

const hashOf = (colour: number) =>
  createHash('sha256')
    .update(Buffer.from(aPng(colour).base64, 'base64'))
    .digest('hex')

test('every story of a first version gets a thumbnail, and of the next one those that changed', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const first = await publishAndPlan(aViteBuild({ Button: button('button'), Card: button('card') }))
  await leaveOthers()
  const [job] = await takeAll()
  expect(job).toMatchObject({
    kind: 'thumbnails',
    stories: ['button--primary', 'button--secondary', 'card--primary', 'card--secondary'],
  })

  const second = await publishAndPlan(aViteBuild({ Button: button('button'), Card: button('other') }))
  await leaveOthers()
  const jobs = await takeAll({ 'card--primary': { before: 1, after: 2 } })
  expect(jobs).toMatchObject([
    { kind: 'comparison', stories: [{ id: 'card--primary' }, { id: 'card--secondary' }] },
    { kind: 'thumbnails', stories: ['card--primary', 'card--secondary'] },
  ])

  const { account } = params
  const of = [
    { version: first },
    { version: second, id: 'button--primary' },
    { version: second, id: 'card' },
    { version: second, id: 'gone--story' },
    { version: 'unknown' },
  ]
  const found = await call(findThumbnails, { params: { account }, body: { of } })
  expect(found.map(({ state, files }) => [state, files?.single.sha256])).toEqual([
    ['ready', hashOf(1)],
    ['ready', hashOf(1)],
    ['ready', hashOf(2)],
    ['none', undefined],
    ['none', undefined],
  ])

  const compared = await call(getComparedPictures, { params, query: { from: first, to: second } })
  expect(compared).toMatchObject({
    state: 'ready',
    hasCamera: true,
    counts: { changedInCode: 2, lookDifferent: 1, lookSame: 1, toReview: 1 },
    stories: [
      { story: 'card--primary', verdict: 'different', pixels: 12, before: { sha256: hashOf(1) } },
      { story: 'card--secondary', verdict: 'same' },
    ],
  })
})

test('any two versions can be compared, and what is known of one is not taken again', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const versions: string[] = []
  for (const markup of ['one', 'two', 'three'])
    versions.push(await publishAndPlan(aViteBuild({ Button: button(markup) })))
  await leaveOthers()
  await takeAll({ 'button--primary': { before: 1, after: 2 } })
  const [first = '', , third = ''] = versions
  const query = { from: first, to: third }
  expect(await call(getComparedPictures, { params, query })).toMatchObject({ state: 'none', stories: [] })
  expect(await call(requestComparedPictures, { params, query })).toMatchObject({ state: 'waiting' })
  const camera = await aCamera()
  const job = await camera.take()
  // The first version was never the later one of a comparison.
  expect(job).toMatchObject({ kind: 'comparison', stories: [{ id: 'button--primary', before: [] }, {}] })
  if (job)
    await camera.deliver(job.id, resultsOf(job, { 'button--primary': { before: 1, after: 2 } }), 'done')
  await expect(call(requestComparedPictures, { params, query })).resolves.toMatchObject({ state: 'ready' })
  const [, second = ''] = versions
  await call(requestComparedPictures, { params, query: { from: third, to: second } })
  expect(await camera.take()).toMatchObject({
    stories: [{ before: [{ variant: '', sha256: hashOf(2) }] }, {}],
  })
})

test('one person does not use up the comparisons that an account can ask for', async () => {
  const { db } = await testPortal()
  const { call, account, params, publishAndPlan } = await aPicturedStorybook()
  const from = await publishAndPlan(aViteBuild({ Button: button('one') }))
  const to = await publishAndPlan(aViteBuild({ Button: button('two') }))
  const query = { from: to, to: from }
  await call(requestComparedPictures, { params, query })
  await sql`WITH others AS (
      INSERT INTO versions (public_id, storybook_id, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind, created_at)
      SELECT 'v' || n || public_id, storybook_id, zip_sha256, 1, 1, 1, kind, created_at
      FROM versions, generate_series(1, 99) AS n
      WHERE public_id = ${from} RETURNING id)
    INSERT INTO picture_jobs (version_id, before_version_id, kind, stories, state, requested_by)
    SELECT others.id, before_version_id, kind, stories, 'done', requested_by FROM others, picture_jobs
    WHERE requested_by IS NOT NULL AND of_account = ${account.id}`.execute(db)
  await sql`DELETE FROM picture_jobs WHERE of_account = ${account.id} AND state <> 'done'`.execute(db)
  const request = (person: { call: typeof call }) => person.call(requestComparedPictures, { params, query })
  await expect(request({ call })).resolves.toMatchObject({ state: 'waiting' })
  await sql`DELETE FROM picture_jobs WHERE of_account = ${account.id} AND before_version_id = (
    SELECT id FROM versions WHERE public_id = ${to}) AND version_id = (
    SELECT id FROM versions WHERE public_id = ${from})`.execute(db)
  await sql`UPDATE picture_jobs SET state = 'waiting' WHERE id IN (
    SELECT id FROM picture_jobs WHERE of_account = ${account.id} AND requested_by IS NOT NULL LIMIT 20)`.execute(
    db,
  )
  await expect(request({ call })).rejects.toMatchObject({
    status: 429,
    problem: { code: 'too_many_picture_requests' },
  })
  await expect(request(await aMember({ account, role: 'Viewer' }))).resolves.toMatchObject({
    state: 'waiting',
  })
})

test('the camera gets the files of its job, and nothing else', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  const { origin, services } = await testPortal()
  const camera = await aCamera()
  const job = await camera.take()
  const headers = { authorization: `Bearer ${services.cameraTokens.own}` }
  const get = (path: string, id = job?.id ?? '') =>
    fetch(origin + addressOf(getCameraFile, { job: id, side: 'after', '*': path }), { headers })
  const index = await get('index.json')
  expect([index.status, index.headers.get('content-security-policy')]).toEqual([
    200,
    "sandbox; default-src 'none'",
  ])
  const missing = await get('missing.js')
  expect([missing.status, missing.headers.get('plinth-no-file')]).toEqual([404, 'true'])
  const foreign = await get('index.json', 'other')
  expect([foreign.status, foreign.headers.get('plinth-no-file')]).toEqual([404, null])
  const before = await fetch(
    origin + addressOf(getCameraFile, { job: job?.id ?? '', side: 'before', '*': 'index.json' }),
    { headers },
  )
  expect(before.status).toBe(404)
  for (const authorization of ['Bearer wrong', '', `Basic ${services.cameraTokens.own}`])
    expect(
      (await fetch(`${origin}/api/v1/camera/jobs`, { method: 'POST', headers: { authorization } })).status,
    ).toBe(401)
})

test('a camera that is gone loses its job, and the next one continues', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(aViteBuild({ Button: button('button'), Card: button('card') }))
  await leaveOthers()
  const { db } = await testPortal()
  const camera = await aCamera()
  const first = await camera.take()
  if (!first) throw new Error('no job')
  await camera.deliver(first.id, resultsOf(first).slice(0, 3))
  expect(await camera.take()).toBeNull()
  await db
    .updateTable('picture_jobs')
    .set({ leased_until: sql`now() - interval '1 second'` })
    .where('attempt_id', '=', first.id)
    .execute()
  const second = await camera.take()
  expect(second).toMatchObject({ kind: 'thumbnails', stories: ['card--secondary'] })
  await expect(camera.deliver(first.id, resultsOf(first), 'done')).rejects.toMatchObject({ status: 404 })
  if (second) await camera.deliver(second.id, resultsOf(second), 'done')
  expect(await camera.take()).toBeNull()
})

test('a job that delivers nothing is given up after some attempts', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  const camera = await aCamera()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const job = await camera.take()
    expect(job).not.toBeNull()
    await camera.deliver(job?.id ?? '', [], 'failed')
  }
  expect(await camera.take()).toBeNull()
})

test('an account whose builds had to be ended often gets no more pictures today', async () => {
  const { account, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { db } = await testPortal()
  await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  const camera = await aCamera()
  for (let times = 0; times < 5; times += 1) {
    const job = await camera.take()
    expect(job).not.toBeNull()
    // One picture each time: it is not the number of attempts that ends it.
    if (job) await camera.deliver(job.id, resultsOf(job).slice(0, 1), 'memory')
    await db.deleteFrom('story_thumbnails').execute()
  }
  expect(await camera.take()).toBeNull()
  await db
    .updateTable('picture_counts')
    .set({ limits_exceeded: 0 })
    .where('account_id', '=', account.id)
    .execute()
  expect(await camera.take()).not.toBeNull()
})

test('what the camera delivers is checked', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  const id = job?.id ?? ''
  const thumbnail = (picture: object, story = 'button--primary') =>
    camera.deliver(id, [
      { kind: 'thumbnail', story, pictures: { single: picture, double: picture } as never },
    ])
  const html = Buffer.from('<script>alert(1)</script>').toString('base64')
  for (const bad of [
    { ...aPng(1), base64: html },
    { ...aPng(1), mediaType: 'text/html' },
    { ...aPng(1), mediaType: 'image/webp' },
    { ...aPng(1), width: 99_999 },
    { ...aPng(1), base64: 'not base64!' },
    aPng(1, { width: 9000 }),
    aPng(1, { width: 8000, height: 8000 }),
    aPng(1, { width: 700, height: 1 }),
    aPng(1, { width: 1, height: 700 }),
  ])
    expect(await refusal(thumbnail(bad))).toMatchObject({ status: 400 })
  expect(await refusal(thumbnail(aPng(1), 'somebody-elses--story'))).toMatchObject({ status: 400 })
  await expect(thumbnail(aPng(1, { width: 320, height: 320 }))).resolves.toBeUndefined()
  const doubled = { single: aPng(1), double: aPng(1, { width: 640, height: 640 }) }
  await expect(
    camera.deliver(id, [{ kind: 'thumbnail', story: 'button--primary', pictures: doubled }]),
  ).resolves.toBeUndefined()
})

test('members see pictures on their own host, others do not', async () => {
  const { call, params, account, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const version = await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  await takeAll()
  const { config } = await testPortal()
  const opened = await call(openPictures, { params: { account: params.account } })
  const { host, pathname } = new URL(opened.baseUrl)
  const exchange = (ticket: string) =>
    sendRequest(new URL(opened.ticketUrl).pathname, {
      host,
      method: 'POST',
      headers: { origin: config.publicUrl.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    })
  const session = await exchange(opened.ticket)
  expect(session.status).toBe(204)
  const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect((await exchange(opened.ticket)).status).toBe(403)
  const get = (path: string, headers: Record<string, string> = { cookie }) =>
    sendRequest(path, { host, headers })
  const path = `${pathname}/${hashOf(1)}`
  const picture = await get(path)
  expect(picture).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
  expect((await get(path, {})).status).toBe(401)
  expect((await get(`${pathname}/${hashOf(200)}`)).status).toBe(404)
  expect((await get(`${pathname}/../${params.account}`)).status).toBe(404)

  const stranger = await aMember()
  const theirs = await stranger.call(openPictures, { params: { account: stranger.account.publicId } })
  const foreign = (await exchange(theirs.ticket)).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect((await get(path, { cookie: foreign })).status).toBe(401)
  const own = new URL(theirs.baseUrl).pathname
  expect((await get(`${own}/${hashOf(1)}`, { cookie: foreign })).status).toBe(404)
  expect(await refusal(stranger.call(openPictures, { params: { account: params.account } }))).toMatchObject({
    status: 404,
  })
  const of = [{ version }]
  const found = await stranger.call(findThumbnails, {
    params: { account: stranger.account.publicId },
    body: { of },
  })
  expect(found).toMatchObject([{ state: 'none', files: null, story: null }])
  expect(account.publicId).toBe(params.account)
})

test('pictures count towards the storage, and go with their versions', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { services, db } = await testPortal()
  const home = { account: params.account }
  const version = await publishAndPlan(aViteBuild({ Button: button('button') }))
  const { usedBytes: before } = await call(getStorage, { params: home })
  await leaveOthers()
  await takeAll()
  const bytes =
    Buffer.from(aPng(1).base64, 'base64').length + Buffer.from(aPng(1, { width: 8 }).base64, 'base64').length
  expect((await call(getStorage, { params: home })).usedBytes).toBe(before + bytes)

  const later = aViteBuild({ Button: button('other') })
  await publishAndPlan(later)
  await call(deleteVersion, { params: { ...params, version } })
  await db
    .updateTable('pictures')
    .set({ created_at: sql`now() - interval '2 days'` } as never)
    .execute()
  await sql`UPDATE versions SET purged_at = now(), deleted_at = now() WHERE public_id = ${version}`.execute(
    db,
  )
  const { blobs, log, backgroundDb } = services
  const inDays = Date.now() + 2 * 24 * 60 * 60_000
  await sweep({ db: backgroundDb, blobs, log }, { now: inDays })
  const left = await db
    .selectFrom('pictures')
    .innerJoin('storybooks', 'storybooks.id', 'pictures.storybook_id')
    .select('pictures.id')
    .where('storybooks.public_id', '=', params.storybook)
    .execute()
  expect(left).toEqual([])
  expect((await call(getStorage, { params: home })).usedBytes).toBe(later.length)
})

test('a picture whose bytes are lost is taken again', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { services, db } = await testPortal()
  await publishAndPlan(aViteBuild({ Button: button('button') }))
  await leaveOthers()
  await takeAll()
  const { account } = params
  const rows = await db
    .selectFrom('pictures')
    .innerJoin('storybooks', 'storybooks.id', 'pictures.storybook_id')
    .select('blob_key')
    .where('storybooks.public_id', '=', params.storybook)
    .execute()
  for (const { blob_key: key } of rows) await services.blobs.pictures?.delete(key)
  const opened = await call(openPictures, { params: { account } })
  const { config } = await testPortal()
  const { host, pathname } = new URL(opened.baseUrl)
  const session = await sendRequest(new URL(opened.ticketUrl).pathname, {
    host,
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: opened.ticket }),
  })
  const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect((await sendRequest(`${pathname}/${hashOf(1)}`, { host, headers: { cookie } })).status).toBe(404)
  expect(await takeAll()).toHaveLength(1)
  expect((await sendRequest(`${pathname}/${hashOf(1)}`, { host, headers: { cookie } })).status).toBe(200)
})

test('cameras of another kind leave a comparison to those that began it, as long as there are some', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { db } = await testPortal()
  const stories = Array.from({ length: 20 }, (_, i) => `Story${i}`)
  await publishAndPlan(aViteBuild({ Button: { markup: 'one', stories } }))
  await publishAndPlan(aViteBuild({ Button: { markup: 'two', stories } }))
  await leaveOthers()
  const [camera, other] = [await aCamera(), await aCamera('Chromium 2, tests')]
  const first = await camera.take()
  expect(first).toMatchObject({ kind: 'comparison' })
  if (first) await camera.deliver(first.id, resultsOf(first), 'done')
  expect((await other.take())?.kind).not.toBe('comparison')
  await sql`UPDATE cameras SET seen_at = now() - interval '1 hour' WHERE environment LIKE 'Chromium 1,%'`.execute(
    db,
  )
  const again = await other.take()
  // From the beginning: its pictures would not compare.
  expect(again).toMatchObject({ kind: 'comparison', stories: { length: first?.stories.length } })
})

test('what is compared with a version in the trash is not taken', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const before = await publishAndPlan(aViteBuild({ Button: button('one') }))
  await publishAndPlan(aViteBuild({ Button: button('two') }))
  await call(deleteVersion, { params: { ...params, version: before } })
  await leaveOthers()
  expect((await takeAll()).map(({ kind }) => kind)).toEqual(['thumbnails'])
})

test('an account at its storage limit gets no more pictures', async () => {
  const { params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { db } = await testPortal()
  await publishAndPlan(aViteBuild({ Button: button('one') }))
  await leaveOthers()
  await sql`UPDATE accounts SET storage_limit_bytes = 90 WHERE public_id = ${params.account}`.execute(db)
  expect(await takeAll()).toEqual([])
})

test('a job is found quickly among thousands', { tags: ['long'] }, async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { db } = await testPortal()
  const version = await publishAndPlan(aViteBuild({ Button: button('one') }))
  await leaveOthers()
  await sql`
    INSERT INTO versions (storybook_id, public_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
    SELECT storybook_id, 'many' || n || public_id, created_at, zip_sha256, 0, 0, 0, kind
    FROM versions, generate_series(1, 4000) AS n
    WHERE public_id = ${version}`.execute(db)
  await sql`
    INSERT INTO picture_jobs (version_id, kind, stories)
    SELECT id, 'thumbnails', '[]' FROM versions WHERE public_id LIKE 'many%' || ${version}`.execute(db)
  const camera = await aCamera()
  // Quadratic, it would not end within the database's time limit.
  expect(await camera.take()).toMatchObject({ kind: 'thumbnails' })
  await sql`DELETE FROM picture_jobs WHERE stories = '[]'`.execute(db)
})

test('nobody else sends large bodies', async () => {
  const { origin } = await testPortal()
  const address = origin + addressOf(deliverPictures, { job: 'ajob' })
  const body = JSON.stringify({ results: [], padding: 'x'.repeat(1e6) })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer wrong' }
  const response = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined)
  // Refused before it is read, so the connection may break off first.
  expect([401, undefined]).toContain(response?.status)
})

test('of a story that is delivered twice at once, the last counts', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const version = await publishAndPlan(aViteBuild({ Button: button('one') }))
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  if (job)
    await camera.deliver(
      job.id,
      [...resultsOf(job), ...resultsOf(job, { 'button--primary': { after: 5 } })],
      'done',
    )
  const body = { of: [{ version, id: 'button--primary' }] }
  const [found] = await call(findThumbnails, { params: { account: params.account }, body })
  expect(found?.files?.single.sha256).toBe(hashOf(5))
})

test('of a story that is not known in all its variants, nothing counts as known', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const first = await publishAndPlan(aViteBuild({ Button: button('one') }))
  const second = await publishAndPlan(aViteBuild({ Button: button('two') }))
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  const results = job ? resultsOf(job) : []
  const [result] = results
  if (!job || result?.kind !== 'compared') throw new Error('There is no job.')
  await camera.deliver(job.id, [...results, { ...result, variant: 'dark', isUnstable: true }], 'done')
  await takeAll()
  await call(requestComparedPictures, { params, query: { from: second, to: first } })
  expect(await camera.take()).toMatchObject({
    stories: [
      { id: 'button--primary', before: [] },
      { id: 'button--secondary', before: [{ variant: '' }] },
    ],
  })
})

test('a camera that is stopped costs no attempt', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(aViteBuild({ Button: button('one') }))
  await leaveOthers()
  const camera = await aCamera()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const job = await camera.take()
    expect(job).not.toBeNull()
    if (job) await camera.deliver(job.id, [], 'stopped')
  }
})
