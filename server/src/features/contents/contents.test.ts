import { compareVersions } from '@plinth/contract/compare.ts'
import { getComponent, getContents, listComponents } from '@plinth/contract/contents.ts'
import { search } from '@plinth/contract/search.ts'
import { setMainBranch, updateStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, getVersion, listVersions } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { contentsFormat } from '../../contents/contents.ts'
import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'
import { writeZip } from '../../testing/zip-writer.ts'
import { deleteCatalogue, replaceCatalogue } from '../search/catalogue-store.ts'
import { lockStorybook } from '../versions/store.ts'
import { forgetComparisonsWith } from './comparison-store.ts'
import { refresh } from './refresh.ts'

const button = { markup: 'button', props: { variant: 'string' }, stories: ['Primary', 'Secondary'] }
const card = { markup: 'card', stories: ['Plain'] }

/** A storybook whose versions are published and read one after the other. */
async function aReadStorybook() {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const state = async (version: string) =>
    (await call(getVersion, { params: { ...params, version } })).contents
  async function publishAndRead(zip: Buffer, fields?: Record<string, string>): Promise<string> {
    const { versionPublicId } = await storybook.publish(zip, fields)
    await expect.poll(() => state(versionPublicId)).not.toBe('reading')
    return versionPublicId
  }
  const changesOf = async (version: string) =>
    (await call(listVersions, { params })).find(({ publicId }) => publicId === version)?.changes
  const firstHit = async (q: string) =>
    (await call(search, { params: { account: params.account }, query: { q } })).results[0]
  return { ...storybook, publishAndRead, changesOf, firstHit }
}

test('what is inside a version can be listed, shown and found after its publishing', async () => {
  const { call, params, publishAndRead, firstHit } = await aReadStorybook()
  const version = await publishAndRead(aViteBuild({ 'Forms/Button': button, Card: card }))

  const contents = await call(getContents, { params: { ...params, version } })
  expect(contents).toMatchObject({ state: 'ready', isPartial: false })
  expect(contents.entries.map(({ id }) => id)).toEqual([
    'forms-button--primary',
    'forms-button--secondary',
    'card--plain',
  ])
  expect(contents.components).toMatchObject([
    { id: 'forms-button', title: 'Forms/Button', name: 'Button', storyCount: 2, propCount: 1 },
    { id: 'card', title: 'Card', storyCount: 1 },
  ])

  const component = await call(getComponent, { params: { ...params, version, component: 'forms-button' } })
  expect(component).toMatchObject({
    description: 'A Button.',
    props: [{ name: 'variant', type: 'string', isRequired: false }],
    stories: [{ name: 'Primary', example: '{ args: { label: "Primary" } }' }, { name: 'Secondary' }],
  })

  await expect.poll(() => firstHit('buton')).toMatchObject({ kind: 'component', id: 'forms-button' })
  const { account, storybook } = params
  const listed = await call(listComponents, { params: { account }, query: { storybook } })
  expect(listed.components.map(({ title }) => title)).toEqual(['Card', 'Forms/Button'])
  expect(listed.reading).toEqual([])
})

test('after many versions at once, each is compared, and the last can be found', async () => {
  const { publish, changesOf, firstHit } = await aReadStorybook()
  const names = ['Alert', 'Badge', 'Card', 'Dialog', 'Empty']
  const versions: string[] = []
  for (const name of names) versions.push((await publish(aViteBuild({ [name]: card }))).versionPublicId)
  await expect.poll(async () => (await firstHit('Empty'))?.id).toBe('empty')
  for (const [i, version] of versions.entries())
    await expect.poll(async () => (await changesOf(version))?.since).toBe(versions[i - 1])
})

