import { listAccountAudit } from '@plinth/contract/audit.ts'
import { getComparedPictures, requestComparedPictures } from '@plinth/contract/pictures.ts'
import { reviewStories } from '@plinth/contract/reviews.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aPicturedStorybook, takeAll } from '../../testing/pictured-storybook.ts'
import { refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'
import { isSomebodyWaiting } from '../../testing/waiting-for-lock.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary', 'Secondary'] } })
const primary = { story: 'button--primary', variant: '' }
const secondary = { story: 'button--secondary', variant: '' }

/** Two versions whose stories look different: one of main, and one that is to be merged. */
async function aChange() {
  const storybook = await aPicturedStorybook()
  const { call, params, publishAndPlan, leaveOthers } = storybook
  const publish = (markup: string, branch: string) => publishAndPlan(build(markup), { Branch: branch })
  const from = await publish('one', 'main')
  const to = await publish('two', 'corners')
  await leaveOthers()
  const colours = { 'button--primary': { before: 1, after: 2 }, 'button--secondary': { before: 1, after: 3 } }
  await takeAll(colours)
  const decide = (body: Parameters<typeof call<typeof reviewStories>>[1]['body'], query = { from, to }) =>
    call(reviewStories, { params, query, body })
  /** With pictures of this comparison. */
  const compare = async (
    earlier: string,
    later: string,
    pictures: Parameters<typeof takeAll>[0] = colours,
  ) => {
    const query = { from: earlier, to: later }
    await call(requestComparedPictures, { params, query })
    await leaveOthers()
    await takeAll(pictures)
    return call(getComparedPictures, { params, query })
  }
  const decisionsOf = ({ stories }: Awaited<ReturnType<typeof compare>>) =>
    stories.map(({ story, review }) => [story, review?.decision])
  return { ...storybook, publish, from, to, decide, compare, decisionsOf }
}

test('a decision belongs to the branch, and holds while the picture stays the same', async () => {
  const { person, publish, from, decide, compare, decisionsOf } = await aChange()
  const decided = await decide({ stories: [primary], decision: 'accepted', comment: 'As agreed' })
  expect(decided.counts).toMatchObject({ lookDifferent: 2, accepted: 1, rejected: 0, toReview: 1 })
  expect(decided.stories.find(({ story }) => story === primary.story)?.review).toMatchObject({
    decision: 'accepted',
    comment: 'As agreed',
    by: person.displayName,
  })
  await decide({ stories: [secondary], decision: 'rejected' })

  const next = await publish('three', 'corners')
  const later = await compare(from, next)
  expect(decisionsOf(later)).toEqual([
    ['button--primary', 'accepted'],
    ['button--secondary', 'rejected'],
  ])
  const elsewhere = await publish('four', 'other')
  expect(decisionsOf(await compare(from, elsewhere))).toEqual([
    ['button--primary', undefined],
    ['button--secondary', undefined],
  ])
  const another = await publish('five', 'corners')
  const changed = { 'button--primary': { before: 1, after: 9 }, 'button--secondary': { before: 1, after: 3 } }
  expect(decisionsOf(await compare(from, another, changed))).toEqual([
    ['button--primary', undefined],
    ['button--secondary', 'rejected'],
  ])
})

test('a decision does not hold once the story looked otherwise before', async () => {
  const { publish, decide, compare, decisionsOf } = await aChange()
  await decide({ decision: 'accepted' })
  const base = await publish('six', 'main')
  const merged = await publish('seven', 'corners')
  const onNewMain = await compare(base, merged, {
    'button--primary': { before: 7, after: 2 },
    'button--secondary': { before: 1, after: 3 },
  })
  expect(decisionsOf(onNewMain)).toEqual([
    ['button--primary', undefined],
    ['button--secondary', 'accepted'],
  ])
})

test('what changed since the push before is compared, and decided about where all of the branch is', async () => {
  const { from, to, publish, decide, compare } = await aChange()
  const next = await publish('three', 'corners')
  await compare(to, next, { 'button--primary': { before: 2, after: 4 } })
  for (const decision of ['accepted', null] as const)
    expect(await refusal(decide({ decision }, { from: to, to: next }))).toMatchObject({
      status: 409,
      problem: { code: 'not_the_baseline' },
    })
  const { counts } = await compare(from, next, { 'button--primary': { before: 1, after: 4 } })
  expect(counts).toMatchObject({ accepted: 0, toReview: 1 })
})

test('all are decided at once, and taken back', async () => {
  const { decide } = await aChange()
  expect((await decide({ decision: 'accepted' })).counts).toMatchObject({ accepted: 2, toReview: 0 })
  expect((await decide({ decision: 'rejected' })).counts).toMatchObject({ accepted: 0, rejected: 2 })
  expect((await decide({ decision: null })).counts).toMatchObject({ rejected: 0, toReview: 2 })
})

