// @module-tag long
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import { fileSource } from '../archive/file-source.ts'
import { sharedData } from '../testing/builds.ts'
import { reportSkipped } from '../testing/report-skipped.ts'
import { indexOf } from '../testing/temporary-zip.ts'
import { archivedBuild } from './build-files.ts'
import type { Contents } from './contents.ts'
import { readContents } from './read-contents.ts'
import { openScriptParser, rememberScripts } from './scripts/script-parser.ts'

const folder = `${sharedData}/storybooks`
const present = existsSync(folder)
if (!present) reportSkipped(`real builds are not read: no test data in ${sharedData} (see PLINTH_SHARED)`)

const scripts = rememberScripts(64_000_000)

async function read(name: string): Promise<Contents> {
  const handle = await open(`${folder}/${name}.zip`)
  try {
    const files = archivedBuild(await indexOf(handle), fileSource(handle))
    return await readContents(files, openScriptParser(scripts))
  } finally {
    await handle.close()
  }
}

function count({ entries, components }: Contents) {
  const stories = entries.filter(({ kind }) => kind === 'story')
  const docs = entries.filter(({ kind }) => kind === 'docs')
  return {
    stories: stories.length,
    examples: stories.filter(({ example }) => example !== undefined).length,
    describedStories: stories.filter(({ description }) => description !== undefined).length,
    docs: docs.length,
    texts: docs.filter(({ text }) => text !== undefined).length,
    fingerprints: entries.filter(({ fingerprint }) => fingerprint !== undefined).length,
    components: components.length,
    described: components.filter(({ description }) => description !== undefined).length,
    props: components.reduce((sum, { props }) => sum + (props?.length ?? 0), 0),
  }
}

const find = ({ components, entries }: Contents, id: string) =>
  components.find((component) => component.id === id) ?? entries.find((entry) => entry.id === id)

const reactButton = {
  name: 'Button',
  file: './src/components/Button.tsx',
  description: 'Primary action trigger. Use one primary button per view.',
  props: [
    { name: 'label', isRequired: true, type: 'string', description: 'Button label' },
    {
      name: 'variant',
      isRequired: false,
      type: "'primary'|'secondary'|'danger'",
      description: 'Visual weight',
    },
    { name: 'disabled', isRequired: false, type: 'boolean', description: 'Disable interaction' },
    { name: 'onClick', isRequired: false, type: '() => void', description: 'Click handler' },
  ],
}

const react = {
  stories: 21,
  examples: 21,
  describedStories: 21,
  docs: 12,
  texts: 1,
  fingerprints: 33,
  components: 11,
  described: 11,
  props: 20,
}

describe.skipIf(!present)('real builds', () => {
  test('Storybook 10 with manifests', async () => {
    const contents = await read('sb10-react-vite-msw')
    expect(count(contents)).toEqual({ ...react, docs: 13, texts: 2, fingerprints: 34 })
    expect(find(contents, 'actions-button')).toMatchObject({
      ...reactButton,
      importLine: "import { Button } from 'acme-ui';",
    })
    expect(find(contents, 'actions-button--primary')).toMatchObject({
      example: 'const Primary = () => <Button label="Save" />;',
      description: 'Primary state of Button.',
      tags: ['dev', 'test', 'manifest', 'autodocs', 'play-fn'],
    })
    expect(find(contents, 'actions-button--guidelines')).toMatchObject({
      text: '# Button guidelines\n\nUse one primary button per view.',
    })
  })

  test.each(['sb9-react-vite', 'sb9-macos', 'sb9-nested-root'])('Storybook 9: %s', async (name) => {
    const contents = await read(name)
    expect(count(contents)).toEqual(react)
    expect(find(contents, 'actions-button')).toMatchObject(reactButton)
    expect(find(contents, 'display-avatar--small')).toMatchObject({
      example: '{\n  args: {\n    "name": "Ada",\n    "size": 24\n  }\n}',
    })
    expect(find(contents, 'introduction--docs')).toMatchObject({
      text: '# Acme UI\n\nWelcome. See [Button](?path=/docs/actions-button--docs).',
    })
  })

  test('Storybook 8 with Vue', async () => {
    const contents = await read('sb8-vue3-vite')
    expect(count(contents)).toEqual({
      stories: 11,
      examples: 11,
      describedStories: 0,
      docs: 7,
      texts: 1,
      fingerprints: 18,
      components: 6,
      described: 0,
      props: 9,
    })
    expect(find(contents, 'vue-vbutton')).toMatchObject({
      file: './src/components/VButton.vue',
      props: [
        { name: 'label', isRequired: false, type: 'string' },
        { name: 'disabled', isRequired: false, type: 'boolean' },
      ],
    })
    expect(find(contents, 'introduction--docs')).toMatchObject({ text: '# Acme Vue\n\nHello.' })
  })
})