test('a version is compared with the one before on its branch, also after that is deleted', async () => {
  const { call, params, publishAndRead, changesOf, firstHit } = await aReadStorybook()
  await call(setMainBranch, { params, body: { mainBranch: null } })
  const main = { Branch: 'main' }
  const first = await publishAndRead(aViteBuild({ Button: button, Card: card }), main)
  await publishAndRead(aViteBuild({ Dialog: card }), { Branch: 'other' })
  const second = await publishAndRead(aViteBuild({ Button: button, Card: { ...card, markup: 'new' } }), main)
  const third = await publishAndRead(aViteBuild({ Button: { ...button, stories: ['Primary'] } }), main)

  const nothing = { added: 0, removed: 0, renamed: 0, changed: 0, unknown: 0 }
  const none = { ...nothing, isPreviewChanged: false, isComplete: true }
  expect(await changesOf(first)).toBeNull()
  expect(await changesOf(second)).toEqual({ ...none, changed: 1, since: first })
  expect(await changesOf(third)).toEqual({ ...none, removed: 2, since: second })

  const comparison = await call(compareVersions, { params, query: { from: first, to: second } })
  expect(comparison).toMatchObject({
    state: 'ready',
    changed: [{ id: 'card--plain', because: ['Card.tsx'] }],
    counts: { ...nothing, changed: 1, unchanged: 2 },
  })
  const byDefault = await call(compareVersions, { params })
  expect([byDefault.from.publicId, byDefault.to.publicId]).toEqual([second, third])
  const card2 = await call(getComponent, { params: { ...params, version: second, component: 'card' } })
  expect(card2.changedIn.map(({ versionPublicId }) => versionPublicId)).toEqual([second])

  await call(deleteVersion, { params: { ...params, version: second } })
  await expect.poll(() => changesOf(third)).toEqual({ ...none, removed: 2, since: first })
  await call(deleteVersion, { params: { ...params, version: third } })
  await expect.poll(() => firstHit('dialog')).toMatchObject({ kind: 'component', id: 'dialog' })
})

test('what was left unread is read by the duty, also what an earlier release read', async () => {
  const { call, params, publishAndRead, firstHit } = await aReadStorybook()
  const { db, services } = await testPortal()
  const version = await publishAndRead(aViteBuild({ Button: button }))
  await expect.poll(() => firstHit('button')).toBeDefined()
  await db.updateTable('version_contents').set({ format: 0 }).execute()
  await db.updateTable('catalogues').set({ format: 0 }).execute()
  expect(await call(getVersion, { params: { ...params, version } })).toMatchObject({ contents: 'reading' })
  expect(await firstHit('button')).toMatchObject({ versionPublicId: version })
  await services.contents.readUnread(new AbortController().signal)
  expect(await call(getVersion, { params: { ...params, version } })).toMatchObject({ contents: 'ready' })
})

test('a build that ended the process three times is left alone, and is not shown as being read', async () => {
  const { call, params, publishAndRead } = await aReadStorybook()
  const { db, services } = await testPortal()
  const version = await publishAndRead(aViteBuild({ Button: button }))
  const longAgo = new Date(0)
  await db.updateTable('version_contents').set({ attempts: 3, read_at: null, started_at: longAgo }).execute()
  expect(await call(getVersion, { params: { ...params, version } })).toMatchObject({ contents: 'reading' })
  await services.contents.readUnread(new AbortController().signal)
  expect(await call(getVersion, { params: { ...params, version } })).toMatchObject({ contents: 'none' })
})

test('a plain site has nothing to read, and a build with nothing to read is empty', async () => {
  const { call, params, publishAndRead } = await aReadStorybook()
  const site = await publishAndRead(writeZip([{ name: 'index.html', content: '<h1>Site</h1>' }]))
  expect(await call(getVersion, { params: { ...params, version: site } })).toMatchObject({ contents: 'none' })
  const contents = await call(getContents, { params: { ...params, version: site } })
  expect(contents).toEqual({ state: 'none', isPartial: false, components: [], entries: [] })

  const odd = await publishAndRead(aStorybookZip({ files: { 'index.json': '[1, 2' } }))
  expect(await call(getContents, { params: { ...params, version: odd } })).toMatchObject({ entries: [] })
  const comparison = await call(compareVersions, { params, query: { from: site, to: odd } })
  expect(comparison).toMatchObject({ state: 'none', changed: [] })
})