test('what a colleague rejected is accepted only by somebody who has seen it', async () => {
  const { account, person, call, params, from, to, decide } = await aChange()
  const query = { from, to }
  const ada = await aMember({ account })
  const adaRejects = { stories: [primary], decision: 'rejected' as const, comment: 'Too dark' }
  await ada.call(reviewStories, { params, query, body: adaRejects })

  const kept = await decide({ decision: 'accepted' })
  expect(kept.counts).toMatchObject({ lookDifferent: 2, accepted: 1, rejected: 1, toReview: 0 })
  const theirs = kept.stories.find(({ story }) => story === primary.story)?.review
  expect(theirs).toMatchObject({ decision: 'rejected', by: ada.person.displayName, isMine: false })
  const named = await refusal(decide({ stories: [primary], decision: 'accepted' }))
  expect(named).toMatchObject({ status: 409, problem: { code: 'decided_by_others' } })
  const takenBack = await refusal(decide({ stories: [primary], decision: null }))
  expect(takenBack).toMatchObject({ status: 409, problem: { code: 'decided_by_others' } })
  const earlier = new Date(Date.parse(theirs?.at ?? '') - 1).toISOString()
  expect(await refusal(decide({ decision: 'accepted', replacesUpTo: earlier }))).toMatchObject({
    problem: { code: 'decided_by_others' },
  })

  const replaced = await decide({ decision: 'accepted', replacesUpTo: theirs?.at })
  expect(replaced.counts).toMatchObject({ accepted: 2, rejected: 0 })
  const owner = await aMember({ role: 'Owner', account })
  const entries = await owner.call(listAccountAudit, {
    params: { account: params.account },
    query: { action: 'story.reviewed' },
  })
  expect(entries.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
    `accepted button--primary; replaced what ${ada.person.displayName} (1) had decided`,
    'accepted button--secondary',
    'rejected button--primary',
  ])

  // Who decides alike leaves it to whoever did first.
  const alike = await ada.call(reviewStories, { params, query, body: { decision: 'accepted' } })
  expect(new Set(alike.stories.map(({ review }) => review?.by))).toEqual(new Set([person.displayName]))
  expect(await call(getComparedPictures, { params, query })).toMatchObject({
    stories: [{ review: { isMine: true } }, { review: { isMine: true } }],
  })
})

test('what somebody says about a decision of a colleague is saved if they have seen it, and refused otherwise', async () => {
  const { account, params, from, to, decide } = await aChange()
  const ada = await aMember({ account })
  const adaDecides = (comment: string) =>
    ada.call(reviewStories, { params, query: { from, to }, body: { decision: 'accepted', comment } })
  await ada.call(reviewStories, {
    params,
    query: { from, to },
    body: { stories: [primary], decision: 'accepted', comment: 'As agreed' },
  })
  const saysMore = { stories: [primary], decision: 'accepted' as const, comment: 'Also in the dark' }
  expect(await refusal(decide(saysMore))).toMatchObject({
    status: 409,
    problem: { code: 'decided_by_others' },
  })

  // Where all are decided about, it is said about the others.
  const { stories } = await decide({ decision: 'accepted', comment: 'All fine' })
  const reviewOf = (wanted: string) => stories.find(({ story }) => story === wanted)?.review
  expect(reviewOf(primary.story)).toMatchObject({ comment: 'As agreed', isMine: false })
  expect(reviewOf(secondary.story)).toMatchObject({ comment: 'All fine', isMine: true })

  const replaced = await decide({ ...saysMore, replacesUpTo: reviewOf(primary.story)?.at })
  expect(replaced.stories.find(({ story }) => story === primary.story)?.review).toMatchObject({
    comment: 'Also in the dark',
    isMine: true,
  })
  expect(await refusal(adaDecides('Me too'))).toMatchObject({ problem: { code: 'decided_by_others' } })
})

test('what cannot be taken back because somebody decided meanwhile is not said to be of a newer version', async () => {
  const { params, decide } = await aChange()
  const { db } = await testPortal()
  await decide({ stories: [primary], decision: 'accepted' })
  const pending = await db.transaction().execute(async (trx) => {
    await sql`
      UPDATE story_reviews SET sha256 = ${Buffer.alloc(32, 7)}
      WHERE storybook_id = (SELECT id FROM storybooks WHERE public_id = ${params.storybook})`.execute(trx)
    const takenBack = refusal(decide({ stories: [primary], decision: null }))
    await expect.poll(() => isSomebodyWaiting(db)).toBe(true)
    return { takenBack }
  })
  expect(await pending.takenBack).toMatchObject({ status: 409, problem: { code: 'decided_by_others' } })
})

