import { describe, expect, test } from 'vitest'

import type { ArchiveIndex } from '../archive/archive-index.ts'
import { contentsWith } from '../testing/large-catalogue.ts'
import { compareSizes } from './compare-sizes.ts'
import { compareContents } from './compare.ts'
import { componentChanges } from './component-changes.ts'
import { componentIdOf } from './contents.ts'
import type { Contents, ContentsEntry } from './contents.ts'

const contents = (
  entries: readonly [id: string, fingerprint?: string | undefined, more?: Partial<ContentsEntry>][],
  more: Partial<Contents> = {},
): Contents =>
  contentsWith({
    preview: 'preview',
    entries: entries.map(([id, fingerprint, moreOfEntry]) => ({
      id,
      kind: 'story',
      title: componentIdOf(id),
      name: id,
      tags: [],
      file: './src/x.stories.tsx',
      ...(fingerprint !== undefined && { fingerprint }),
      ...moreOfEntry,
    })),
    components: [...new Set(entries.map(([id]) => componentIdOf(id)))].map((id) => ({
      id,
      title: id,
      name: id,
      file: '',
    })),
    ...more,
  })

describe('builds that tell nothing about their stories', () => {
  const stories: [string, string][] = [['a--b', '1']]
  test.each([
    ['builder', { builder: 'webpack' }],
    ['framework', { framework: '@storybook/vue3-vite' }],
    ['storybook', { storybookVersion: '9.1.0' }],
    ['unreadable', { builder: undefined }],
  ] as const)('%s', (why, more) => {
    const comparison = compareContents(contents(stories), contents([['a--b', '2']], more))
    expect(comparison).toMatchObject({ unknownBecause: why, changed: [], unknown: [{ id: 'a--b' }] })
  })

  test('scripts without the stories', () => {
    expect(compareContents(contents([['a--b']]), contents([['a--b']]))).toMatchObject({
      unknownBecause: 'unreadable',
      counts: { unknown: 1 },
    })
  })
})

const withType = (type: string) =>
  contents([['a--b', '1']], {
    components: [
      { id: 'a', title: 'a', name: 'a', file: '', props: [{ name: 'x', isRequired: false, type }] },
    ],
  })

test('a type is the same in another order', () => {
  expect(compareContents(withType(`"a" | 'b'`), withType(`'b' | "a"`)).components).toEqual([])
  expect(compareContents(withType(`'a'`), withType(`'b'`)).components).toMatchObject([
    {
      id: 'a',
      props: [{ change: 'changed', before: { type: `'a'` }, after: { type: `'b'`, defaultValue: null } }],
    },
  ])
})

test('a component changes with its stories', () => {
  const before = contents([
    ['same--x', '1'],
    ['changed--x', '1'],
    ['more--x', '1'],
    ['less--x', '1'],
    ['less--y', '2'],
    ['gone--x', '1'],
  ])
  const after = contents([
    ['same--x', '1'],
    ['changed--x', '2'],
    ['more--x', '1'],
    ['more--y', '2'],
    ['less--x', '1'],
    ['fresh--x', '1'],
  ])
  const changes = componentChanges(before, after, compareContents(before, after))
  expect(Object.fromEntries(changes)).toEqual({
    changed: 'changed',
    more: 'changed',
    less: 'changed',
    fresh: 'added',
  })
})

const defaultStory = (id: string, fingerprint: string): [string, string, Partial<ContentsEntry>] => [
  id,
  fingerprint,
  { ownFingerprint: 'export const Default = {}', file: `./src/${componentIdOf(id)}.stories.tsx` },
]

test('the same code in another file is a moved story only if it shows the same', () => {
  const { added, removed, renamed } = compareContents(
    contents([defaultStory('button--default', '1'), defaultStory('card--default', '2')]),
    contents([defaultStory('kit-card--default', '2'), defaultStory('dialog--default', '3')]),
  )
  expect(renamed).toMatchObject([
    { from: { id: 'card--default' }, id: 'kit-card--default', isChanged: false },
  ])
  expect([removed, added]).toMatchObject([[{ id: 'button--default' }], [{ id: 'dialog--default' }]])
})

type Half = readonly [fingerprint?: string, more?: Partial<ContentsEntry>]

/** A version with a story that has another name in another version. */
const withStory = (id: string, [fingerprint, more]: Half, ofBuild: Partial<Contents> = {}) =>
  contents(
    [
      ['kit-a--b', '9'],
      [id, fingerprint, { exportName: 'Story', ...more }],
    ],
    ofBuild,
  )

