import { listAccountAudit } from '@plinth/contract/audit.ts'
import { getRetention, previewRetention, setRetention, undoRetention } from '@plinth/contract/retention.ts'
import type { RetentionDraft, RetentionRule } from '@plinth/contract/retention.ts'
import { createStorybook, getStorybook } from '@plinth/contract/storybooks.ts'
import { listTrash, restoreVersion } from '@plinth/contract/trash.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { isSomebodyWaiting } from '../../testing/waiting-for-lock.ts'
import { lockStorybook, markVersion } from '../versions/store.ts'
import { applyRetention } from './apply-retention.ts'

interface TestVersion {
  /** Its message. */
  name: string
  daysAgo: number
  branch?: string
  release?: string
  isPinned?: true
}

/** An account of an Owner, with rules that the test sets. */
async function anAccountWithRules() {
  const { call, account } = await aMember({ role: 'Owner' })
  const home = { account: account.publicId }
  const set = (rule: RetentionRule | null, exceptions: RetentionDraft['exceptions'] = []) =>
    call(setRetention, { params: home, body: { rule, exceptions } })
  const preview = (rule: RetentionRule | null, exceptions: RetentionDraft['exceptions'] = []) =>
    call(previewRetention, { params: home, body: { rule, exceptions } })
  /** A storybook with these versions; they have no archives. */
  async function storybookWith(versions: TestVersion[], mainBranch?: string) {
    const body = { title: 'Kit', ...(mainBranch ? { mainBranch } : {}) }
    const { publicId: storybook } = await call(createStorybook, { params: home, body })
    await insertVersions(storybook, versions)
    const params = { ...home, storybook }
    const left = async () =>
      (await call(listVersions, { params })).map(({ message }) => message ?? '').toSorted()
    return { params, left }
  }
  return { call, account, home, set, preview, storybookWith }
}

const idOf = (name: string, storybook: string) => `${name.replaceAll(/\W/g, '')}-${storybook}`

async function insertVersions(storybook: string, versions: TestVersion[]) {
  const { db } = await testPortal()
  const { id } = await db
    .updateTable('storybooks')
    .set((set) => ({ version_count: set('version_count', '+', versions.length) }))
    .where('public_id', '=', storybook)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('versions')
    .values(
      versions.map(({ name, daysAgo, branch, release, isPinned }) => ({
        public_id: idOf(name, storybook),
        storybook_id: id,
        created_at: new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000),
        message: name,
        branch: branch ?? null,
        release: release ?? null,
        is_pinned: isPinned ?? false,
        zip_sha256: Buffer.alloc(32),
        zip_bytes: 1000,
        unpacked_bytes: 1,
        file_count: 1,
        kind: 'site' as const,
      })),
    )
    .execute()
}

async function runDuty() {
  const { services } = await testPortal()
  const { versions } = await applyRetention({ ...services, db: services.backgroundDb })
  return versions
}

const newest = (keepNewest: number): RetentionRule => ({ keepNewest, inactiveDays: null })
const inactive = (inactiveDays: number): RetentionRule => ({ keepNewest: null, inactiveDays })

const main = (name: string, daysAgo: number) => ({ name, daysAgo, branch: 'main' })
const history: TestVersion[] = [
  main('main 1', 100),
  main('main 2', 90),
  main('main 3', 80),
  { name: 'released', daysAgo: 70, branch: 'old', release: 'v1' },
  { name: 'pinned', daysAgo: 69, branch: 'old', isPinned: true },
  { name: 'old', daysAgo: 68, branch: 'old' },
  { name: 'new 1', daysAgo: 10, branch: 'new' },
  { name: 'new 2', daysAgo: 9, branch: 'new' },
  { name: 'unnamed 1', daysAgo: 50 },
  { name: 'unnamed 2', daysAgo: 7 },
]

