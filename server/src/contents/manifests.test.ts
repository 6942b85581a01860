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
  const { pages } = await readManifests(filesInMemory(new Map([['manifests/docs.json', docs]])))
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
  const { components } = await readManifests(filesInMemory(files))
  expect(components.get('button')?.importLine).toBe("import { Button } from 'kit';")
})
