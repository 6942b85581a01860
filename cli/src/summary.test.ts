import type { Comparison } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'
import type { VersionReview } from '@plinth/contract/reviews.ts'
import type { BaselineReason, Version } from '@plinth/contract/versions.ts'
import { describe, expect, test } from 'vitest'

import { countsOf } from './changes.ts'
import { isUnchanged } from './comparison-lines.ts'
import { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { findProposedChanges } from './proposed-changes.ts'
import { summaryText } from './summary.ts'
import { notRequired } from './verdict.ts'

const place = { portal: 'https://plinth.example', account: 'a1', storybook: 's1' }
const home = 'https://plinth.example/account/a1/storybook/s1'

const versionOf = (publicId: string, branch: string | null): Version => ({
  publicId,
  branch,
  createdAt: '2026-01-02T03:04:05.000Z',
  message: null,
  createdBy: null,
  size: 1,
  fileCount: 1,
  commit: null,
  commitUrl: null,
  buildUrl: null,
  release: null,
  isPinned: false,
  contents: 'ready',
  targetBranch: null,
  baseline: null,
  changes: null,
  isComparing: false,
  kind: 'storybook',
  storybookVersion: null,
  framework: null,
  storyCount: 1,
  componentCount: 1,
})

const entry = (name: string, id = name.toLowerCase()): EntryLink => ({
  id,
  kind: 'story',
  title: 'Forms/Button',
  name,
})

function comparisonOf(lists: Partial<Comparison> = {}): Comparison {
  const { added = [], removed = [], renamed = [], changed = [] } = lists
  const counts = {
    added: added.length,
    removed: removed.length,
    renamed: renamed.length,
    changed: changed.length,
    unknown: 0,
    unchanged: 3,
  }
  return {
    from: versionOf('v1', 'main'),
    to: versionOf('v2', 'corners'),
    state: 'ready',
    counts,
    added,
    removed,
    renamed,
    changed,
    unknown: [],
    unknownBecause: null,
    isPreviewChanged: false,
    isComplete: true,
    components: [],
    size: { kinds: [], grown: [] },
    ...lists,
  }
}

const outcomeOf = (comparison: Comparison | undefined, more: Partial<Outcome> = {}): Outcome => ({
  ...place,
  title: 'Design System',
  version: 'v2',
  branch: 'feature/corners (2)',
  contents: 'ready',
  baseline: comparison && { version: 'v1', branch: 'main', reason: 'ancestor' },
  changes: comparison && countsOf(comparison),
  comparison,
  looks: undefined,
  review: notRequired,
  ...more,
})

describe('the summary of a pull request', () => {
  test('links the preview, the version, the comparison, and every story where it is', () => {
    const comparison = comparisonOf({
      added: [entry('New')],
      removed: [entry('Old')],
      renamed: [{ ...entry('After'), from: entry('Before'), isChanged: false }],
      changed: [
        { ...entry('Primary'), because: ['Button.tsx'] },
        { ...entry('Docs'), kind: 'docs', because: [] },
      ],
    })
    expect(summaryText(outcomeOf(comparison)).split('\n')).toEqual([
      `### Storybook [\`Design System\`](${home}/branch/feature%2Fcorners%20%282%29)`,
      '',
      `[Preview of \`feature/corners (2)\`](${home}/branch/feature%2Fcorners%20%282%29) · [version \`v2\`](${home}/version/v2)`,
      '',
      `+1 −1 ~2, 1 renamed since version \`v1\` of \`main\`, which it is based on · [comparison](${home}/compare/v1...v2)`,
      '',
      '**Added**',
      '',
      `- [\`Forms/Button: New\`](${home}/version/v2?path=/story/new)`,
      '',
      '**Removed**',
      '',
      `- [\`Forms/Button: Old\`](${home}/version/v1?path=/story/old)`,
      '',
      '**Renamed**',
      '',
      `- [\`Forms/Button: Before\`](${home}/version/v1?path=/story/before) → [\`Forms/Button: After\`](${home}/version/v2?path=/story/after)`,
      '',
      '**Changed**',
      '',
      `- [\`Forms/Button: Primary\`](${home}/version/v2?path=/story/primary)`,
      `- [\`Forms/Button: Docs\`](${home}/version/v2?path=/docs/docs)`,
    ])
  })

  test('says that the preview changed, and that not all stories are known', () => {
    const text = summaryText(outcomeOf(comparisonOf({ isPreviewChanged: true })))
    expect(text).toContain('+0 −0 ~0, preview changed since version')
    const incomplete = summaryText(outcomeOf(comparisonOf({ isComplete: false })))
    expect(incomplete).toContain('+0 −0 ~0, not all stories known since version')
    expect(isUnchanged(comparisonOf())).toBe(true)
    expect(isUnchanged(comparisonOf({ isComplete: false }))).toBe(false)
  })

  test('says of renamed stories what else changed, or that it is not known', () => {
    const renamed = [
      { ...entry('After'), from: entry('Before'), isChanged: true },
      { ...entry('After'), from: entry('Before'), isChanged: null },
    ]
    const lines = summaryText(outcomeOf(comparisonOf({ renamed }))).split('\n')
    expect(lines.filter((line) => line.startsWith('- ')).map((line) => line.split(') ').at(-1))).toEqual([
      '(changed too)',
      '(cannot tell whether it changed too)',
    ])
  })

  test('lists at most twenty stories, and says how many more there are', () => {
    const added = Array.from({ length: 15 }, (_, at) => entry(`New ${at}`))
    const changed = Array.from({ length: 2000 }, (_, at) => ({ ...entry(`Story ${at}`), because: [] }))
    const comparison = comparisonOf({ added, changed })
    comparison.counts.changed = 3456
    const lines = summaryText(outcomeOf(comparison)).split('\n')
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(20)
    expect(lines.at(-1)).toBe('and 3,451 more')
  })

  test('fits in a comment of every host, however long names and addresses are', () => {
    const branch = 'ü'.repeat(255)
    for (const length of [420, 900]) {
      const long = entry('ü'.repeat(200), 'a'.repeat(length))
      const renamed = Array.from({ length: 20 }, () => ({ ...long, from: long, isChanged: false }))
      const summary = summaryText(outcomeOf(comparisonOf({ renamed }), { branch }))
      expect(summary.length).toBeLessThan(32_000)
    }
  })

  test('says so while the portal is reading, and where there is nothing to compare with', () => {
    const reading = summaryText(outcomeOf(comparisonOf({ state: 'reading' })))
    expect(reading).toContain(
      'What changed is still being read; it is compared with version `v1` of `main`, which it is based on · [comparison](',
    )
    expect(summaryText(outcomeOf(undefined)).split('\n').at(-1)).toBe(
      'There is nothing to compare it with yet',
    )
    const verdict = {
      state: 'pending',
      because: 'no-baseline',
      toReview: 0,
      accepted: 0,
      rejected: 0,
    } as const
    expect(
      summaryText(outcomeOf(undefined, { review: verdict }))
        .split('\n')
        .at(-1),
    ).toBe('**no merged version to compare with, so somebody has to accept this one**')
  })

  test('shows nothing of a build but as code', () => {
    const hostile = [
      '@acme/everyone',
      '[click](https://evil.example)',
      '![](https://evil.example/pixel.png)',
      '<img src=https://evil.example onerror=alert(1)>',
      '`](https://evil.example) @team `',
      '\n\n# Heading\n/merge\n\n[plinth]: https://evil.example',
      'a\u2028b\u202Egnp.exe',
      '$`x`$ https://evil.example #1 !2 ~bug',
      '',
      '``',
      'lone \uD800',
      'x'.repeat(5000),
    ]
    const changed = hostile.map((text) => ({ ...entry(text, text), title: text, because: [text] }))
    for (const [at, text] of hostile.entries()) {
      const summary = summaryText(
        outcomeOf(comparisonOf({ changed }), { title: text, branch: text || 'main' }),
      )
      const ours = summary.replaceAll(/`[^`\n]+`/g, 'CODE').replaceAll(`](${home}`, '](HOME')
      expect(ours.match(/`|evil\.example[^%)]|@|<|!|\$|^\/|^# /gm)).toBeNull()
      expect(ours.replaceAll(/\]\(HOME[\w/.?=%~-]*\)/g, '')).not.toMatch(/[()]/)
      expect(summary.match(/[\u2028\u202E\r]/)).toBeNull()
      expect({ at, isShort: summary.length < 65_536 }).toEqual({ at, isShort: true })
    }
  })
})

