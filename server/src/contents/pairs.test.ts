// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest'

import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { readContents } from './read-contents.ts'
import { openScriptParser, rememberScripts } from './scripts/script-parser.ts'
import { storybookBuilder } from './testing/build-storybook.ts'
import type { Builder, BuiltFiles } from './testing/build-storybook.ts'
import { filesInMemory } from './testing/files-in-memory.ts'
import { edit, smallStorybook } from './testing/small-storybook.ts'

const edits: readonly [string, string, string][] = [
  ['src/Button.tsx', "classNames('button', look)", "classNames('button', 'new', look)"],
  ['src/theme.ts', '#0066cc', '#00aa77'],
  ['src/tile.css', '8px', '12px'],
  ['src/Chart.tsx', '"100"', '"200"'],
  [
    'src/Field.tsx',
    '{ name: string }',
    '{ name: string; /** Whether it may be empty */ isOptional?: boolean }',
  ],
  ['src/Field.tsx', '({ name }', '({ name, isOptional = false }'],
  ['src/Field.tsx', '<input name={name} />', '<input name={name} required={!isOptional} />'],
  ['src/Toggle.stories.tsx', 'isOn: false', 'isOn: undefined'],
  ['src/Price.stories.tsx', 'Kit/Price', 'Money/Amount'],
  ['src/Stamp.stories.tsx', 'export const Later', 'export const MuchLater'],
  [
    'src/Stamp.stories.tsx',
    'export const Never = { args: { at: -1 } }',
    'export const Now = { args: { at: 1 } }',
  ],
]

/** Of these, only the first changes anything. */
const onlyThePreview: readonly [string, string, string][] = [
  ['.storybook/preview.tsx', 'light', 'dark'],
  ['src/Remark.tsx', '/** Says something. */', '// a comment of another length\n/** Says something. */'],
]

/** Most scripts are the same in all builds. */
const scripts = rememberScripts(32_000_000)

const read = (files: BuiltFiles): Promise<Contents> =>
  readContents(filesInMemory(files), openScriptParser(scripts))

