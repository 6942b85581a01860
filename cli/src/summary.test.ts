import type { Comparison } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { describe, expect, test } from 'vitest'

import { countsOf, findComparison } from './changes.ts'
import { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { summaryText } from './summary.ts'

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
  changes: comparison && countsOf(comparison),
  comparison,
  looks: undefined,
  review: 'success',
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
      `+1 −1 ~2, 1 renamed since version \`v1\` of \`main\` · [comparison](${home}/compare/v1...v2)`,
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
    expect(reading).toContain('What changed since version `v1` of `main` is still being read: [comparison](')
    expect(summaryText(outcomeOf(undefined)).split('\n')).toHaveLength(3)
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

describe('what a pull request is compared with', () => {
  /** A portal where something was published from main only. */
  const asked: unknown[] = []
  const portal = {
    getBranch: async (_account: string, _storybook: string, branch: string) => {
      if (branch !== 'main') throw new Failure('notFound', `There is no version of ${branch}.`)
      return versionOf('newest of main', 'main')
    },
    compare: async (_account: string, _storybook: string, query: unknown) => {
      asked.push(query)
      return comparisonOf()
    },
  }
  const broken = {
    getBranch: () => Promise.reject(new Failure('unexpected', 'The portal failed')),
    compare: () => Promise.reject(new Failure('unexpected', 'The portal failed')),
  }

  test('is the newest version of the branch it merges into', async () => {
    expect(await findComparison(portal, 'a1', 's1', 'v2', 'main')).toMatchObject({ state: 'ready' })
    expect(asked.splice(0)).toEqual([{ from: 'newest of main', to: 'v2' }])
  })

  test('is the version before on its own branch, where nothing was published from the other', async () => {
    await findComparison(portal, 'a1', 's1', 'v2', 'release/2')
    await findComparison(portal, 'a1', 's1', 'v2', undefined)
    expect(asked.splice(0)).toEqual([{ to: 'v2' }, { to: 'v2' }])
  })

  test('is nothing where the portal fails', async () => {
    expect(await findComparison(broken, 'a1', 's1', 'v2', 'main')).toBeUndefined()
    expect(await findComparison(broken, 'a1', 's1', 'v2', undefined)).toBeUndefined()
  })
})