test.each([
  ['the newest of each branch', newest(1), 'main', ['main 1', 'main 2', 'new 1', 'unnamed 1']],
  ['branches published lately, and the main branch', inactive(30), 'main', ['old']],
  ['branches published lately, by day', inactive(8), 'main', ['new 1', 'new 2', 'old']],
  ['what both conditions leave', { keepNewest: 2, inactiveDays: 30 }, 'main', ['main 1', 'old']],
  [
    'the newest of all without a main branch',
    inactive(1),
    undefined,
    ['main 1', 'main 2', 'main 3', 'new 1', 'new 2', 'old', 'unnamed 1'],
  ],
  [
    'the newest of all if the main branch has no versions',
    inactive(1),
    'trunk',
    ['main 1', 'main 2', 'main 3', 'new 1', 'new 2', 'old', 'unnamed 1'],
  ],
])('a rule keeps releases, pinned versions and %s', async (_, rule, mainBranch, removed) => {
  const { call, home, set, preview, storybookWith } = await anAccountWithRules()
  const { params, left } = await storybookWith(history, mainBranch)
  const previewed = await preview(rule)
  expect(previewed).toMatchObject({ versions: removed.length, bytes: removed.length * 1000 })
  expect(previewed.newestVersions.map(({ message }) => message ?? '').toSorted()).toEqual(removed)
  expect(await left()).toHaveLength(history.length)

  await set(rule)
  expect(await runDuty()).toBe(removed.length)
  expect(await left()).toEqual(
    history
      .map(({ name }) => name)
      .filter((name) => !removed.includes(name))
      .toSorted(),
  )
  expect(await call(getStorybook, { params })).toMatchObject({
    versionCount: history.length - removed.length,
  })
  const trash = await call(listTrash, { params: home })
  expect(trash.items.map((item) => item.kind === 'version' && [item.rule, item.deletedBy])).toEqual(
    removed.map(() => [rule, null]),
  )
  expect(await preview(rule)).toMatchObject({ versions: 0, branches: 0, storybooks: [], newestVersions: [] })
  expect(await runDuty()).toBe(0)
})

test('a preview adds up by storybook and branch; an exception is another rule, or keeps everything', async () => {
  const { call, home, set, preview, storybookWith } = await anAccountWithRules()
  const [one, two, three] = [
    await storybookWith(history, 'main'),
    await storybookWith(history, 'main'),
    await storybookWith(history, 'main'),
  ]
  const exceptions = [
    { storybookPublicId: two.params.storybook, rule: inactive(30) },
    { storybookPublicId: three.params.storybook, rule: null },
  ]
  const previewed = await preview(newest(1), exceptions)
  expect(previewed).toMatchObject({ versions: 5, bytes: 5000, branches: 4 })
  const amounts = previewed.storybooks.map(({ publicId, versions, bytes, branches }) => [
    publicId,
    versions,
    bytes,
    branches,
  ])
  expect(new Set(amounts)).toEqual(
    new Set([
      [one.params.storybook, 4, 4000, 3],
      [two.params.storybook, 1, 1000, 1],
    ]),
  )
  expect(previewed.largestBranches.map(({ name, versions }) => [name, versions])).toEqual([
    ['main', 2],
    ['new', 1],
    ['old', 1],
    [null, 1],
  ])

  const saved = await set(newest(1), exceptions)
  expect(saved.exceptions).toHaveLength(2)
  expect(await call(getRetention, { params: home })).toEqual(saved)
  await runDuty()
  expect((await one.left()).length).toBe(6)
  expect((await two.left()).length).toBe(9)
  expect((await three.left()).length).toBe(10)
  const entries = await call(listAccountAudit, { params: home, query: { action: 'version.deleted' } })
  expect(entries).toHaveLength(5)
  expect(entries[0]).toMatchObject({ actorKind: 'system', actor: 'Retention rule', address: null })
  const [change] = await call(listAccountAudit, { params: home, query: { action: 'retention' } })
  expect(change?.subject).toBe('keep the newest 1 of each branch; 2 exceptions')
  expect(await set(null)).toEqual({ rule: null, exceptions: [] })
  expect(await preview(null)).toMatchObject({ versions: 0, bytes: 0, storybooks: [] })
})

test.each([
  [{ keepNewest: 0, inactiveDays: null }, 'rule.keepNewest', 'would remove everything'],
  [{ keepNewest: null, inactiveDays: 0 }, 'rule.inactiveDays', 'would remove every branch'],
  [{ keepNewest: null, inactiveDays: null }, 'rule', 'without a condition would remove everything'],
  [{ keepNewest: 1001, inactiveDays: null }, 'rule.keepNewest', 'At most 1000'],
  [{ keepNewest: 1, inactiveDays: 3651 }, 'rule.inactiveDays', 'At most 3650'],
])('the rule %j is refused with the reason', async (rule, field, reason) => {
  const { set, preview } = await anAccountWithRules()
  const errors = [{ field, message: expect.stringContaining(reason) }]
  for (const call of [set, preview]) {
    const { status, problem } = await refusal(call(rule))
    expect({ status, code: problem?.code, errors: problem?.errors }).toEqual({
      status: 400,
      code: 'invalid_input',
      errors,
    })
  }
})

const exception = (storybookPublicId: string) => ({ storybookPublicId, rule: null })