test('stories without readable scripts are listed; whether they changed cannot be told', async () => {
  const { call, params, publishAndRead } = await aReadStorybook()
  const before = await publishAndRead(aStorybookZip({ label: 'one' }))
  const after = await publishAndRead(aStorybookZip({ label: 'two' }))
  const { changed, unknown, added } = await call(compareVersions, {
    params,
    query: { from: before, to: after },
  })
  expect({ changed, added }).toEqual({ changed: [], added: [] })
  expect(unknown.map(({ id }) => id)).toEqual(['button--primary', 'button--docs', 'card--plain'])
})

test('contents of another account answer as missing ones', async () => {
  const { params, publishAndRead } = await aReadStorybook()
  const version = await publishAndRead(aViteBuild({ Button: button }))
  const stranger = await aMember()
  const foreign = { ...params, account: stranger.account.publicId }
  const { call } = stranger
  for (const attempt of [
    () => call(getVersion, { params: { ...foreign, version } }),
    () => call(getContents, { params: { ...foreign, version } }),
    () => call(getComponent, { params: { ...foreign, version, component: 'button' } }),
    () => call(compareVersions, { params: foreign }),
    () => call(compareVersions, { params, query: { from: version, to: version } }),
  ]) {
    expect((await refusal(attempt())).status).toBe(404)
  }
  const listed = await call(listComponents, {
    params: { account: foreign.account },
    query: { storybook: params.storybook },
  })
  expect(listed.components).toEqual([])
})

test('a catalogue that takes long to write keeps no other account from being read', async () => {
  const { db } = await testPortal()
  const slow = await aReadStorybook()
  await slow.publishAndRead(aViteBuild({ Button: button }))
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('catalogues').select('storybook_id').forUpdate().execute()
    await slow.publishAndRead(aViteBuild({ Card: card }))
    const other = await aReadStorybook()
    const version = await other.publishAndRead(aViteBuild({ Button: button }))
    const contents = await other.call(getContents, { params: { ...other.params, version } })
    expect(contents.state).toBe('ready')
  })
})

test('the first version of a branch is compared with the main branch, and search finds what is on that', async () => {
  const { call, params, publishAndRead, changesOf, firstHit } = await aReadStorybook()
  const main = await publishAndRead(aViteBuild({ Button: button }), { Branch: 'next' })
  const feature = await publishAndRead(aViteBuild({ Button: button, Card: card }), { Branch: 'feature' })
  expect(await changesOf(feature)).toBeNull()
  await expect.poll(() => firstHit('card')).toMatchObject({ kind: 'component', id: 'card' })

  await call(updateStorybook, { params, body: { title: 'Kit', mainBranch: 'next' } })
  await expect.poll(() => changesOf(feature)).toMatchObject({ added: 1, since: main })
  await expect.poll(() => firstHit('card')).toBeUndefined()
  expect(await firstHit('button')).toMatchObject({ kind: 'component', id: 'button' })
  expect(await firstHit('kit')).toMatchObject({ kind: 'storybook', versionPublicId: main })

  await call(updateStorybook, { params, body: { title: 'Kit', mainBranch: null } })
  await expect.poll(() => changesOf(feature)).toBeNull()
})

test('once the default branch is published, search and comparisons follow it', async () => {
  const { publishAndRead, changesOf, firstHit } = await aReadStorybook()
  await publishAndRead(aViteBuild({ Dialog: card }), { Branch: 'feature' })
  await expect.poll(() => firstHit('dialog')).toMatchObject({ kind: 'component', id: 'dialog' })
  const main = await publishAndRead(aViteBuild({ Button: button }), { Branch: 'main' })
  const other = await publishAndRead(aViteBuild({ Button: button, Card: card }), { Branch: 'other' })
  await expect.poll(() => changesOf(other)).toMatchObject({ added: 1, since: main })
  await expect.poll(() => firstHit('dialog')).toBeUndefined()
  expect(await firstHit('button')).toMatchObject({ kind: 'component', id: 'button' })
  expect(await firstHit('card')).toBeUndefined()
})

