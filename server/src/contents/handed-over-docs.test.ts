import { expect, test } from 'vitest'

import { readContents } from './read-contents.ts'
import { openScriptParser, rememberScripts } from './scripts/script-parser.ts'
import { filesInMemory } from './testing/files-in-memory.ts'

const modules = [
  {
    kind: 'javascript-module',
    declarations: [
      {
        kind: 'class',
        tagName: 'my-button',
        name: 'MyButton',
        description: 'Starts something.',
        members: [
          {
            kind: 'field',
            name: 'label',
            type: { text: 'string' },
            default: "'Save'",
            description: 'Its words',
          },
          { kind: 'field', name: 'secret', privacy: 'private' },
          { kind: 'method', name: 'press' },
        ],
        attributes: [
          { name: 'label', fieldName: 'label' },
          { name: 'size', type: { text: 'number' } },
        ],
      },
    ],
  },
]
const compodoc = {
  components: [
    {
      name: 'ButtonComponent',
      rawdescription: 'Starts something.',
      inputsClass: [{ name: 'label', type: 'string', required: true }],
    },
  ],
  directives: [],
  injectables: [],
}

async function componentWith(handedOver: string, component: string, files: Record<string, string> = {}) {
  const build = {
    'iframe.html': '<script type="module" src="./assets/iframe-AAAAAAAA.js"></script>',
    'index.json': JSON.stringify({
      entries: {
        a: { id: 'button--a', type: 'story', title: 'Kit/Button', name: 'A', importPath: './b.stories.js' },
      },
    }),
    'assets/iframe-AAAAAAAA.js': `const files={"./b.stories.js":()=>import("./b-BBBBBBBB.js")};${handedOver};start(files)`,
    'assets/b-BBBBBBBB.js': `class B{}const m={component:${component}},A={};export{m as default,A}`,
    ...files,
  }
  const contents = await readContents(
    filesInMemory(new Map(Object.entries(build))),
    openScriptParser(rememberScripts(1_000_000)),
  )
  return contents.components[0]
}

const button = {
  name: 'MyButton',
  description: 'Starts something.',
  props: [
    { name: 'label', isRequired: false, type: 'string', defaultValue: "'Save'", description: 'Its words' },
    { name: 'size', isRequired: false, type: 'number' },
  ],
}

test.each([
  ['an object', `const json={schemaVersion:"1.0.0",modules:${JSON.stringify(modules)}};hand(json)`],
  ['a variable per key', `const modules=${JSON.stringify(modules)};hand({schemaVersion:"1.0.0",modules})`],
  ['a text', `const json=JSON.parse(${JSON.stringify(JSON.stringify({ schemaVersion: '1.0.0', modules }))})`],
])('a custom elements manifest in the preview, as %s', async (_, script) => {
  expect(await componentWith(script, '"my-button"')).toMatchObject(button)
})

test('a custom elements manifest as a file', async () => {
  const files = { 'custom-elements.json': JSON.stringify({ schemaVersion: '1.0.0', modules }) }
  expect(await componentWith('', '"my-button"', files)).toMatchObject(button)
})

test('compodoc’s documentation in the preview', async () => {
  expect(await componentWith(`const json=${JSON.stringify(compodoc)};hand(json)`, 'B')).toMatchObject({
    name: 'ButtonComponent',
    props: [{ name: 'label', isRequired: true, type: 'string' }],
  })
})
