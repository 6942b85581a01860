import { setTimeout } from 'node:timers/promises'

import { getComponent, listComponents } from '@plinth/contract/contents.ts'
import { search } from '@plinth/contract/search.ts'
import { ExplainNode, sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { types } from 'pg'
import { expect, test, vi } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aCatalogue } from '../../testing/catalogues.ts'
import { contentsWith } from '../../testing/large-catalogue.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { listComponentsNamed, listVersionsThatChanged } from './components-store.ts'

test('pages of components leave connections to the database for others', async () => {
  const { db } = await testPortal()
  const { call, params, publishAndRead } = await aStorybook()
  const version = await publishAndRead(aStorybookZip())
  const countWaiting = async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"catalogue_entries"."name" = %'
    `.execute(db)
    return rows.length
  }
  const pages = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE catalogue_entries IN ACCESS EXCLUSIVE MODE`.execute(trx)
    const asked = Array.from({ length: 8 }, () =>
      call(getComponent, { params: { ...params, version, component: 'button' } }),
    )
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await setTimeout(500)
    expect(await countWaiting()).toBeLessThanOrEqual(2)
    return asked
  })
  for (const page of await Promise.all(pages)) expect(page).toMatchObject({ id: 'button', elsewhere: [] })
})

test('components of the same name are found by an index', async () => {
  const { db } = await testPortal()
  const member = await aMember()
  const components = Array.from({ length: 3_000 }, (_, i) => ({
    id: `c${i}`,
    title: `C${i}`,
    name: `C${i}`,
    file: '',
  }))
  await aCatalogue(member, 'Large', contentsWith({ components }))
  await sql`ANALYZE catalogue_entries`.execute(db)
  expect(await listComponentsNamed(db, member.account.id, 'C7', 0)).toMatchObject([{ entry_id: 'c7' }])
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) => ({ ...node, explain: ExplainNode.create() }),
    transformResult: async ({ result }) => result,
  }
  const plan = await listComponentsNamed(db.withPlugin(explain), member.account.id, 'C7', 0)
  expect(JSON.stringify(plan)).toContain('catalogue_entries_of_component_name')
})

test('versions are looked through for a component until their changes have 16 MB', async () => {
  const { db } = await testPortal()
  const { params, publishAndRead } = await aStorybook()
  const versions = [await publishAndRead(aStorybookZip()), await publishAndRead(aStorybookZip())]
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'storybook_id'])
    .where('public_id', 'in', versions)
    .execute()
  const storybookId = rows[0]?.storybook_id ?? 0
  const change = (version: string | undefined, megabytes: number) =>
    sql`UPDATE version_contents SET changes = jsonb_build_object('components', (
        SELECT jsonb_object_agg(sha512(i::text::bytea), 'changed') FROM generate_series(1, ${megabytes * 15_000}::int) AS i
      ) || '{"button": "changed"}')
      FROM versions WHERE versions.id = version_id AND public_id = ${version}`.execute(db)
  const listed = async () =>
    (await listVersionsThatChanged(db, storybookId, 'button')).map(({ public_id }) => public_id)
  const [first, second] = versions
  await change(first, 1)
  await change(second, 1)
  expect({ params, listed: await listed() }).toEqual({ params, listed: [second, first] })
  await change(first, 16)
  expect(await listed()).toEqual([second])
})

const arrayOfTexts = 1009

test('lists of components and search results have no arrays, which the driver reads letter by letter', async () => {
  const member = await aMember()
  const button = { id: 'button', title: 'Forms/Button', name: 'Button', file: '' }
  const primary = { ...button, id: 'button--primary', kind: 'story' as const, tags: ['a "tag", {b}', 'new'] }
  await aCatalogue(member, 'Tagged', contentsWith({ components: [button], entries: [primary] }))
  const getTypeParser = vi.spyOn(types, 'getTypeParser')
  const params = { account: member.account.publicId }
  const listed = await member.call(listComponents, { params })
  const found = await member.call(search, { params, query: { q: 'button' } })
  const typesRead = getTypeParser.mock.calls.map(([oid]) => oid)
  getTypeParser.mockRestore()
  const told = expect.objectContaining({ id: 'button', tags: ['a "tag", {b}', 'new'] })
  expect(listed.components).toEqual([told])
  expect(found.results).toContainEqual(told)
  expect(typesRead).not.toContain(arrayOfTexts)
})
