import { createHash } from 'node:crypto'

import { listAccountAudit } from '@plinth/contract/audit.ts'
import { choosePicture, findThumbnails } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aCamera, aPng, resultsOf } from '../../testing/fake-camera.ts'
import { aPicturedStorybook, takeAll } from '../../testing/pictured-storybook.ts'
import { refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

/** In this order: neither that of the alphabet nor that of file sizes. */
const build = (markup = 'one') =>
  aViteBuild({
    Welcome: { markup, stories: ['Start'] },
    Button: { markup, stories: ['Primary', 'Danger'] },
    Avatar: { markup, stories: ['Large'] },
  })

const colours = {
  'welcome--start': { after: 1 },
  'button--primary': { after: 2 },
  'button--danger': { after: 3 },
  'avatar--large': { after: 4 },
}

const hashOf = (colour: number) =>
  createHash('sha256')
    .update(Buffer.from(aPng(colour).base64, 'base64'))
    .digest('hex')

async function aStorybookWithPictures() {
  const storybook = await aPicturedStorybook()
  const { call, params, publishAndPlan, leaveOthers } = storybook
  const thumbnails = (version: string, ...ids: string[]) =>
    call(findThumbnails, {
      params: { account: params.account },
      body: { of: [{ version }, ...ids.map((id) => ({ version, id }))] },
    })
  const storiesShown = async (version: string, ...ids: string[]) =>
    (await thumbnails(version, ...ids)).map(({ story }) => story)
  const publishAndTake = async (zip: Buffer) => {
    const version = await publishAndPlan(zip)
    await leaveOthers()
    await takeAll(colours)
    return version
  }
  return { ...storybook, thumbnails, storiesShown, publishAndTake }
}

test('the first story of the index stands for its version and its component', async () => {
  const { publishAndTake, thumbnails } = await aStorybookWithPictures()
  const version = await publishAndTake(build())
  const found = await thumbnails(version, 'button', 'button--danger')
  expect(found.map(({ story, files }) => [story, files?.single.sha256])).toEqual([
    ['welcome--start', hashOf(1)],
    ['button--primary', hashOf(2)],
    ['button--danger', hashOf(3)],
  ])
  // Most thumbnails of the next version are those of this one.
  const next = await publishAndTake(
    aViteBuild({
      Welcome: { markup: 'one', stories: ['Start'] },
      Button: { markup: 'two', stories: ['Primary', 'Danger'] },
      Avatar: { markup: 'one', stories: ['Large'] },
    }),
  )
  expect((await thumbnails(next, 'button')).map(({ story }) => story)).toEqual([
    'welcome--start',
    'button--primary',
  ])
})

test('stories that cannot be shown do not stand for anything', async () => {
  const { publishAndPlan, leaveOthers, storiesShown } = await aStorybookWithPictures()
  const version = await publishAndPlan(build())
  await leaveOthers()
  const camera = await aCamera()
  const job = await camera.take()
  if (!job) throw new Error('no job')
  const results = resultsOf(job)
  for (const result of results)
    if (result.kind === 'thumbnail' && ['welcome--start', 'button--primary'].includes(result.story))
      result.pictures = null
  await camera.deliver(job.id, results, 'done')
  expect(await storiesShown(version, 'button', 'welcome')).toEqual(['button--danger', 'button--danger', null])
})

test('pictures that were taken before stories had places get their order', async () => {
  const { publishAndTake, storiesShown } = await aStorybookWithPictures()
  const { db, services } = await testPortal()
  const version = await publishAndTake(build())
  await sql`UPDATE story_thumbnails SET place = NULL`.execute(db)
  await services.picturePlanner.planMissing(new AbortController().signal)
  expect(await storiesShown(version, 'button')).toEqual(['welcome--start', 'button--primary'])
})

test('people choose the story that stands for a storybook or a component', async () => {
  const { call, params, account, publishAndTake, thumbnails, storiesShown } = await aStorybookWithPictures()
  const version = await publishAndTake(build())
  const choose = (of: 'storybook' | 'component', story: string, isChosen = true) =>
    call(choosePicture, { params, body: { of, story, isChosen } })
  await choose('storybook', 'avatar--large')
  await choose('component', 'button--danger')
  expect(
    (await thumbnails(version, 'button', 'avatar')).map(({ story, isChosen }) => [story, isChosen]),
  ).toEqual([
    ['avatar--large', true],
    ['button--danger', true],
    ['avatar--large', false],
  ])
  const owner = await aMember({ role: 'Owner', account })
  const [entry] = await owner.call(listAccountAudit, { params: { account: account.publicId }, query: {} })
  expect(entry).toMatchObject({ action: 'storybook.changed' })

  const next = await publishAndTake(build('two'))
  expect(await storiesShown(next, 'button')).toEqual(['avatar--large', 'button--danger'])
  const without = await publishAndTake(aViteBuild({ Button: { markup: 'two', stories: ['Primary'] } }))
  expect(await storiesShown(without, 'button')).toEqual(['button--primary', 'button--primary'])

  await choose('component', 'button--danger', false)
  expect(await storiesShown(next, 'button')).toEqual(['avatar--large', 'button--primary'])
  expect(await refusal(choose('storybook', 'nowhere--story'))).toMatchObject({ status: 404 })
})

test('Viewers choose no pictures', async () => {
  const { params, account, publishAndTake } = await aStorybookWithPictures()
  await publishAndTake(build())
  const viewer = await aMember({ role: 'Viewer', account })
  const body = { of: 'storybook', story: 'avatar--large', isChosen: true } as const
  expect(await refusal(viewer.call(choosePicture, { params, body }))).toMatchObject({ status: 403 })
})

test('what has no picture says what it waits for, and waits for nothing without a camera', async () => {
  const { publishAndPlan, thumbnails } = await aStorybookWithPictures()
  const { db } = await testPortal()
  const version = await publishAndPlan(build())
  const stateNow = async () => (await thumbnails(version)).map(({ state, waitsFor }) => [state, waitsFor])
  expect(await stateNow()).toEqual([['waiting', 'camera']])
  const unplanned = async () => {
    await sql`DELETE FROM picture_jobs`.execute(db)
    return stateNow()
  }
  // The version may just be planned again in the background.
  await expect.poll(unplanned).toEqual([['waiting', 'reading']])
  await sql`UPDATE cameras SET seen_at = now() - interval '1 minute'`.execute(db)
  expect(await stateNow()).toEqual([['none', null]])
})