const since = (reason: BaselineReason) => {
  const baseline = { version: 'v1', branch: 'main', reason }
  return summaryText(outcomeOf(comparisonOf(), { baseline })).split('\n').at(-1)
}

test('the summary says why a pull request is compared with what it is compared with', () => {
  expect(since('ancestor')).toContain('version `v1` of `main`, which it is based on ·')
  expect(since('newest-of-branch')).toContain('version `v1` of `main`, the newest when it was published ·')
  expect(since('previous-of-branch')).toContain('version `v1` of `main`, which it follows ·')
})

const failing = () => Promise.reject(new Failure('unexpected', 'The portal failed'))

test('a version that the portal had not read in time is not said to be the first', () => {
  const [unread, first] = (['reading', 'ready'] as const).map((contents) =>
    summaryText(outcomeOf(undefined, { contents })),
  )
  expect(unread).toContain('What changed is not known yet')
  expect(first).toContain('There is nothing to compare it with')
})

test('the summary says that stories cannot be read, and not that they will be', () => {
  const none = { contents: 'none' } as const
  const compared = summaryText(outcomeOf(comparisonOf({ state: 'none' }), none))
  expect(compared).toContain(
    'What changed cannot be told: the stories of one of the two cannot be read; it is compared with version `v1` of `main`',
  )
  const baseline = { version: 'v1', branch: 'main', reason: 'ancestor' } as const
  const [known, alone] = [{ ...none, baseline }, none].map((more) => summaryText(outcomeOf(undefined, more)))
  expect(known).toContain('cannot be told: the stories of one of the two cannot be read')
  expect(alone).toContain('The portal can read no stories in this version, so it cannot tell what changed')
})

