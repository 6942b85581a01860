// @module-tag long
import { join } from 'node:path'

import { compareVersions } from '@plinth/contract/compare.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import type { Baseline } from '@plinth/contract/versions.ts'
import { beforeAll, describe, expect, test } from 'vitest'

import { createEmptyFolder, createFolder } from '../testing/folders.ts'
import { createPublisher } from '../testing/publisher.ts'
import { createRepository } from '../testing/repository.ts'
import type { Checkout } from '../testing/repository.ts'
import { runCli } from '../testing/run-cli.ts'

let publisher: Awaited<ReturnType<typeof createPublisher>>
let repository: Checkout
/** Versions of main, by the names that the rows below use for their commits. */
const versions: Record<string, string> = {}
const commits: Record<string, string> = {}

interface Published {
  version: string
  baseline: Baseline | null
  changes: { added: number; removed: number; changed: number } | null
  stderr: string
}

interface Publishing {
  /** Where the CLI runs; by default where the build is made. */
  cwd?: string
  env?: Record<string, string>
  args?: string[]
}

/** Builds what is checked out, and publishes it with the real program from there. */
async function publish(
  checkout: Checkout,
  { cwd, env = {}, args = [] }: Publishing = {},
): Promise<Published> {
  const zip = await checkout.build()
  const result = await runCli(
    ['publish', '--zip', zip, '--json', '--no-comment', ...args],
    { ...publisher.env, ...env },
    { cwd: cwd ?? checkout.folder },
  )
  expect(result).toMatchObject({ code: 0 })
  return { ...(JSON.parse(result.stdout) as Published), stderr: result.stderr }
}

interface Expected {
  since: string
  reason: Baseline['reason']
  branch?: string
  added?: string[]
  removed?: string[]
  changed?: string[]
}

const row = ({ branch = 'main', added = [], removed = [], changed = [], ...rest }: Expected) => ({
  ...rest,
  branch,
  added,
  removed,
  changed,
})

/** What it is compared with, why, and the names of all components whose stories differ. */
async function comparisonOf({ version, baseline, changes }: Published) {
  const { call, account, storybook } = publisher
  const compared = await call(compareVersions, { params: { account, storybook }, query: { to: version } })
  expect(compared.from.publicId).toBe(baseline?.version)
  expect(compared.counts).toMatchObject(changes ? countsOf(changes) : { added: -1 })
  return {
    since: Object.keys(versions).find((name) => versions[name] === baseline?.version),
    branch: baseline?.branch,
    reason: baseline?.reason,
    added: titles(compared.added),
    removed: titles(compared.removed),
    changed: titles(compared.changed),
  }
}

const titles = (entries: { title: string }[]) => entries.map(({ title }) => title).toSorted()

/** The program reports the same numbers. */
const countsOf = ({ added, removed, changed }: NonNullable<Published['changes']>) => ({
  added,
  removed,
  changed,
})

async function publishMain(name: string) {
  commits[name] = await repository.git('rev-parse', 'HEAD')
  const published = await publish(repository)
  versions[name] = published.version
  return published
}

/** As GitHub checks out a pull request: a temporary merge of it into its target. */
async function mergeForPipeline(branch: string, target: string, number: number) {
  await repository.git('checkout', '-q', '--detach', target)
  await repository.git('merge', '-q', '--no-ff', '-m', 'Merge', branch)
  await repository.git('update-ref', `refs/heads/pull/${number}/merge`, 'HEAD')
  const head = { sha: await repository.git('rev-parse', branch), repo: { full_name: 'acme/ui' } }
  const base = { ref: target, repo: { full_name: 'acme/ui' } }
  const event = await createFolder({
    'event.json': JSON.stringify({ pull_request: { number, title: branch, head, base } }),
  })
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_HEAD_REF: branch,
    GITHUB_BASE_REF: target,
    GITHUB_EVENT_PATH: join(event, 'event.json'),
    GITHUB_SHA: await repository.git('rev-parse', 'HEAD'),
  }
}

const branchFrom = async (start: string, name: string) => repository.git('checkout', '-q', '-b', name, start)

/** main: m1 – m2 – (not published) – m3, which changes everything that m2 has. */
const onMain: Published[] = []

beforeAll(async () => {
  publisher = await createPublisher()
  repository = await createRepository()
  await repository.commit({ Button: 'b1', Card: 'c1' })
  onMain.push(await publishMain('m1'))
  await repository.commit({ Dialog: 'd1' })
  onMain.push(await publishMain('m2'))
  commits['unpublished'] = await repository.commit({ Table: 't1' })
  await repository.commit({ Button: 'b2', Card: 'c2', Dialog: 'd2', Menu: 'm1' })
  onMain.push(await publishMain('m3'))
}, 120_000)

