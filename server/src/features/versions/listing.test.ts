import { createStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, listVersions } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'

/** A storybook with versions of which every two have the same time; newest first. */
async function manyVersions(count: number) {
  const { db } = await testPortal()
  const { call, account } = await aMember()
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Many' } })
  await sql`INSERT INTO versions (public_id, storybook_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
    SELECT lower(${storybook}) || 'v' || n, s.id, now() - (n / 2) * interval '1 minute', '\\x00', 1, 1, 1, 'site'
    FROM generate_series(${count}::int, 1, -1) AS n, storybooks AS s WHERE s.public_id = ${storybook}`.execute(
    db,
  )
  await db
    .updateTable('storybooks')
    .set({ version_count: count })
    .where('public_id', '=', storybook)
    .execute()
  const names = Array.from({ length: count }, (_, i) => `${storybook}v${i + 1}`)
  return { call, params: { ...home, storybook }, names }
}

test('pages of versions neither repeat nor skip any, even with equal times', async () => {
  const { call, params, names } = await manyVersions(11)
  const seen: string[] = []
  for (let before: string | undefined; ; before = seen.at(-1)) {
    const page = await call(listVersions, { params, query: { before, limit: 3 } })
    seen.push(...page.map(({ publicId }) => publicId))
    if (page.length < 3) break
  }
  expect(seen).toEqual(names)
})

test('the page after a deleted version is the same', async () => {
  const { call, params, names } = await manyVersions(6)
  const [, second = ''] = names
  await call(deleteVersion, { params: { ...params, version: second } })
  const page = await call(listVersions, { params, query: { before: second } })
  expect(page.map(({ publicId }) => publicId)).toEqual(names.slice(2))
})

test('without a limit the newest thousand are listed', async () => {
  const { call, params, names } = await manyVersions(1001)
  const page = await call(listVersions, { params })
  expect(page.map(({ publicId }) => publicId)).toEqual(names.slice(0, 1000))
})

test('the page before a version of another storybook is empty, as for one that does not exist', async () => {
  const { call, params } = await manyVersions(2)
  const theirs = await aViewedVersion()
  for (const before of [theirs.params.version, 'unknown']) {
    await expect(call(listVersions, { params, query: { before } })).resolves.toEqual([])
  }
})

test.each([0, 1001, 1.5])('a limit of %d is refused', async (limit) => {
  const { call, params } = await manyVersions(1)
  await expect(call(listVersions, { params, query: { limit } })).rejects.toMatchObject({ status: 400 })
})