describe('what a pull request is compared with', () => {
  const baseline = { version: 'v1', branch: 'main', reason: 'ancestor' } as const
  const read = { publicId: 'v2', contents: 'ready', isComparing: false, baseline, changes: null } as const
  const review = { ...notRequired, accepted: 0, baseline, decision: null } as VersionReview
  const proposal = { account: 'a1', storybook: 's1', version: 'v2', requiresReview: true, waitMs: 0 }
  const asked: unknown[] = []
  const portal = {
    getVersion: async () => read,
    compare: async (_account: string, _storybook: string, query: unknown) => {
      asked.push(query)
      return comparisonOf()
    },
    requestPictures: failing,
    getPictures: failing,
    getReview: async () => review,
  }

  test('is what the portal says, once it has compared them', async () => {
    const answers = [{ ...read, contents: 'reading' as const }, { ...read, isComparing: true }, read]
    const slow = { ...portal, getVersion: async () => answers.shift() ?? read }
    expect(await findProposedChanges(slow, proposal)).toMatchObject({
      baseline,
      comparison: { state: 'ready' },
      review: { state: 'success' },
    })
    expect(asked.splice(0)).toEqual([{ from: 'v1', to: 'v2' }])
    expect(answers).toEqual([])
  })

  test('is nothing where there is nothing, or where the portal fails', async () => {
    const alone = { ...portal, getVersion: async () => ({ ...read, baseline: null }) }
    expect(await findProposedChanges(alone, proposal)).toMatchObject({
      baseline: undefined,
      comparison: undefined,
    })
    expect(await findProposedChanges(portal, proposal)).toMatchObject({ contents: 'ready' })
    asked.splice(0)
    const broken = { ...portal, getVersion: failing, compare: failing, getReview: failing }
    expect(await findProposedChanges(broken, proposal)).toMatchObject({
      contents: 'reading',
      comparison: undefined,
      review: { state: 'pending', because: 'unanswered' },
    })
    expect(asked).toEqual([])
  })

  test('cannot be told for good once they have been read without an answer', async () => {
    const unreadable = { ...portal, compare: async () => comparisonOf({ state: 'none' }) }
    expect(await findProposedChanges(unreadable, proposal)).toMatchObject({ contents: 'none' })
    const silent = { ...portal, compare: failing }
    expect(await findProposedChanges(silent, proposal)).toMatchObject({ contents: 'none' })
    const slow = { ...portal, compare: async () => comparisonOf({ state: 'ready' }) }
    expect(await findProposedChanges(slow, proposal)).toMatchObject({ contents: 'ready' })
  })
})