test('what was decided about a newer picture is not replaced on the page of an older version', async () => {
  const { account, call, params, publish, from, to, decide, compare, decisionsOf } = await aChange()
  const ada = await aMember({ account })
  const newer = await publish('three', 'corners')
  const darker = { 'button--primary': { before: 1, after: 9 }, 'button--secondary': { before: 1, after: 3 } }
  await compare(from, newer, darker)
  const onNewer = { from, to: newer }
  const body = { stories: [primary], decision: 'rejected' as const, comment: 'Too dark' }
  await ada.call(reviewStories, { params, query: onNewer, body })
  // Nobody needs to have seen it: nothing was published since that could look like it.
  await publish('four', 'corners')

  for (const decision of ['accepted', 'rejected'] as const)
    expect(await refusal(decide({ stories: [primary], decision }, { from, to }))).toMatchObject({
      status: 409,
      problem: { code: 'decided_on_newer_version' },
    })
  // Where all are decided about, the others are.
  expect(decisionsOf(await decide({ decision: 'accepted' }, { from, to }))).toEqual([
    ['button--primary', undefined],
    ['button--secondary', 'accepted'],
  ])
  const { stories } = await call(getComparedPictures, { params, query: onNewer })
  expect(stories.find(({ story }) => story === primary.story)?.review).toMatchObject({
    decision: 'rejected',
    by: ada.person.displayName,
  })
  // What was decided about an older picture does not count any more.
  const next = await publish('five', 'corners')
  const other = { 'button--primary': { before: 1, after: 5 }, 'button--secondary': { before: 1, after: 3 } }
  await compare(from, next, other)
  const decided = await decide({ stories: [primary], decision: 'accepted' }, { from, to: next })
  expect(decisionsOf(decided)).toEqual([
    ['button--primary', 'accepted'],
    ['button--secondary', 'accepted'],
  ])
})

test('a decision about a picture that has been replaced since is refused', async () => {
  const { call, params, from, to, decide } = await aChange()
  const { stories } = await call(getComparedPictures, { params, query: { from, to } })
  const sha256 = stories.find(({ story }) => story === primary.story)?.after?.sha256 ?? ''
  const decideAbout = (after: string | null) =>
    decide({ stories: [{ ...primary, after }], decision: 'accepted' })
  for (const other of ['f'.repeat(64), null])
    expect(await refusal(decideAbout(other))).toMatchObject({
      status: 409,
      problem: { code: 'picture_replaced' },
    })
  expect((await decideAbout(sha256)).counts).toMatchObject({ accepted: 1 })
})

test('decisions are in the audit log, and only for those who may', async () => {
  const { account, params, from, to, decide } = await aChange()
  await decide({ decision: 'accepted' })
  const owner = await aMember({ role: 'Owner', account })
  const [entry] = await owner.call(listAccountAudit, {
    params: { account: params.account },
    query: { action: 'story.reviewed' },
  })
  expect(entry?.subject).toBe(`Design System, version ${to}: accepted button--primary, button--secondary`)

  const body = { decision: 'accepted' as const }
  const viewer = await aMember({ role: 'Viewer', account })
  const asViewer = viewer.call(reviewStories, { params, query: { from, to }, body })
  expect(await refusal(asViewer)).toMatchObject({ status: 403 })
  const stranger = await aMember()
  const asStranger = stranger.call(reviewStories, { params, query: { from, to }, body })
  expect(await refusal(asStranger)).toMatchObject({ status: 404 })
})

test('what looks the same is not decided about', async () => {
  const { from, to, publish, decide, compare } = await aChange()
  const next = await publish('three', 'corners')
  await compare(from, next, {
    'button--primary': { before: 2, after: 2 },
    'button--secondary': { before: 3, after: 3 },
  })
  const nothing = await refusal(decide({ decision: 'accepted' }, { from, to: next }))
  expect([nothing.status, nothing.problem?.code]).toEqual([409, 'nothing_to_review'])
  const unknown = [{ story: 'button--tertiary', variant: '' }]
  expect(await refusal(decide({ stories: unknown, decision: 'accepted' }, { from, to }))).toMatchObject({
    problem: { code: 'nothing_to_review' },
  })
})

test('a storybook can require review', async () => {
  const { call, params, from, to } = await aChange()
  const requiresReview = async () =>
    (await call(getComparedPictures, { params, query: { from, to } })).requiresReview
  expect(await requiresReview()).toBe(false)
  await call(updateStorybook, { params, body: { title: 'Design System', requiresReview: true } })
  expect(await requiresReview()).toBe(true)
})
