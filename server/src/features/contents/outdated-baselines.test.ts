import { setMainBranch } from '@plinth/contract/storybooks.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { aStorybook } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary'] } })
const { signal } = new AbortController()

/** A version of a branch that is compared with one of `next`, once that is the main branch. */
async function aBranch() {
  const storybook = await aStorybook()
  const { call, params, publish } = storybook
  const find = (version: string) => call(getVersion, { params: { ...params, version } })
  const settled = async (markup: string, branch: string) => {
    const { versionPublicId: version } = await publish(build(markup), { Branch: branch })
    await expect
      .poll(async () => {
        const { contents, isComparing } = await find(version)
        return contents === 'ready' && !isComparing
      })
      .toBe(true)
    return version
  }
  const next = await settled('one', 'next')
  const feature = await settled('two', 'feature')
  expect((await find(feature)).baseline).toBeNull()
  return { ...storybook, find, next, feature }
}

/** Does something while nothing that is known of the versions of a storybook can be changed. */
async function whileLocked(storybook: string, work: () => Promise<void>) {
  const { db } = await testPortal()
  await db.transaction().execute(async (trx) => {
    await sql`
      SELECT FROM version_contents WHERE version_id IN (
        SELECT versions.id FROM versions JOIN storybooks ON storybooks.id = storybook_id
        WHERE storybooks.public_id = ${storybook}) FOR UPDATE`.execute(trx)
    await work()
  })
}

describe('what a request costs does not depend on how many versions have another baseline:', () => {
  test('publishing a version that names the default branch', async () => {
    const { params, publish, find, next, feature } = await aBranch()
    await whileLocked(params.storybook, async () => {
      await publish(build('three'), { Branch: 'feature', DefaultBranch: 'next' })
      expect(await find(feature)).toMatchObject({ baseline: null, isComparing: true })
    })
    const { services } = await testPortal()
    await services.contents.readUnread(signal)
    await expect.poll(() => find(feature)).toMatchObject({ baseline: { version: next }, isComparing: false })
  })

  test('choosing the main branch', async () => {
    const { call, params, find, next, feature } = await aBranch()
    await whileLocked(params.storybook, async () => {
      await call(setMainBranch, { params, body: { mainBranch: 'next' } })
      expect(await find(feature)).toMatchObject({ isComparing: true })
    })
    const { services } = await testPortal()
    await services.contents.readUnread(signal)
    await expect.poll(() => find(feature)).toMatchObject({ baseline: { version: next }, isComparing: false })
  })
})

test('baselines that were not looked through when an instance ended are by the next one', async () => {
  const { params, find, next, feature } = await aBranch()
  const { db, services } = await testPortal()
  await db
    .updateTable('storybooks')
    .set({ main_branch: 'next', outdated_baselines: 'somechange' })
    .where('public_id', '=', params.storybook)
    .execute()
  expect(await find(feature)).toMatchObject({ baseline: null, isComparing: true })
  await services.contents.readUnread(signal)
  expect(await find(feature)).toMatchObject({ baseline: { version: next }, isComparing: false })
})