test('a version says that its preview changed, and that not all of its stories are known', async () => {
  const { publishAndRead, changesOf } = await aReadStorybook()
  const nothing = { added: 0, removed: 0, renamed: 0, changed: 0, unknown: 0 }
  const first = await publishAndRead(aViteBuild({ Button: button }))
  const restyled = await publishAndRead(aViteBuild({ Button: button }, { isShown: true }))
  await expect
    .poll(() => changesOf(restyled))
    .toEqual({ ...nothing, isPreviewChanged: true, isComplete: true, since: first })
  // Its id is longer than the portal reads.
  const unlisted = { ...button, stories: [...button.stories, 'S'.repeat(600)] }
  const more = await publishAndRead(aViteBuild({ Button: unlisted }, { isShown: true }))
  await expect.poll(() => changesOf(more)).toMatchObject({ added: 0, isComplete: false, since: restyled })
})

test('a version says that it is being compared until it has been', async () => {
  const { services, db } = await testPortal()
  const { call, params, publishAndRead } = await aReadStorybook()
  const first = await publishAndRead(aViteBuild({ Button: button }))
  const version = await publishAndRead(aViteBuild({ Button: button, Card: card }))
  const compared = () => call(getVersion, { params: { ...params, version } })
  await expect.poll(compared).toMatchObject({ isComparing: false, changes: { since: first } })

  const { id, ...owner } = await db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'storybook_id')
    .select(['versions.id', 'storybooks.id as storybookId', 'account_id as accountId'])
    .where('versions.public_id', '=', first)
    .executeTakeFirstOrThrow()
  await forgetComparisonsWith(db, [id])
  expect(await compared()).toMatchObject({ isComparing: true, changes: null })
  await refresh(services, owner, Number.MAX_SAFE_INTEGER, AbortSignal.timeout(60_000))
  expect(await compared()).toMatchObject({ isComparing: false, changes: { since: first } })
})

test('what can be found of a storybook changes while its versions do, without a deadlock', async () => {
  const { db } = await testPortal()
  const { account, params } = await aStorybook()
  await db.transaction().execute(async (deletion) => {
    const storybook = await lockStorybook(deletion, account.id, params.storybook)
    const owner = { accountId: account.id, storybookId: storybook?.id ?? 0 }
    const catalogue = { versionId: null, format: 0, rowsJson: '[]', words: ['found'], tags: [] }
    const refreshed = db.transaction().execute((refresh) => replaceCatalogue(refresh, owner, catalogue))
    await expect(refreshed, 'waits for nobody').resolves.toBeUndefined()
    await deleteCatalogue(deletion, owner.storybookId)
  })
  const left = db.selectFrom('catalogues').innerJoin('storybooks', 'storybooks.id', 'storybook_id')
  const found = await left.selectAll().where('public_id', '=', params.storybook).execute()
  expect(found).toEqual([])
})

test('many comparisons are made in several turns, the newest versions first', async () => {
  const { services, db } = await testPortal()
  const { account, params } = await aStorybook()
  const { rows } = await sql<{ storybookId: number; id: number }>`
    WITH more AS (
      INSERT INTO versions (public_id, storybook_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
      SELECT 'many' || n || storybooks.public_id, storybooks.id, now(), '', 1, 1, 1, 'storybook'
      FROM storybooks, generate_series(1, 60) AS n WHERE storybooks.public_id = ${params.storybook}
      RETURNING id, storybook_id
    ), read AS (
      INSERT INTO version_contents (version_id, format, read_at)
      SELECT id, ${contentsFormat}, now() FROM more
    )
    SELECT id, storybook_id AS "storybookId" FROM more ORDER BY id DESC`.execute(db)
  const owner = { accountId: account.id, storybookId: rows[0]?.storybookId ?? 0 }
  const turn = (below: number) => refresh(services, owner, below, AbortSignal.timeout(60_000))
  const next = await turn(Number.MAX_SAFE_INTEGER)
  expect(next).toBe(rows[49]?.id)
  expect(await turn(next ?? 0)).toBeUndefined()
  const left = await sql`
    SELECT FROM version_contents JOIN versions ON versions.id = version_id
    WHERE storybook_id = ${owner.storybookId} AND needs_comparison`.execute(db)
  expect(left.rows).toEqual([])
})