test('a build of main is compared with the version before', async () => {
  const [first, second, third] = onMain
  expect(first).toMatchObject({ baseline: null, changes: null })
  const previous = { reason: 'previous-of-branch' } as const
  expect(second && (await comparisonOf(second))).toEqual(row({ ...previous, since: 'm1', added: ['Dialog'] }))
  expect(third && (await comparisonOf(third))).toEqual(
    row({ ...previous, since: 'm2', added: ['Menu', 'Table'], changed: ['Button', 'Card', 'Dialog'] }),
  )
})

describe('a build is compared with what it is based on, if its branch', () => {
  test('is behind', async () => {
    await branchFrom(commits['m2'] ?? '', 'behind')
    await repository.commit({ Button: 'mine' })
    const published = await publish(repository)
    expect(await comparisonOf(published)).toEqual(
      row({ since: 'm2', reason: 'ancestor', changed: ['Button'] }),
    )
    expect(published.stderr).toContain('(the newest of main that it is based on): +0 −0 ~1')
  })

  test('is behind, and began from a commit that was never published', async () => {
    await branchFrom(commits['unpublished'] ?? '', 'between')
    await repository.commit({ Button: 'mine' })
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({
        since: 'm2',
        reason: 'ancestor',
        added: ['Table'],
        changed: ['Button'],
      }),
    )
  })

  test('is ahead, with several commits and pushes', async () => {
    await branchFrom('main', 'ahead')
    await repository.commit({ Badge: 'new' })
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm3', reason: 'ancestor', added: ['Badge'] }),
    )
    await repository.commit({ Menu: null })
    const second = await publish(repository)
    expect(await comparisonOf(second)).toEqual(
      row({ since: 'm3', reason: 'ancestor', added: ['Badge'], removed: ['Menu'] }),
    )
  })

  test('is at the same commit', async () => {
    await branchFrom('main', 'same')
    expect(await comparisonOf(await publish(repository))).toEqual(row({ since: 'm3', reason: 'ancestor' }))
  })

  test('was rebased', async () => {
    await branchFrom(commits['m2'] ?? '', 'rebased')
    await repository.commit({ Badge: 'new' })
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm2', reason: 'ancestor', added: ['Badge'] }),
    )
    await repository.git('rebase', '-q', 'main')
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm3', reason: 'ancestor', added: ['Badge'] }),
    )
  })

  test('had main merged into it', async () => {
    await branchFrom(commits['m2'] ?? '', 'updated')
    await repository.commit({ Badge: 'new' })
    await repository.git('merge', '-q', '--no-ff', '-m', 'Update', 'main')
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm3', reason: 'ancestor', added: ['Badge'] }),
    )
  })

  test('was squashed into main, and goes on', async () => {
    await branchFrom('main', 'squashed')
    await repository.commit({ Badge: 'new' })
    await repository.git('checkout', '-q', 'main')
    await repository.git('merge', '-q', '--squash', 'squashed')
    await repository.git('commit', '-q', '-m', 'Squash')
    expect(await comparisonOf(await publishMain('m4'))).toEqual(
      row({
        since: 'm3',
        reason: 'previous-of-branch',
        added: ['Badge'],
      }),
    )
    await repository.git('checkout', '-q', 'squashed')
    await repository.commit({ Toast: 'new' })
    const both = await publish(repository)
    expect(await comparisonOf(both)).toEqual(
      row({ since: 'm3', reason: 'ancestor', added: ['Badge', 'Toast'] }),
    )
    await repository.git('merge', '-q', '--no-ff', '-m', 'Update', 'main')
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm4', reason: 'ancestor', added: ['Toast'] }),
    )
  })

  test('was merged back: main is compared with the version before', async () => {
    await branchFrom('main', 'merged')
    await repository.commit({ Tabs: 'new' })
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm4', reason: 'ancestor', added: ['Tabs'] }),
    )
    await repository.git('checkout', '-q', 'main')
    await repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'merged')
    expect(await comparisonOf(await publishMain('m5'))).toEqual(
      row({
        since: 'm4',
        reason: 'previous-of-branch',
        added: ['Tabs'],
      }),
    )
    // Built again after it was merged, it still shows what it changed.
    await repository.git('checkout', '-q', 'merged')
    expect(await comparisonOf(await publish(repository))).toEqual(
      row({ since: 'm4', reason: 'ancestor', added: ['Tabs'] }),
    )
  })
})