describe.each<{ builder: Builder; theme: string; chart: string; tile: string }>([
  { builder: 'vite', theme: 'theme', chart: 'Chart', tile: 'Tile.css' },
  { builder: 'webpack', theme: 'theme.ts', chart: 'Chart.tsx', tile: 'tile.css' },
])('two builds with $builder', ({ builder, theme, chart, tile }) => {
  let files: BuiltFiles
  let before: Contents
  let after: Contents
  let withOtherPreview: Contents

  beforeAll(async () => {
    const build = await storybookBuilder(builder)
    files = await build(smallStorybook)
    before = await read(files)
    // In another folder, which changes neither stories nor the preview.
    const buildElsewhere = await storybookBuilder(builder)
    after = await read(await buildElsewhere(edit(smallStorybook, edits)))
    withOtherPreview = await read(await buildElsewhere(edit(smallStorybook, onlyThePreview)))
  }, 300_000)

  /** Whether the preview changed, if only its page does. */
  const isChangedBy = async (change: (page: string) => string) => {
    const page = String(files.get('iframe.html'))
    const changed = await read(new Map(files).set('iframe.html', Buffer.from(change(page))))
    return compareContents(before, changed).isPreviewChanged
  }

  test('every story is found, with the props of its component', () => {
    expect(before).toMatchObject({ builder, isPartial: false })
    expect(before.entries.map(({ fingerprint }) => typeof fingerprint)).toEqual(Array(15).fill('string'))
    expect(before.components.find(({ id }) => id === 'kit-button')).toMatchObject({
      name: 'Button',
      file: './src/Button.tsx',
      description: 'Starts something.',
      props: [
        { name: 'label', isRequired: true, type: 'string', description: 'The words on it' },
        { name: 'look', isRequired: false, type: "'plain' | 'ghost'", defaultValue: "'plain'" },
      ],
    })
  })

  test('exactly the stories that use what changed are listed, with the reason', () => {
    const comparison = compareContents(before, after)
    const changed = comparison.changed.map(({ id, because }) => [id, because.join(', ')])
    expect(Object.fromEntries(changed)).toEqual({
      'kit-button--plain': 'Button.tsx',
      'kit-button--ghost': 'Button.tsx',
      'kit-card--empty': 'Button.tsx',
      'kit-panel--short': theme,
      'kit-banner--news': theme,
      'kit-tile--one': tile,
      'kit-report--this-year': chart,
      'kit-field--named': 'Field.tsx',
      'kit-toggle--off': 'Toggle.stories.tsx',
    })
    expect(comparison).toMatchObject({
      unknown: [],
      unknownBecause: null,
      counts: { added: 1, removed: 1, renamed: 2, changed: 9, unchanged: 3, unknown: 0 },
      isPreviewChanged: false,
    })
  })

  test('stories are added, removed, renamed and moved', () => {
    const { added, removed, renamed } = compareContents(before, after)
    expect(added.map(({ id }) => id)).toEqual(['kit-stamp--now'])
    expect(removed.map(({ id }) => id)).toEqual(['kit-stamp--never'])
    expect(renamed.map(({ from, id, isChanged }) => [from.id, id, isChanged])).toEqual([
      ['kit-price--small', 'money-amount--small', false],
      ['kit-stamp--later', 'kit-stamp--much-later', false],
    ])
  })

  test('a new prop is a change of its component', () => {
    const { components } = compareContents(before, after)
    expect(components.map(({ id }) => id)).toEqual(['kit-field'])
    expect(components[0]?.props).toMatchObject([
      { change: 'added', prop: { name: 'isOptional', isRequired: false, type: 'boolean' } },
    ])
  })

  test('another decorator changes the preview and no story; a comment and another folder change nothing', () => {
    expect(compareContents(before, withOtherPreview)).toMatchObject({
      counts: { added: 0, removed: 0, renamed: 0, changed: 0, unchanged: 15, unknown: 0 },
      components: [],
      isPreviewChanged: true,
    })
  })

  test('what the page itself shows is part of the preview, and where stories are is not', async () => {
    expect(await isChangedBy(inHead('<style>button { color: red }</style>'))).toBe(true)
    expect(await isChangedBy(inHead('<link rel="stylesheet" href="https://fonts.example/inter.css">'))).toBe(
      true,
    )
    expect(await isChangedBy(inHead('<script>document.body.dir = "rtl"</script>'))).toBe(true)
    expect(await isChangedBy((page) => page.replace('<body', '<body class="dark"'))).toBe(true)
    expect(await isChangedBy((page) => page.replace(/(STORIES.*?"files":")/, '$1more/'))).toBe(false)
    expect(await isChangedBy(inHead('<link rel="modulepreload" href="./assets/other-1a2b3c4d.js">'))).toBe(
      false,
    )
  })

  test('a newer Storybook changes the preview, and one of another major makes stories incomparable', async () => {
    const project = JSON.parse(String(files.get('project.json'))) as object
    const upgrade = (version: string) =>
      read(
        new Map(files)
          .set('project.json', Buffer.from(JSON.stringify({ ...project, storybookVersion: version })))
          .set(...withOtherRuntime(files)),
      )
    expect(compareContents(before, await upgrade('10.99.0'))).toMatchObject({
      counts: { changed: 0, unchanged: 15, unknown: 0 },
      isPreviewChanged: true,
    })
    expect(compareContents(before, await upgrade('11.0.0'))).toMatchObject({
      counts: { changed: 0, unchanged: 0, unknown: 15 },
      unknownBecause: 'storybook',
    })
  })
})

const inHead = (more: string) => (page: string) => page.replace('</head>', `${more}</head>`)

/** The script that the page starts, with one more statement. */
function withOtherRuntime(files: BuiltFiles): [string, Buffer] {
  const bundle = [...files.keys()].find((path) => path.startsWith('main.') && path.endsWith('.js'))
  const path = bundle ?? /src="\.\/(assets\/[^"]+)"/.exec(String(files.get('iframe.html')))?.[1] ?? ''
  const text = String(files.get(path))
  const statement = ';globalThis.other=1;'
  const changed = bundle
    ? text.replace(/"\.\/storybook-config-entry\.js".*?\{/, (start) => start + statement)
    : text + statement
  expect(changed).not.toBe(text)
  return [path, Buffer.from(changed)]
}
