import { createHash } from 'node:crypto'

import { writeZip } from './zip-writer.ts'

interface ComponentSource {
  /** What the component renders, part of its code. */
  markup: string
  props?: Record<string, string>
  stories: readonly string[]
}

/**
 * A zip as Storybook's Vite builder writes it, as far as the portal reads it: an index, a page, and scripts whose names
 * change with what they and their imports contain. A component is named by its title. If it `isShown`, a browser shows the
 * markup of its stories, and Storybook's events tell when.
 */
export function aViteBuild(components: Record<string, ComponentSource>, { isShown = false } = {}): Buffer {
  const files: Record<string, string> = {
    'index.html': '<!doctype html><title>manager</title>',
    'project.json': JSON.stringify({
      storybookVersion: '10.1.0',
      framework: { name: '@storybook/react-vite' },
    }),
    'index.json': JSON.stringify({ v: 5, entries: Object.fromEntries(entriesOf(components)) }),
  }
  const importers = Object.entries(components).map(([title, component]) => {
    const script = addScript(files, nameOf(title), componentScript(nameOf(title), component))
    const stories = addScript(files, `${nameOf(title)}.stories`, storiesScript(title, component, script))
    return `${JSON.stringify(importPathOf(title))}:()=>import("./${stories}")`
  })
  const entry = addScript(files, 'iframe', `const files={${importers.join()}};export{files as f}`)
  const runtime = isShown ? runtimeScript(entry) : ''
  files['iframe.html'] = `<!doctype html><script type="module" src="./assets/${entry}"></script>${runtime}`
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, content })))
}

const runtimeScript = (entry: string) => `<body><div id="storybook-root"></div><script type="module">
import { f as files } from './assets/${entry}'
const handlers = {}
const channel = {
  on(event, handler) { (handlers[event] ??= []).push(handler) },
  emit(event, payload) { for (const handler of handlers[event] ?? []) handler(payload) },
}
window.__STORYBOOK_ADDONS_CHANNEL__ = channel
const index = await (await fetch('./index.json')).json()
const phase = (newPhase) => channel.emit('storyRenderPhaseChanged', { newPhase })
async function show(id) {
  const entry = index.entries[id]
  if (!entry) return channel.emit('storyMissing', id)
  phase('rendering')
  const { default: meta } = await files[entry.importPath]()
  document.querySelector('#storybook-root').innerHTML = meta.component()
  channel.emit('storyRendered', id)
  phase('completed')
}
window.__STORYBOOK_PREVIEW__ = { extract: async () => ({}) }
channel.on('setCurrentStory', ({ storyId }) => void show(storyId))
await show(new URLSearchParams(location.search).get('id'))
</script>`

const nameOf = (title: string): string => title.split('/').at(-1) ?? title
const importPathOf = (title: string): string => `./src/${nameOf(title)}.stories.tsx`
const idOf = (title: string, story: string): string =>
  `${title.toLowerCase().replaceAll(/\W+/g, '-')}--${story.toLowerCase()}`

function* entriesOf(components: Record<string, ComponentSource>) {
  for (const [title, { stories }] of Object.entries(components)) {
    for (const name of stories) {
      const id = idOf(title, name)
      const entry = { type: 'story', subtype: 'story', id, name, title, exportName: name, tags: ['dev'] }
      yield [id, { ...entry, importPath: importPathOf(title), componentPath: `./src/${nameOf(title)}.tsx` }]
    }
  }
}

function addScript(files: Record<string, string>, name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  files[`assets/${name}-${hash}.js`] = text
  return `${name}-${hash}.js`
}

function componentScript(name: string, { markup, props = {} }: ComponentSource): string {
  const documented = Object.entries(props).map(([prop, type]) => [
    prop,
    { required: false, tsType: { name: type }, description: '' },
  ])
  const docgen = { displayName: name, description: `A ${name}.`, props: Object.fromEntries(documented) }
  return `const C=()=>${JSON.stringify(markup)};C.__docgenInfo=${JSON.stringify(docgen)};export{C as c}`
}

function storiesScript(title: string, { stories }: ComponentSource, script: string): string {
  const exports = stories.map((name, i) => {
    const source = JSON.stringify(`{ args: { label: "${name}" } }`)
    return `const s${i}={args:{label:"${name}"}};s${i}.parameters={docs:{source:{originalSource:${source}}}};`
  })
  const list = stories.map((name, i) => `s${i} as ${name}`).join()
  return `import{c as C}from"./${script}";const meta={title:"${title}",component:C};${exports.join('')}export{${list},meta as default}`
}