describe('a pull request is compared with what is merged in its build', () => {
  test('with the whole history', async () => {
    await branchFrom(commits['m2'] ?? '', 'proposed')
    await repository.commit({ Wizard: 'new' })
    const pipeline = await mergeForPipeline('proposed', 'main', 12)
    const checkout = await repository.clone('--branch', 'pull/12/merge')
    expect(await comparisonOf(await publish(checkout, { env: pipeline }))).toEqual(
      row({
        since: 'm5',
        reason: 'ancestor',
        added: ['Wizard'],
      }),
    )
  })

  test('in a shallow checkout, by the parents that its commit names', async () => {
    const pipeline = await mergeForPipeline('proposed', 'main', 13)
    const checkout = await repository.clone('--branch', 'pull/13/merge', '--depth', '1')
    expect(await checkout.git('rev-list', '--count', 'HEAD')).toBe('1')
    expect(await comparisonOf(await publish(checkout, { env: pipeline }))).toEqual(
      row({
        since: 'm5',
        reason: 'ancestor',
        added: ['Wizard'],
      }),
    )
  })

  test('on GitLab, by the commit that the pipeline names', async () => {
    const checkout = await repository.clone('--branch', 'behind', '--depth', '1')
    const env = {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: await checkout.git('rev-parse', 'HEAD'),
      CI_MERGE_REQUEST_IID: '3',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'behind',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: commits['m2'] ?? '',
    }
    expect(await comparisonOf(await publish(checkout, { env }))).toEqual(
      row({
        since: 'm2',
        reason: 'ancestor',
        changed: ['Button'],
      }),
    )
  })

  test('into another branch than main', async () => {
    await branchFrom(commits['m2'] ?? '', 'release/1')
    await repository.commit({ Card: 'patched' })
    const release = await publish(repository)
    expect(await comparisonOf(release)).toEqual(row({ since: 'm2', reason: 'ancestor', changed: ['Card'] }))
    versions['r1'] = release.version
    await branchFrom('release/1', 'fix')
    await repository.commit({ Dialog: null })
    const pipeline = await mergeForPipeline('fix', 'release/1', 14)
    const checkout = await repository.clone('--branch', 'pull/14/merge')
    expect(await comparisonOf(await publish(checkout, { env: pipeline }))).toEqual(
      row({
        since: 'r1',
        branch: 'release/1',
        reason: 'ancestor',
        removed: ['Dialog'],
      }),
    )
  })

  test('into a branch of which nothing was published: with main', async () => {
    await repository.git('branch', 'develop', commits['m2'] ?? '')
    await branchFrom('develop', 'early')
    await repository.commit({ Wizard: 'new' })
    const pipeline = await mergeForPipeline('early', 'develop', 15)
    const checkout = await repository.clone('--branch', 'pull/15/merge')
    expect(await comparisonOf(await publish(checkout, { env: pipeline }))).toEqual(
      row({
        since: 'm2',
        reason: 'ancestor',
        added: ['Wizard'],
      }),
    )
  })
})

describe('a build is compared with the newest version of main, and says so', () => {
  /** What main has and the branch that is behind lacks. */
  const behindNewest: Expected = {
    since: 'm5',
    reason: 'newest-of-branch',
    removed: ['Badge', 'Menu', 'Table', 'Tabs'],
    changed: ['Button', 'Card', 'Dialog'],
  }

  test('in a shallow checkout, with how to get more of it', async () => {
    const checkout = await repository.clone('--branch', 'behind', '--depth', '1')
    const published = await publish(checkout)
    expect(await comparisonOf(published)).toEqual(row(behindNewest))
    expect(published.stderr).toContain('(the newest of main when it was published)')
    expect(published.stderr).toContain('The checkout is shallow')
    expect(published.stderr).toContain('git fetch --unshallow')
  })

  test('without git', async () => {
    const checkout = await repository.clone('--branch', 'behind')
    const published = await publish(checkout, {
      cwd: await createEmptyFolder(),
      args: ['--branch', 'exported'],
    })
    expect(await comparisonOf(published)).toEqual(row(behindNewest))
    expect(published.stderr).not.toContain('shallow')
  })

  test('if the commit that it names is not in the checkout', async () => {
    const checkout = await repository.clone('--branch', 'behind')
    const published = await publish(checkout, { args: ['--commit', 'f'.repeat(40), '--branch', 'elsewhere'] })
    expect(await comparisonOf(published)).toEqual(row(behindNewest))
  })
})

test('diff finds the pair by itself, and by the names that the portal shows', async () => {
  const { env, call, account, storybook } = publisher
  const short = (name: string) => versions[name]?.slice(0, 7) ?? ''
  const body = { title: 'Design System', mainBranch: 'main' }
  await call(updateStorybook, { params: { account, storybook }, body })
  const newest = await runCli(['diff'], env)
  expect(newest.stdout).toContain(`From version ${versions['m4']} to ${versions['m5']}: +1 −0 ~0`)
  expect(newest.stdout).toContain('Compared with the one of main that it follows.')
  const branch = await runCli(['diff', '--branch', 'ahead'], env)
  expect(branch.stdout).toContain(`From version ${versions['m3']} to `)
  expect(branch.stdout).toContain('Compared with the newest of main that it is based on.')
  const named = await runCli(['diff', short('m1'), 'release/1'], env)
  expect(named.stdout).toContain(`From version ${versions['m1']} to ${versions['r1']}: +1 −0 ~1`)
  expect(named.stdout).not.toContain('Compared with')
})