describe('a renamed story', () => {
  test.each<[string, Half, Half, boolean | null]>([
    ['is unchanged if its fingerprint is', ['1'], ['1'], false],
    ['is unchanged if what cannot be read is the same', ['1', { isUncertain: true }], ['1'], false],
    ['changed if its fingerprint did', ['1'], ['2'], true],
    ['is unknown without a fingerprint before', [], ['2'], null],
    ['is unknown without a fingerprint after', ['1'], [], null],
    ['is unknown without any', [], [], null],
    ['is unknown if it depended on what cannot be read', ['1', { isUncertain: true }], ['2'], null],
    ['is unknown if it depends on what cannot be read', ['1'], ['2', { isUncertain: true }], null],
  ])('%s', (_, before, after, isChanged) => {
    const { renamed } = compareContents(withStory('a--old', before), withStory('a--new', after))
    expect(renamed).toMatchObject([{ from: { id: 'a--old' }, id: 'a--new', isChanged }])
  })

  test('is unknown between builds that cannot be compared', () => {
    const after = withStory('a--new', ['1'], { builder: 'webpack' })
    const { renamed } = compareContents(withStory('a--old', ['1']), after)
    expect(renamed).toMatchObject([{ id: 'a--new', isChanged: null }])
  })

  test('is a reason to say that the scripts tell nothing, if nothing is known', () => {
    const before = contents([['a--old', undefined, { exportName: 'Story' }]])
    const after = contents([['a--new', undefined, { exportName: 'Story' }]])
    expect(compareContents(before, after)).toMatchObject({
      counts: { renamed: 1, unknown: 0 },
      unknownBecause: 'unreadable',
    })
  })
})

/** Docs pages of one file and name, each of which could be any of another version. */
const alikePages = (prefix: string, count: number): Contents =>
  contentsWith({
    entries: Array.from({ length: count }, (_, i) => ({
      id: `${prefix}-${i}--docs`,
      kind: 'docs',
      title: '',
      name: '',
      tags: [],
      file: './page.mdx',
    })),
  })

/** How many items of arrays are moved or looked at by what takes time for each of them. */
function countSteps(work: () => unknown): number {
  const { shift, splice, indexOf } = Array.prototype
  let steps = 0
  const counted = (method: (...rest: never[]) => unknown) =>
    function (this: unknown[], ...rest: never[]) {
      steps += this.length
      return method.apply(this, rest)
    }
  Object.assign(Array.prototype, {
    shift: counted(shift),
    splice: counted(splice),
    indexOf: counted(indexOf),
  })
  try {
    work()
  } finally {
    Object.assign(Array.prototype, { shift, splice, indexOf })
  }
  return steps
}

test('of thousands that could be each other, each is matched with one, in order', () => {
  const { renamed, counts } = compareContents(alikePages('old', 2_000), alikePages('new', 2_000))
  expect(counts).toMatchObject({ renamed: 2_000, added: 0, removed: 0 })
  expect(renamed.every(({ from, id }) => from.id.slice(3) === id.slice(3))).toBe(true)
})

test('to match them, no array is searched or moved again and again', () => {
  const [before, after] = [alikePages('old', 1_000), alikePages('new', 1_000)]
  expect(countSteps(() => compareContents(before, after))).toBeLessThan(10_000)
})

test('where not all stories are listed, none counts as added or removed', () => {
  const some = contents([['a--a', '1']], { hasAllEntries: false })
  const all = contents([
    ['a--a', '1'],
    ['b--b', '2'],
  ])
  for (const [before, after] of [
    [some, all],
    [all, some],
  ] as const) {
    const { added, removed, unknown, counts } = compareContents(before, after)
    expect([added, removed, unknown]).toMatchObject([[], [], [{ id: 'b--b' }]])
    expect(counts).toMatchObject({ unchanged: 1, unknown: 1 })
  }
})

const archive = (sizes: Record<string, number>): ArchiveIndex => ({
  zipBytes: 0,
  entries: new Map(
    Object.entries(sizes).map(([path, size]) => [
      path,
      { path, size, offset: 0, compressedSize: size, crc32: 0, method: 0 },
    ]),
  ),
})

test('sizes by kind, and the files that grew most', () => {
  const before = archive({
    'assets/Button-Dx8a2Kq1.js': 10,
    'assets/Button-CmykshGo.js': 5,
    'a.css': 3,
    'old.png': 9,
  })
  const after = archive({ 'assets/Button-AAbb22cc.js': 40, 'a.css': 4, 'new.woff2': 7, 'index.json': 1 })
  expect(compareSizes(before, after)).toEqual({
    kinds: [
      { kind: 'scripts', before: 15, after: 40 },
      { kind: 'fonts', before: 0, after: 7 },
      { kind: 'styles', before: 3, after: 4 },
      { kind: 'data', before: 0, after: 1 },
      { kind: 'images', before: 9, after: 0 },
    ],
    grown: [
      { path: 'assets/Button.js', before: 15, after: 40 },
      { path: 'new.woff2', before: 0, after: 7 },
      { path: 'a.css', before: 3, after: 4 },
      { path: 'index.json', before: 0, after: 1 },
    ],
  })
})

test.each([
  ['assets/Button.stories-Dc-DcDWC.js', 'assets/Button.stories.js'],
  ['main.4151866d.iframe.bundle.js.map', 'main.iframe.bundle.js.map'],
  ['static/media/logo.6ce24c58023cc2f8fd88fe9d219db6c6.svg', 'static/media/logo.svg'],
  ['assets/jquery-min.js', 'assets/jquery-min.js'],
  ['assets/icon-settings.svg', 'assets/icon-settings.svg'],
  ['Date-TimeZone.js', 'Date-TimeZone.js'],
  ['report-20260131.png', 'report-20260131.png'],
  ['sb-common-assets/nunito-sans-bold.woff2', 'sb-common-assets/nunito-sans-bold.woff2'],
])('%s without a hash is %s', (path, expected) => {
  const { grown } = compareSizes(archive({}), archive({ [path]: 1 }))
  expect(grown).toEqual([{ path: expected, before: 0, after: 1 }])
})