test('exceptions name each storybook of the account at most once, and no others', async () => {
  const { set, storybookWith } = await anAccountWithRules()
  const { params } = await storybookWith(history)
  const foreign = await (await anAccountWithRules()).storybookWith(history)
  const twice = [exception(params.storybook), exception(params.storybook)]
  expect(await refusal(set(null, twice))).toMatchObject({ status: 400 })
  const { problem } = await refusal(set(null, [exception(foreign.params.storybook)]))
  expect(problem?.errors).toEqual([
    { field: 'exceptions.0.storybookPublicId', message: 'There is no such storybook' },
  ])
})

test('an account undoes one thing at a time, and only some may wait', async () => {
  const { db } = await testPortal()
  const { call, account, home, set, storybookWith } = await anAccountWithRules()
  const { params } = await storybookWith(history, 'main')
  await set(newest(1))
  expect(await runDuty()).toBe(4)
  await set(null)
  const { answers } = await db.transaction().execute(async (trx) => {
    await lockStorybook(trx, account.id, params.storybook)
    const calls = Array.from({ length: 12 }, () => call(undoRetention, { params: home }))
    await expect(Promise.race(calls)).rejects.toMatchObject({ status: 429 })
    return { answers: Promise.allSettled(calls) }
  })
  expect((await answers).filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
})

test('only Owners see and change rules', async () => {
  const { account, home, storybookWith } = await anAccountWithRules()
  await storybookWith(history)
  const { call } = await aMember({ account })
  const body = { rule: newest(1), exceptions: [] }
  const answers = await Promise.all([
    refusal(call(getRetention, { params: home })),
    refusal(call(setRetention, { params: home, body })),
    refusal(call(previewRetention, { params: home, body })),
    refusal(call(undoRetention, { params: home })),
  ])
  expect(new Set(answers.map(({ problem }) => problem?.code))).toEqual(new Set(['owner_required']))
})

test('a version that is published or pinned while the duty waits counts as such', async () => {
  const { db } = await testPortal()
  const { account, set, storybookWith } = await anAccountWithRules()
  const { params, left } = await storybookWith([main('one', 3), main('two', 2), main('three', 1)])
  await set(newest(1))
  const duty = await db.transaction().execute(async (trx) => {
    const { id = 0 } = (await lockStorybook(trx, account.id, params.storybook)) ?? {}
    const running = runDuty()
    await expect.poll(() => isSomebodyWaiting(db)).toBe(true)
    await markVersion(trx, id, idOf('one', params.storybook), { isPinned: true })
    await sql`
      INSERT INTO versions (public_id, storybook_id, created_at, message, branch, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
      SELECT 'four-' || ${params.storybook}, storybook_id, now(), 'four', branch, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind
      FROM versions WHERE public_id = ${idOf('three', params.storybook)}`.execute(trx)
    return { running }
  })
  expect(await duty.running).toBe(2)
  expect(await left()).toEqual(['four', 'one'])
})

test('the duty stops when its turn is over, and continues with the next one', async () => {
  const { services } = await testPortal()
  const { set, storybookWith } = await anAccountWithRules()
  const [first, second] = [await storybookWith(history, 'main'), await storybookWith(history, 'main')]
  await set(newest(1))
  const turn = () => applyRetention({ ...services, db: services.backgroundDb }, { turnMs: 0 })
  expect(await turn()).toEqual({ versions: 4, hasMore: true })
  expect([await first.left(), await second.left()].map(({ length }) => length)).toEqual([
    history.length - 4,
    history.length,
  ])
  expect(await turn()).toEqual({ versions: 4, hasMore: true })
  expect(await turn()).toEqual({ versions: 0, hasMore: false })
})

test('a restored version is pinned while a rule applies; undoing restores all that rules removed', async () => {
  const { call, home, set, storybookWith } = await anAccountWithRules()
  // More than a batch.
  const busy = Array.from({ length: 250 }, (__, i) => ({ name: `busy ${i}`, daysAgo: i, branch: 'busy' }))
  const versions = [...history, ...busy]
  const { params, left } = await storybookWith(versions, 'main')
  await set(newest(1))
  expect(await runDuty()).toBe(4 + 249)
  const version = idOf('main 2', params.storybook)
  expect(await call(restoreVersion, { params: { ...home, version } })).toMatchObject({ isPinned: true })
  expect(await runDuty()).toBe(0)
  expect(await left()).toContain('main 2')

  await set(null)
  expect(await call(undoRetention, { params: home })).toEqual({ versions: 3 + 249, hasMore: false })
  expect(await left()).toHaveLength(versions.length)
  expect(await call(getStorybook, { params })).toMatchObject({ versionCount: versions.length })
  expect(await call(undoRetention, { params: home })).toEqual({ versions: 0, hasMore: false })
  expect(await runDuty()).toBe(0)
})
