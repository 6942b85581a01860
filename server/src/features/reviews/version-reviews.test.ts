import { getComparedPictures } from '@plinth/contract/pictures.ts'
import { getVersionReview, reviewVersion } from '@plinth/contract/reviews.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aPicturedStorybook, takeAll } from '../../testing/pictured-storybook.ts'
import { refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

const build = (...stories: string[]) => aViteBuild({ Button: { markup: 'button', stories } })

async function aReviewedStorybook() {
  const storybook = await aPicturedStorybook()
  const { call, params } = storybook
  await call(updateStorybook, { params, body: { title: 'Design System', requiresReview: true } })
  const review = (version: string) => call(getVersionReview, { params: { ...params, version } })
  return { ...storybook, review }
}

test('a version does not pass while it may have stories that were not compared', async () => {
  const { call, params, publishAndPlan, review } = await aReviewedStorybook()
  // Its id is longer than the portal reads.
  const unread = 'S'.repeat(600)
  const from = await publishAndPlan(build('Primary', unread), { Branch: 'main' })
  const to = await publishAndPlan(build('Primary', unread), { Branch: 'feature' })
  expect(await call(getComparedPictures, { params, query: { from, to } })).toMatchObject({
    state: 'ready',
    counts: { changedInCode: 0, leftOut: null },
  })
  expect(await review(to)).toMatchObject({ state: 'pending', because: 'not-all-compared' })
  const place = { ...params, version: to }
  expect(await call(reviewVersion, { params: place, body: { decision: 'accepted' } })).toMatchObject({
    state: 'success',
    because: 'version-accepted',
  })

  const whole = await publishAndPlan(build('Primary'), { Branch: 'main' })
  const next = await publishAndPlan(build('Primary'), { Branch: 'feature' })
  expect(await review(next)).toMatchObject({
    state: 'success',
    because: 'nothing-to-review',
    baseline: { version: whole },
  })
})

test('a version does not pass because an earlier release saw nothing that changed', async () => {
  const { params, publishAndPlan, review } = await aReviewedStorybook()
  const { db, services } = await testPortal()
  await publishAndPlan(build('Primary'), { Branch: 'main' })
  const changed = aViteBuild({ Button: { markup: 'changed', stories: ['Primary'] } })
  const version = await publishAndPlan(changed, { Branch: 'feature' })
  await sql`
    UPDATE picture_jobs SET contents_format = 0, stories = '[]', state = 'done'
    WHERE version_id IN (
      SELECT versions.id FROM versions JOIN storybooks ON storybooks.id = storybook_id
      WHERE storybooks.public_id = ${params.storybook})`.execute(db)
  expect(await review(version)).toMatchObject({ state: 'pending', because: 'taking-pictures' })
  await services.picturePlanner.planMissing(new AbortController().signal)
  await takeAll({ 'button--primary': { before: 1, after: 2 } })
  expect(await review(version)).toMatchObject({ state: 'pending', because: 'to-review', toReview: 1 })
})

test('what a colleague decided about a whole version is replaced only by somebody who has seen it', async () => {
  const { account, call, params, publishAndPlan, review } = await aReviewedStorybook()
  const version = await publishAndPlan(build('Primary'), { Branch: 'feature' })
  const ada = await aMember({ account })
  const place = { ...params, version }
  await ada.call(reviewVersion, { params: place, body: { decision: 'rejected', comment: 'Too dark' } })
  const { decision: theirs } = await review(version)
  expect(theirs).toMatchObject({ decision: 'rejected', by: ada.person.displayName, isMine: false })

  const earlier = new Date(Date.parse(theirs?.at ?? '') - 1).toISOString()
  for (const decision of ['accepted', null] as const)
    for (const seen of [{}, { replacesUpTo: earlier }])
      expect(
        await refusal(call(reviewVersion, { params: place, body: { decision, ...seen } })),
      ).toMatchObject({
        status: 409,
        problem: { code: 'decided_by_others' },
      })
  expect(await review(version)).toMatchObject({ state: 'failure', decision: theirs })
  // Whoever decided alike first keeps the credit.
  await call(reviewVersion, { params: place, body: { decision: 'rejected' } })
  expect(await review(version)).toMatchObject({ decision: theirs })
  const saysMore = { decision: 'rejected' as const, comment: 'Too small as well' }
  expect(await refusal(call(reviewVersion, { params: place, body: saysMore }))).toMatchObject({
    status: 409,
    problem: { code: 'decided_by_others' },
  })

  const seen = { replacesUpTo: theirs?.at }
  expect(await call(reviewVersion, { params: place, body: { decision: 'accepted', ...seen } })).toMatchObject(
    { state: 'success', decision: { isMine: true } },
  )
  const mine = await call(reviewVersion, { params: place, body: { decision: 'rejected' } })
  expect(mine).toMatchObject({ state: 'failure', decision: { isMine: true } })
  const more = await call(reviewVersion, { params: place, body: saysMore })
  expect(more).toMatchObject({ decision: { comment: saysMore.comment, isMine: true } })
  const takenBack = await call(reviewVersion, { params: place, body: { decision: null } })
  expect(takenBack).toMatchObject({ state: 'pending', decision: null })
})

test('a version with another baseline is compared again, and what was decided before does not count', async () => {
  const { call, params, publishAndPlan, leaveOthers, review } = await aReviewedStorybook()
  const changed = aViteBuild({ Button: { markup: 'changed', stories: ['Primary'] } })
  await publishAndPlan(changed, { Branch: 'main' })
  const baseline = await publishAndPlan(build('Primary'), { Branch: 'main' })
  const version = await publishAndPlan(changed, { Branch: 'feature' })
  expect(await review(version)).toMatchObject({ state: 'pending', because: 'taking-pictures' })
  const place = { ...params, version }
  await call(reviewVersion, { params: place, body: { decision: 'accepted' } })
  expect(await review(version)).toMatchObject({ state: 'success', because: 'version-accepted' })

  await call(deleteVersion, { params: { ...params, version: baseline } })
  expect(await review(version)).toMatchObject({ state: 'pending', decision: null })
  // Nothing changed since the version that is its baseline now.
  await expect
    .poll(async () => {
      await leaveOthers()
      return review(version)
    })
    .toMatchObject({ state: 'success', because: 'nothing-to-review' })
})
