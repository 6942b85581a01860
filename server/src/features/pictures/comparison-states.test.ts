import { getComparedPictures, requestComparedPictures } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aCamera, resultsOf } from '../../testing/fake-camera.ts'
import { aPicturedStorybook, takeAll } from '../../testing/pictured-storybook.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary', 'Secondary'] } })

/** Two versions whose comparison waits for a camera. */
async function aComparison() {
  const storybook = await aPicturedStorybook()
  const { call, params, publishAndPlan, leaveOthers } = storybook
  const from = await publishAndPlan(build('one'))
  const to = await publishAndPlan(build('two'))
  await leaveOthers()
  const compare = { params, query: { from, to } }
  return {
    ...storybook,
    compare,
    found: () => call(getComparedPictures, compare),
    requested: () => call(requestComparedPictures, compare),
  }
}

async function silence(interval: string) {
  const { db } = await testPortal()
  await sql`UPDATE cameras SET seen_at = now() - ${sql.lit(interval)}::interval`.execute(db)
}

test('what has not been compared is not said to look the same', async () => {
  const { found } = await aComparison()
  expect(await found()).toMatchObject({
    state: 'waiting',
    obstacle: null,
    counts: { changedInCode: 2, compared: 0, lookDifferent: 0 },
  })
  const camera = await aCamera()
  const job = await camera.take()
  if (!job) throw new Error('no job')
  await camera.deliver(job.id, resultsOf(job, { 'button--primary': { before: 1, after: 2 } }).slice(0, 1))
  expect(await found()).toMatchObject({ state: 'waiting', counts: { compared: 1, lookDifferent: 1 } })
  await camera.deliver(job.id, resultsOf(job).slice(1), 'done')
  expect(await found()).toMatchObject({ state: 'ready', obstacle: null, counts: { compared: 2 } })
})

test('a minute after the last camera stopped, everybody is told that none is running', async () => {
  const { found } = await aComparison()
  const camera = await aCamera()
  const job = await camera.take()
  if (!job) throw new Error('no job')
  await silence('1 minute')
  expect(await found()).toMatchObject({ state: 'waiting', hasCamera: false, obstacle: 'cameraGone' })
  // One that works says so with everything it delivers.
  await camera.deliver(job.id, [])
  expect(await found()).toMatchObject({ hasCamera: true, obstacle: null })
})

test('a portal that never had a camera says so', async () => {
  const { found } = await aComparison()
  const { db } = await testPortal()
  await sql`DELETE FROM cameras`.execute(db)
  expect(await found()).toMatchObject({ hasCamera: false, obstacle: 'noCamera' })
})

test('an account that gets no more pictures is told why', async () => {
  const { found, account } = await aComparison()
  const { db } = await testPortal()
  const setCounts = (values: { pictures: number; limits_exceeded: number }) =>
    db
      .insertInto('picture_counts')
      .values({ account_id: account.id, day: sql<string>`current_date`, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet(values))
      .execute()
  await setCounts({ pictures: 1_000_000, limits_exceeded: 0 })
  expect((await found()).obstacle).toBe('dailyLimit')
  await setCounts({ pictures: 0, limits_exceeded: 5 })
  expect((await found()).obstacle).toBe('buildsEnded')
  await setCounts({ pictures: 0, limits_exceeded: 0 })
  await sql`UPDATE accounts SET storage_limit_bytes = 1 WHERE id = ${account.id}`.execute(db)
  expect((await found()).obstacle).toBe('storageFull')
})

test('what could not be planned is planned again when somebody asks', async () => {
  const { found, requested } = await aComparison()
  const { db } = await testPortal()
  await sql`
    UPDATE picture_jobs SET state = 'failed', stories = '[]', created_at = now() - interval '1 minute'
    WHERE kind = 'comparison' AND state = 'waiting'`.execute(db)
  expect(await found()).toMatchObject({ state: 'failed', gaveUpBecause: 'notPlanned' })
  expect(await requested()).toMatchObject({ state: 'waiting', counts: { changedInCode: 2 } })
  expect(await (await aCamera()).take()).toMatchObject({ kind: 'comparison', stories: { length: 2 } })
})

/** So many jobs of the account wait that it can ask for no others. */
async function fillWith(version: string) {
  const { db } = await testPortal()
  await sql`
    INSERT INTO versions (storybook_id, public_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
    SELECT storybook_id, 'w' || n || public_id, created_at, zip_sha256, 0, 0, 0, kind
    FROM versions, generate_series(1, 100) AS n WHERE public_id = ${version}`.execute(db)
  await sql`
    INSERT INTO picture_jobs (version_id, kind, stories)
    SELECT id, 'thumbnails', '[{"id":"a","idBefore":"a","title":"a","name":"a"}]' FROM versions
    WHERE public_id LIKE 'w%' || ${version}`.execute(db)
  return async () => void (await sql`DELETE FROM picture_jobs WHERE state = 'waiting'`.execute(db))
}

test.each([
  ['could not be planned', '[]', 'notPlanned'],
  ['could not be taken', '[{"id":"a","idBefore":"a","title":"a","name":"a"}]', 'cameraFailed'],
])('what %s is not lost while the account can ask for nothing else', async (_, stories, gaveUpBecause) => {
  const { found, requested, compare } = await aComparison()
  const { db } = await testPortal()
  await sql`
    UPDATE picture_jobs SET state = 'failed', stories = ${stories}, created_at = now() - interval '1 minute'
    WHERE kind = 'comparison' AND state = 'waiting'`.execute(db)
  const failed = { state: 'failed', gaveUpBecause }
  const empty = await fillWith(compare.query.to)
  expect(await requested()).toMatchObject({ ...failed, obstacle: 'manyWaiting' })
  expect(await found()).toMatchObject(failed)
  await empty()
  expect(await requested()).toMatchObject({ state: 'waiting', gaveUpBecause: null })
})

test('what was given up says why, and is taken again when somebody asks', async () => {
  const { found, requested } = await aComparison()
  const { db } = await testPortal()
  const camera = await aCamera()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const job = await camera.take()
    expect(job).toMatchObject({ kind: 'comparison' })
    await camera.deliver(job?.id ?? '', [], 'failed')
  }
  expect(await found()).toMatchObject({ state: 'failed', gaveUpBecause: 'cameraFailed' })
  await sql`UPDATE picture_jobs SET ended_at = now() - interval '1 minute' WHERE state = 'failed'`.execute(db)
  expect(await requested()).toMatchObject({ state: 'waiting', gaveUpBecause: null })
})

