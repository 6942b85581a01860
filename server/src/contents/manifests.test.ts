import { expect, test } from 'vitest'

import { readManifests } from './manifests.ts'
import { filesInMemory } from './testing/files-in-memory.ts'

test('the text of a docs page is its Markdown, with the code it shows and without the code it runs', async () => {
  const content = [
    "import { Meta } from '@storybook/blocks'",
    '<Meta title="Guide" />',
    '# Guide',
    '```tsx',
    "import { Button } from 'kit'",
    '<Button />',
    '```',
    'export const hidden = 1',
  ].join('\n')
  const docs = JSON.stringify({ docs: { guide: { id: 'guide--docs', content } } })
  const { pages } = await readManifests(filesInMemory(new Map([['manifests/docs.json', docs]])), () => false)
  expect(pages.get('guide--docs')).toBe("# Guide\n```tsx\nimport { Button } from 'kit'\n<Button />\n```")
})

test('what only the stories of a component import is left out', async () => {
  const row = {
    id: 'button',
    import: "import { fn } from 'storybook/test';\nimport { Button } from 'kit';",
    stories: [],
  }
  const files = new Map([
    ['manifests/components.json', JSON.stringify({ v: 0, components: { button: row } })],
  ])
  const { components } = await readManifests(filesInMemory(files), () => false)
  expect(components.get('button')?.importLine).toBe("import { Button } from 'kit';")
})

const long = 'a\n'.repeat(500_000)

const list = (count: number, item: (id: string) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i, item(`c${i}`)]))

/** Manifests that refer to one long text this many times. */
const referring = {
  'docs pages': (count: number) => ({
    'manifests/docs.json': JSON.stringify({
      docs: list(count, (id) => ({ id, mdx: { $ref: 'x.json#/a' } })),
    }),
    'manifests/x.json': JSON.stringify({ a: { content: long } }),
  }),
  'imports of components': (count: number) => ({
    'manifests/components.json': JSON.stringify({
      components: list(count, (id) => ({ id, stories: { $ref: 'x.json#/a' } })),
    }),
    'manifests/x.json': JSON.stringify({ a: { import: long, stories: {} } }),
  }),
}

test.each(Object.entries(referring))(
  '%s that are all the same long text take no longer',
  async (_, filesOf) => {
    const timeOf = async (count: number) => {
      const files = filesInMemory(new Map(Object.entries(filesOf(count))))
      const started = performance.now()
      const { components, pages } = await readManifests(files, () => false)
      expect(components.size + pages.size).toBe(count)
      return performance.now() - started
    }
    await timeOf(1)
    expect(await timeOf(32)).toBeLessThan((await timeOf(1)) * 8)
  },
)
