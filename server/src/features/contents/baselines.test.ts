import { compareVersions } from '@plinth/contract/compare.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { restoreVersion } from '@plinth/contract/trash.ts'
import { deleteVersion, getVersion, getVersionNamed } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { aStorybook, refusal } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'
import { aViteBuild } from '../../testing/vite-build.ts'

/** As git writes them. */
const commit = (name: string) => Buffer.from(name.padEnd(20, '.')).toString('hex')

const names = (entries: { title: string }[]) => entries.map(({ title }) => title).join(' ')

/** Publishes builds with one component for each name, and waits until each has been compared. */
async function aHistory() {
  const storybook = await aStorybook()
  const { call, params, find } = storybook
  async function publish(components: string, fields: Record<string, string> = {}) {
    const named = components.split(' ').map((name) => [name, { markup: name, stories: ['Plain'] }])
    const build = aViteBuild(Object.fromEntries(named) as Parameters<typeof aViteBuild>[0])
    return storybook.publishAndRead(build, fields)
  }
  const onMain = (components: string, name: string, ...before: string[]) =>
    publish(components, {
      Branch: 'main',
      Commit: commit(name),
      Ancestors: [name, ...before].map(commit).join(' '),
    })
  /** The names of components that were added and removed since the baseline, and why it is that. */
  async function changesOf(version: string) {
    const { baseline } = await find(version)
    const { from, to, added, removed } = await call(compareVersions, { params, query: { to: version } })
    expect(to.baseline).toEqual(baseline)
    expect(from.publicId).toBe(baseline?.version)
    return { added: names(added), removed: names(removed), ...baseline }
  }
  return { ...storybook, publish, onMain, find, changesOf }
}

describe('what is to be merged', () => {
  test('is compared with the newest version of its target that it contains, not with what came later', async () => {
    const { publish, onMain, changesOf } = await aHistory()
    const first = await onMain('A', 'm1')
    const second = await onMain('A B', 'm2', 'm1')
    await onMain('A B C D E', 'm3', 'm2', 'm1')
    const pull = { Branch: 'feature', TargetBranch: 'main' }
    const behind = await publish('A B Mine', {
      ...pull,
      Commit: commit('f1'),
      Ancestors: `${commit('f1')}\n${commit('m2')}\n${commit('m1')}`,
    })
    expect(await changesOf(behind)).toEqual({
      added: 'Mine',
      removed: '',
      version: second,
      branch: 'main',
      reason: 'ancestor',
    })
    // The version of the commit it began from does not exist; the one before that does.
    const older = await publish('A Mine', { ...pull, Ancestors: ['f9', 'm1b', 'm1'].map(commit).join(' ') })
    expect(await changesOf(older)).toMatchObject({ added: 'Mine', version: first, reason: 'ancestor' })
  })

  test('is compared with the newest version of main without history, and says so', async () => {
    const { publish, onMain, changesOf } = await aHistory()
    await onMain('A', 'm1')
    const newest = await onMain('A B', 'm2', 'm1')
    for (const fields of [{ Branch: 'feature' }, {}, { Branch: 'feature', TargetBranch: 'main' }]) {
      const version = await publish('A Mine', fields)
      expect(await changesOf(version)).toEqual({
        added: 'Mine',
        removed: 'B',
        version: newest,
        branch: 'main',
        reason: 'newest-of-branch',
      })
    }
  })

  test('is compared with the branch that its pull request names, and with main where that has no version', async () => {
    const { publish, onMain, changesOf } = await aHistory()
    const main = await onMain('A', 'm1')
    const ancestors = { Ancestors: ['f1', 'r1', 'm1'].map(commit).join(' ') }
    const alone = await publish('A Mine', { Branch: 'fix', TargetBranch: 'release/2', ...ancestors })
    expect(await changesOf(alone)).toMatchObject({ version: main, branch: 'main', reason: 'ancestor' })
    const release = await publish('A Fixed', { Branch: 'release/2', Commit: commit('r1'), ...ancestors })
    const fix = await publish('A Fixed Mine', { Branch: 'fix', TargetBranch: 'release/2', ...ancestors })
    expect(await changesOf(fix)).toMatchObject({ added: 'Mine', version: release, reason: 'ancestor' })
    const shallow = await publish('A Fixed Mine', { Branch: 'fix', TargetBranch: 'release/2' })
    expect(await changesOf(shallow)).toMatchObject({ version: release, reason: 'newest-of-branch' })
  })

  test('keeps its baseline when its target moves on, and gets another one when that is deleted', async () => {
    const { call, params, publish, onMain, changesOf } = await aHistory()
    const first = await onMain('A', 'm1')
    const second = await onMain('A B', 'm2', 'm1')
    const ancestors = { Ancestors: ['f1', 'm2', 'm1'].map(commit).join(' ') }
    const version = await publish('A B Mine', { Branch: 'feature', TargetBranch: 'main', ...ancestors })
    await onMain('A B C', 'm3', 'm2', 'm1')
    expect(await changesOf(version)).toMatchObject({ version: second })
    await call(deleteVersion, { params: { ...params, version: second } })
    await expect
      .poll(async () => (await call(getVersion, { params: { ...params, version } })).baseline)
      .toEqual({
        version: first,
        branch: 'main',
        reason: 'ancestor',
      })
  })

  test('is compared with what it is based on once that is restored', async () => {
    const { call, params, publish, onMain, changesOf } = await aHistory()
    const first = await onMain('A', 'm1')
    const second = await onMain('A B', 'm2', 'm1')
    await call(deleteVersion, { params: { ...params, version: second } })
    const ancestors = { Ancestors: ['f1', 'm2', 'm1'].map(commit).join(' ') }
    const version = await publish('A B Mine', { Branch: 'feature', TargetBranch: 'main', ...ancestors })
    expect(await changesOf(version)).toMatchObject({ version: first })
    await call(restoreVersion, { params: { account: params.account, version: second } })
    await expect
      .poll(async () => (await call(getVersion, { params: { ...params, version } })).baseline)
      .toEqual({ version: second, branch: 'main', reason: 'ancestor' })
  })

  test('finds what it is based on, however many versions of other branches it contains', async () => {
    const { publish, onMain, changesOf } = await aHistory()
    const main = await onMain('A', 'm1')
    // Merged into it since: 300 versions of 15 other branches.
    const merged = Array.from({ length: 300 }, (_, at) => `c${at}`)
    const { db } = await testPortal()
    await sql`
      INSERT INTO versions (storybook_id, public_id, created_at, branch, commit_id, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
      SELECT storybook_id, 'w' || place || public_id, created_at, 'other/' || place % 15, commit, zip_sha256, 0, 0, 0, kind
      FROM versions, unnest(${merged.map(commit)}::text[]) WITH ORDINALITY AS merged (commit, place)
      WHERE public_id = ${main}`.execute(db)
    const fields = { Branch: 'feature', Ancestors: ['f1', ...merged, 'm1'].map(commit).join(' ') }
    await onMain('A B', 'm2', 'm1')
    for (const target of [{ TargetBranch: 'main' }, {}])
      expect(await changesOf(await publish('A Mine', { ...fields, ...target }))).toMatchObject({
        version: main,
        reason: 'ancestor',
      })
  })

  test('finds what it is based on by the beginnings of commits, too', async () => {
    const { publish, changesOf } = await aHistory()
    const main = await publish('A', { Branch: 'main', Commit: commit('m1').slice(0, 7) })
    await publish('A B', { Branch: 'main', Commit: 'fedcba9' })
    const version = await publish('A Mine', {
      Branch: 'feature',
      Ancestors: ['f1', 'm1'].map(commit).join(' '),
    })
    expect(await changesOf(version)).toMatchObject({
      added: 'Mine',
      removed: '',
      version: main,
      reason: 'ancestor',
    })
  })
})