test('pictures that cannot be planned yet are not promised', async () => {
  const { call, params, publishAndPlan, requested } = await aComparison()
  const { db } = await testPortal()
  const from = await publishAndPlan(build('three'))
  const to = await publishAndPlan(build('four'))
  // Of those, nothing is planned in the background.
  await sql`UPDATE versions SET created_at = created_at - interval '8 days'`.execute(db)
  await sql`
    UPDATE version_contents SET read_at = NULL, contents = NULL WHERE version_id = (
      SELECT id FROM versions WHERE public_id = ${from})`.execute(db)
  await sql`DELETE FROM picture_jobs WHERE kind = 'comparison'`.execute(db)
  expect(await call(requestComparedPictures, { params, query: { from, to } })).toMatchObject({
    state: 'none',
    obstacle: 'notRead',
  })
  const empty = await fillWith(to)
  expect(await requested()).toMatchObject({ state: 'none', obstacle: 'manyWaiting' })
  await empty()
})

/** As an earlier release left them, which read less of builds. */
async function planLikeEarlier(storybook: string, stories?: string) {
  const { db } = await testPortal()
  await sql`
    UPDATE picture_jobs SET contents_format = 0,
      stories = CASE WHEN kind = 'comparison' THEN coalesce(${stories ?? null}::jsonb, stories) ELSE stories END,
      state = CASE WHEN kind = 'comparison' AND state = 'waiting' THEN 'done' ELSE state END
    WHERE version_id IN (
      SELECT versions.id FROM versions JOIN storybooks ON storybooks.id = storybook_id
      WHERE storybooks.public_id = ${storybook})`.execute(db)
}

test('what an earlier release did not see is compared after the upgrade', async () => {
  const { params, found } = await aComparison()
  const { services } = await testPortal()
  await planLikeEarlier(params.storybook, '[]')
  expect(await found()).toMatchObject({ state: 'none' })
  await services.picturePlanner.planMissing(new AbortController().signal)
  expect(await found()).toMatchObject({ state: 'waiting', counts: { changedInCode: 2, leftOut: 0 } })
})

test('pictures of all stories that may look different are kept after an upgrade', async () => {
  const { params, found, leaveOthers } = await aComparison()
  const { services } = await testPortal()
  await takeAll({ 'button--primary': { before: 1, after: 2 } })
  const before = await found()
  expect(before).toMatchObject({ state: 'ready', counts: { compared: 2, lookDifferent: 1 } })
  await planLikeEarlier(params.storybook)
  await services.picturePlanner.planMissing(new AbortController().signal)
  expect(await found()).toEqual(before)
  await leaveOthers()
  expect(await takeAll()).toEqual([])
})

test('what an earlier release planned for older versions is planned again when somebody asks', async () => {
  const { params, found, requested } = await aComparison()
  await planLikeEarlier(params.storybook, '[]')
  expect(await requested()).toMatchObject({ state: 'waiting', counts: { changedInCode: 2 } })
  expect(await found()).toMatchObject({ state: 'waiting' })
})
