import { expect, test } from 'vitest'

import { withZipFile } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import { ingestArchive } from './ingest-archive.ts'

/** Describes a build with these files beside its two pages. */
const describeFiles = (files: Record<string, unknown>) =>
  withZipFile(
    writeZip([
      { name: 'index.html' },
      { name: 'iframe.html' },
      ...Object.entries(files).map(([name, content]) => ({
        name,
        content: typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      })),
    ]),
    async (path) => (await ingestArchive(path)).build,
  )

const nothingKnown = {
  kind: 'storybook',
  storyCount: undefined,
  componentCount: undefined,
  docsCount: undefined,
  storybookVersion: undefined,
  framework: undefined,
}

test('a current build is described from index.json and project.json', async () => {
  const build = await describeFiles({
    'index.json': {
      v: 5,
      entries: {
        'button--docs': { type: 'docs', title: 'Button', name: 'Docs' },
        'button--primary': { type: 'story', subtype: 'story', title: 'Button', name: 'Primary' },
        'button--primary:test': { type: 'story', subtype: 'test', title: 'Button', name: 'works' },
        'card--plain': { type: 'story', title: 'Layout/Card', name: 'Plain' },
      },
    },
    'project.json': {
      framework: { name: '@storybook/react-vite' },
      storybookVersion: '^10.0.0',
      storybookPackages: { storybook: { version: '10.6.7' } },
    },
  })
  expect(build).toEqual({
    kind: 'storybook',
    storyCount: 2,
    componentCount: 2,
    docsCount: 1,
    storybookVersion: '10.6.7',
    framework: '@storybook/react-vite',
  })
})

test('an old build is described from stories.json', async () => {
  const build = await describeFiles({
    'stories.json': {
      v: 3,
      stories: {
        'a--b': { title: 'A', name: 'B' },
        'a--c': { kind: 'A', story: 'C' },
        'intro--page': { title: 'Intro', parameters: { docsOnly: true } },
      },
    },
    'project.json': { storybookVersion: '6.5.16' },
  })
  expect(build).toMatchObject({ storyCount: 2, componentCount: 1, docsCount: 1, storybookVersion: '6.5.16' })
})

test.each([
  ['nothing', {}],
  ['no JSON', { 'index.json': '{', 'project.json': '<html>', 'stories.json': '\0' }],
  ['JSON of another shape', { 'index.json': [1], 'project.json': 'null', 'stories.json': '"x"' }],
  [
    'wrong types',
    { 'index.json': { entries: [] }, 'project.json': { framework: { name: { a: 1 } }, storybookVersion: 8 } },
  ],
  [
    'texts that are no facts',
    { 'project.json': { framework: { name: 'x'.repeat(101) }, storybookVersion: 'a\nb' } },
  ],
  ['a prototype', { 'project.json': '{"__proto__":{"storybookVersion":"1.0.0"},"framework":"constructor"}' }],
  [
    'very deep JSON',
    { 'index.json': '['.repeat(1e6), 'project.json': `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}` },
  ],
  ['JSON too large to read', { 'index.json': `{"entries":{}${' '.repeat(9e6)}}` }],
])('%s yields no facts and no error', async (_, files) => {
  expect(await describeFiles(files)).toEqual(nothingKnown)
})

test('malformed entries are ignored', async () => {
  const entries = {
    a: null,
    b: 1,
    c: [],
    d: { type: 'story' },
    e: { type: 'story', title: 5 },
    f: { type: 'docs' },
  }
  expect(await describeFiles({ 'index.json': { entries } })).toMatchObject({
    storyCount: 2,
    componentCount: 0,
    docsCount: 1,
  })
})

test('a site without iframe.html is a plain site, whatever else it contains', async () => {
  const zip = writeZip([
    { name: 'index.html' },
    { name: 'project.json', content: '{"storybookVersion":"9.0.0"}' },
  ])
  await withZipFile(zip, async (path) => {
    expect((await ingestArchive(path)).build).toEqual({ ...nothingKnown, kind: 'site' })
  })
})

const of = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n))

test.each([
  ['millions of numbers', `[${'1,'.repeat(4e6)}1]`],
  ['millions of empty objects', `{"entries":{"a":[${'{},'.repeat(2.6e6)}{}]}}`],
  ['a member named again and again', `{"entries":{${'"a":1,'.repeat(1.3e6)}"a":1}}`],
  ['numbers as names', `{"entries":{${of(500_000, (n) => `"${4_294_967_290 - n * 7}":0`).join(',')}}}`],
  [
    'objects that are all different',
    `{"entries":[${of(190_000, (n) => `{"${n}x":0,"${n}y":0}`).join(',')}]}`,
  ],
  ['one string', `"${'a'.repeat(8e6)}"`],
  ['one number', '9'.repeat(8e6)],
  ['UTF-16', Buffer.from('{"entries":{"a":{"type":"story"}}}', 'utf16le')],
])('metadata made of %s yields hardly any facts and no error', { tags: ['long'] }, async (_, json) => {
  const project = { storybookVersion: '9.1.0' }
  const build = await describeFiles({ 'index.json': json, 'project.json': project })
  expect([undefined, 0]).toContain(build.storyCount)
  expect(build.storybookVersion).toBe('9.1.0')
})

test('long, strange or invalid titles are counted like others', async () => {
  const titles = ['x'.repeat(100_000), '__proto__', 'constructor', '\u202e\0', '__proto__']
  const entries = Object.fromEntries(titles.map((title, n) => [`${n}`, { type: 'story', title }]))
  const json = Buffer.from(`\uFEFF${JSON.stringify({ entries })}`)
  json[json.indexOf('xxx')] = 0xff
  expect(await describeFiles({ 'index.json': json })).toMatchObject({ storyCount: 5, componentCount: 4 })
})
