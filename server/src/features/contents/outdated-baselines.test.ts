import { setMainBranch } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'
import { isSomebodyWaiting } from '../../testing/waiting-for-lock.ts'
import { lockStorybook } from '../versions/store.ts'
import {
  findOutdatedMark,
  forgetComparisonsWith,
  forgetOutdatedComparisons,
  listUncompared,
  markBaselinesOutdated,
  saveChanges,
} from './comparison-store.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary'] } })
const { signal } = new AbortController()

/** A version of a branch that is compared with one of `next`, once that is the main branch. */
async function aBranch() {
  const storybook = await aStorybook()
  const { find, publishAndRead } = storybook
  const next = await publishAndRead(build('one'), { Branch: 'next' })
  const feature = await publishAndRead(build('two'), { Branch: 'feature' })
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

test('a comparison with an outdated baseline is made again, even if it is saved after all were looked through', async () => {
  const { call, params, find, next, feature } = await aBranch()
  const { db, services } = await testPortal()
  await call(setMainBranch, { params, body: { mainBranch: 'next' } })
  const isCurrent = { baseline: { version: next }, isComparing: false }
  await expect.poll(() => find(feature)).toMatchObject(isCurrent)
  const { id } = await db
    .selectFrom('versions')
    .select('id')
    .where('public_id', '=', feature)
    .executeTakeFirstOrThrow()
  await saveChanges(db, id, 'nothing to compare')
  expect(await find(feature)).toMatchObject({ isComparing: true })
  await services.contents.readUnread(signal)
  expect(await find(feature)).toMatchObject(isCurrent)
})

/** A storybook of more versions than are looked through at once; their ids, the newest first. */
async function manyVersions() {
  const { db } = await testPortal()
  const { account, params } = await aStorybook()
  const { rows } = await sql<{ storybookId: number; id: number }>`
    WITH more AS (
      INSERT INTO versions (public_id, storybook_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
      SELECT 'many' || n || storybooks.public_id, storybooks.id, now(), '', 1, 1, 1, 'storybook'
      FROM storybooks, generate_series(1, 501) AS n WHERE storybooks.public_id = ${params.storybook}
      RETURNING id, storybook_id
    ), read AS (
      INSERT INTO version_contents (version_id, format, read_at, needs_comparison)
      SELECT id, ${contentsFormat}, now(), false FROM more
    )
    SELECT id, storybook_id AS "storybookId" FROM more ORDER BY id DESC`.execute(db)
  const storybookId = rows[0]?.storybookId ?? 0
  await markBaselinesOutdated(db, storybookId)
  const mark = (await findOutdatedMark(db, storybookId)) ?? ''
  const lookThrough = (below: number) => forgetOutdatedComparisons(db, { storybookId, mark }, below)
  return { db, account, params, storybookId, ids: rows.map(({ id }) => id), lookThrough }
}

test('many versions are looked through in several turns, and all of them again if the main branch changes meanwhile', async () => {
  const { db, storybookId, ids, lookThrough } = await manyVersions()
  const next = await lookThrough(Number.MAX_SAFE_INTEGER)
  expect(next).toBe(ids[499])
  expect(await findOutdatedMark(db, storybookId)).not.toBeNull()
  expect(await lookThrough(next ?? 0)).toBeUndefined()
  expect(await findOutdatedMark(db, storybookId)).toBeNull()

  await markBaselinesOutdated(db, storybookId)
  expect(await lookThrough(Number.MAX_SAFE_INTEGER)).toBeUndefined()
  expect(await findOutdatedMark(db, storybookId)).not.toBeNull()
})

test('versions are deleted while others are looked through, without a deadlock', async () => {
  const { db, account, params, ids, lookThrough } = await manyVersions()
  const pending = await db.transaction().execute(async (deletion) => {
    await lockStorybook(deletion, account.id, params.storybook)
    const looking = lookThrough(Number.MAX_SAFE_INTEGER)
    await expect.poll(() => isSomebodyWaiting(db)).toBe(true)
    await sql`SELECT FROM version_contents WHERE version_id = ANY (${ids}::bigint[]) FOR UPDATE NOWAIT`.execute(
      deletion,
    )
    await forgetComparisonsWith(deletion, ids)
    return { looking }
  })
  expect(await pending.looking).toBe(ids[499])
})

test('comparing one version of thousands does not look for the baselines of the others', async () => {
  const { params, find, feature } = await aBranch()
  const { db } = await testPortal()
  const { id, storybook_id: storybookId } = await db
    .selectFrom('versions')
    .select(['id', 'storybook_id'])
    .where('public_id', '=', feature)
    .executeTakeFirstOrThrow()
  await sql`
    WITH others AS (
      INSERT INTO versions (public_id, storybook_id, created_at, branch, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
      SELECT left(md5(${params.storybook} || n), 20), ${storybookId}, now() - n * interval '1 day', 'other ' || n, zip_sha256, 1, 1, 1, kind
      FROM versions, generate_series(1, 2000) AS n WHERE id = ${id} RETURNING id)
    INSERT INTO version_contents (version_id, attempts, format, started_at, read_at, needs_comparison)
    SELECT id, 1, ${contentsFormat}, now(), now(), false FROM others`.execute(db)
  await db
    .updateTable('version_contents')
    .set({ needs_comparison: true })
    .where('version_id', '=', id)
    .execute()
  const looks = await db.transaction().execute(async (trx) => {
    const before = await looksAtVersions(trx)
    const page = { below: Number.MAX_SAFE_INTEGER, limit: 50 }
    expect(await listUncompared(trx, storybookId, page)).toMatchObject([{ id }])
    return (await looksAtVersions(trx)) - before
  })
  expect(looks).toBeLessThan(200)
  expect((await find(feature)).isComparing).toBe(true)
})

/** How often this transaction has looked into the table of versions. */
async function looksAtVersions(trx: Database): Promise<number> {
  const { rows } = await sql<{ looks: number }>`
    SELECT seq_scan + idx_scan AS looks FROM pg_stat_xact_user_tables WHERE relname = 'versions'`.execute(trx)
  return Number(rows[0]?.looks)
}
