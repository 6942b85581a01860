import { getComparedPictures } from '@plinth/contract/pictures.ts'
import { getStorage } from '@plinth/contract/storage.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aCamera, resultsOf } from '../../testing/fake-camera.ts'
import type { Result } from '../../testing/fake-camera.ts'
import { aPicturedStorybook } from '../../testing/pictured-storybook.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary', 'Secondary'] } })

/** The camera that has the job is silent for too long. */
async function loseLease(attemptId: string) {
  const { db } = await testPortal()
  await sql`UPDATE picture_jobs SET leased_until = now() - interval '1 second' WHERE attempt_id = ${attemptId}`.execute(
    db,
  )
}

/** One of two variants of a story. */
const inVariant = (result: Result | undefined, variant: string): Result[] =>
  result?.kind === 'compared' ? [{ ...result, variant, variants: 2 }] : []

async function takeComparison(camera: Awaited<ReturnType<typeof aCamera>>) {
  const job = await camera.take()
  if (job?.kind !== 'comparison') throw new Error('no comparison')
  return job
}

test('variants that were not delivered when a camera ended are taken by the next one', async () => {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(build('one'))
  await publishAndPlan(build('two'))
  await leaveOthers()
  const camera = await aCamera()
  const job = await takeComparison(camera)
  const [primary, secondary] = resultsOf(job)
  await camera.deliver(job.id, [...inVariant(primary, 'light'), ...inVariant(primary, 'dark')])
  await camera.deliver(job.id, inVariant(secondary, 'light'))
  await loseLease(job.id)

  const next = await takeComparison(camera)
  expect(next.stories).toMatchObject([{ id: 'button--secondary', delivered: ['light'] }])
  await camera.deliver(next.id, inVariant(secondary, 'dark'), 'done')
  expect(await camera.take()).toMatchObject({ kind: 'thumbnails' })
})

test('a story counts as compared once all of its variants are, and is a baseline only then', async () => {
  const { call, params, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const from = await publishAndPlan(build('one'))
  const to = await publishAndPlan(build('two'))
  await leaveOthers()
  const camera = await aCamera()
  const job = await takeComparison(camera)
  const [primary, secondary] = resultsOf(job)
  await camera.deliver(job.id, [...inVariant(primary, 'light'), ...inVariant(primary, 'dark')])
  await camera.deliver(job.id, inVariant(secondary, 'light'))
  expect(await call(getComparedPictures, { params, query: { from, to } })).toMatchObject({
    state: 'waiting',
    counts: { changedInCode: 2, compared: 1, lookSame: 1 },
  })
  await camera.deliver(job.id, [], 'stopped')

  await publishAndPlan(build('three'))
  const next = await takeComparison(camera)
  // With one of two variants, the other one would look new.
  expect(next.stories).toMatchObject([
    { id: 'button--primary', before: [{ variant: 'dark' }, { variant: 'light' }] },
    { id: 'button--secondary', before: [] },
  ])
})

test('pictures count towards the storage at once, and what does not fit is not kept', async () => {
  const { call, params, account, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  const { db } = await testPortal()
  await publishAndPlan(build('one'))
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  if (!job) throw new Error('no job')
  const storage = () => call(getStorage, { params: { account: params.account } })
  const { usedBytes } = await storage()
  const setLimit = (bytes: number) =>
    sql`UPDATE accounts SET storage_limit_bytes = ${bytes} WHERE id = ${account.id}`.execute(db)
  await setLimit(usedBytes + 10)
  // Nothing of this job is wanted any more.
  await expect(camera.deliver(job.id, resultsOf(job))).rejects.toMatchObject({ status: 404 })
  expect((await storage()).usedBytes).toBe(usedBytes)
  await sql`UPDATE picture_jobs SET state = 'waiting' WHERE ended_as = 'storage'`.execute(db)

  // The hourly sum does not know of the version yet.
  await setLimit(usedBytes)
  expect(await camera.take()).toBeNull()
  await setLimit(usedBytes + 1e6)
  expect(await camera.take()).not.toBeNull()
})

/** A storybook of another account whose job ended in this way with the usual camera. */
async function anotherEndsAs(end: 'done' | 'crashed') {
  const { publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(build('other'))
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  if (job) await camera.deliver(job.id, end === 'done' ? resultsOf(job) : [], end)
}

async function limitsExceeded(accountId: number): Promise<number> {
  const { db } = await testPortal()
  const row = await db
    .selectFrom('picture_counts')
    .select('limits_exceeded')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.limits_exceeded ?? 0
}

/** Takes a job of an account and crashes with it. */
async function crash(accountId: number): Promise<number> {
  const camera = await aCamera()
  const job = await camera.take()
  if (!job) throw new Error('no job')
  await camera.deliver(job.id, [], 'crashed')
  return limitsExceeded(accountId)
}

async function anAccountToCrash() {
  const { account, publishAndPlan, leaveOthers } = await aPicturedStorybook()
  await publishAndPlan(build('one'))
  await leaveOthers()
  return account.id
}

test('a crash counts against an account whose build crashes where those of others do not', async () => {
  await anotherEndsAs('done')
  expect(await crash(await anAccountToCrash())).toBe(1)
})

test('a browser that crashes with the builds of others, too, is no fault of an account', async () => {
  await anotherEndsAs('crashed')
  const accountId = await anAccountToCrash()
  expect(await crash(accountId)).toBe(0)
  expect(await crash(accountId)).toBe(0)
})

test('without others, a build that crashes again is to blame', async () => {
  const { db } = await testPortal()
  const accountId = await anAccountToCrash()
  await sql`UPDATE picture_jobs SET ended_at = NULL`.execute(db)
  expect(await crash(accountId)).toBe(0)
  expect(await crash(accountId)).toBe(1)
})