describe('the main branch', () => {
  test('is compared with the version before, even if an older commit is published later', async () => {
    const { onMain, changesOf } = await aHistory()
    const first = await onMain('A', 'm1')
    const third = await onMain('A B C', 'm3', 'm2', 'm1')
    const second = await onMain('A B', 'm2', 'm1')
    const previous = { branch: 'main', reason: 'previous-of-branch' }
    expect(await changesOf(third)).toEqual({ added: 'B C', removed: '', version: first, ...previous })
    expect(await changesOf(second)).toEqual({ added: 'B', removed: '', version: first, ...previous })
  })

  test('is the one that the storybook names, or has a usual name', async () => {
    const { call, params, publish, find } = await aHistory()
    const next = await publish('A', { Branch: 'next' })
    const feature = await publish('A Mine', { Branch: 'feature' })
    expect((await find(feature)).baseline).toBeNull()
    const problem = await refusal(call(compareVersions, { params, query: { to: feature } }))
    expect(problem).toMatchObject({ status: 404, problem: { code: 'nothing_to_compare' } })
    await call(updateStorybook, { params, body: { title: 'Kit', mainBranch: 'next' } })
    await expect.poll(async () => (await find(feature)).baseline?.version).toBe(next)
  })
})

test('versions without a branch are compared with each other where there is no main branch', async () => {
  const { publish, changesOf } = await aHistory()
  const first = await publish('A')
  const second = await publish('A B')
  expect(await changesOf(second)).toEqual({
    added: 'B',
    removed: '',
    version: first,
    branch: null,
    reason: 'previous-of-branch',
  })
})

test('an upload with a list that is no list of commits is refused in words', async () => {
  const { publish } = await aHistory()
  const many = Array.from({ length: 501 }, (_, at) => commit(`c${at}`)).join(' ')
  for (const Ancestors of ['main', `${commit('m1')},${commit('m2')}`, many]) {
    const { status, message } = await refusal(publish('A', { Ancestors }))
    expect([status, message]).toEqual([400, expect.not.stringContaining('pattern')])
  }
})

test('a version is found by the names that the portal shows', async () => {
  const { call, params, publish } = await aHistory()
  const version = await publish('A', { Branch: 'feature/a', Commit: commit('f1'), Release: 'v1.0' })
  const named = async (name: string) =>
    (await call(getVersionNamed, { params: { ...params, version: name } })).publicId
  for (const name of [version, version.slice(0, 7), 'feature/a', 'v1.0', commit('f1').slice(0, 8), 'latest'])
    expect(await named(name)).toBe(version)
  for (const name of ['nothing', version.slice(0, 3), '%', '_'.repeat(5)])
    expect(await refusal(named(name))).toMatchObject({ status: 404 })
})
