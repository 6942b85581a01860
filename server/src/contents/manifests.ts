import type { BuildFiles } from './build-files.ts'
import { docOfArgTypes, docOfDocgen } from './component-docs.ts'
import type { ComponentDoc } from './component-docs.ts'
import type { IsTimeUp } from './reading-time.ts'
import { isObject, textAt, valueAt } from './scripts/literal-value.ts'
import type { Json } from './scripts/literal-value.ts'
import { storableLines, storableText } from './storable-text.ts'

/** What the manifests of Storybook 10.1 and later say about a component. */
export interface ManifestComponent {
  doc: ComponentDoc
  /** The line that imports it. */
  importLine?: string
  /** Examples by the id of their story. */
  examples: Map<string, { source?: string; description?: string }>
}

export interface Manifests {
  /** By the id of the component: the part of its stories' ids before `--`. */
  components: Map<string, ManifestComponent>
  /** Texts of docs pages, by the id of the page. */
  pages: Map<string, string>
  /** Whether a limit left something out. */
  isPartial: boolean
}

/** `totalBytes` is of all files together. */
const limits = {
  totalBytes: 16_000_000,
  components: 20_000,
  name: 200,
  source: 16_000,
  description: 4_000,
  page: 64_000,
  importLine: 1_000,
}

/** How much longer a text may be from which lines are left out; only the beginning of a longer one is looked at. */
const slack = 4

export async function readManifests(files: BuildFiles, isTimeUp: IsTimeUp): Promise<Manifests> {
  const { read, isCutOff } = openJsonFiles(files, isTimeUp)
  const known: KnownParts = { docs: new Map(), examples: new Map(), pages: new Map() }
  const manifest = await read('manifests/components.json')
  const rows = valueAt(manifest, 'components')
  const manifests = { components: new Map<string, ManifestComponent>(), pages: new Map<string, string>() }
  for (const row of isObject(rows) ? Object.values(rows) : servicesOf(files)) {
    if (manifests.components.size === limits.components) break
    const id = textAt(row, 'id')
    if (id === undefined) continue
    manifests.components.set(id, await readComponent(row, read, known))
    await addPages(manifests.pages, valueAt(row, 'docs'), read, known)
  }
  await addPages(manifests.pages, valueAt(await read('manifests/docs.json'), 'docs'), read, known)
  return { ...manifests, isPartial: isCutOff() || manifests.components.size === limits.components }
}

type ReadJsonFile = (path: string) => Promise<Json | undefined>

/** Several references lead to one file. */
function openJsonFiles(
  files: BuildFiles,
  isTimeUp: IsTimeUp,
): { read: ReadJsonFile; isCutOff: () => boolean } {
  let last: { path: string; content: Json | undefined } | undefined
  let bytesLeft = limits.totalBytes
  return {
    isCutOff: () => bytesLeft < 0,
    read: async (path) => {
      if (!files.has(path) || isTimeUp()) return undefined
      if (last?.path === path) return last.content
      bytesLeft -= files.bytes(path)
      if (bytesLeft < 0) return undefined
      last = { path, content: await files.json(path) }
      return last.content
    },
  }
}

/** With `experimentalDocgenServer` alone there are docgen files, but no manifest that refers to them. */
function servicesOf(files: BuildFiles): Json[] {
  const rows: Json[] = []
  for (const path of files.paths()) {
    const id = /^services\/core\/docgen\/([^/]+)\.json$/.exec(path)?.[1]
    if (id === undefined) continue
    const docgen = { $ref: `../${path}#/components/${id}` }
    const stories = { $ref: `../services/core/story-docs/${id}.json#/components/${id}` }
    rows.push({ id, docgen, stories })
  }
  return rows
}

async function follow(ref: Json | undefined, read: ReadJsonFile): Promise<Json | undefined> {
  const address = textAt(ref, '$ref')
  if (address === undefined) return undefined
  const [file = '', pointer = ''] = address.split('#')
  const keys = pointer.split('/').filter((key) => key !== '')
  return valueAt(
    await read(pathOf(file)),
    ...keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}

function pathOf(address: string): string {
  try {
    return new URL(address, 'http://build/manifests/').pathname.slice(1)
  } catch {
    return ''
  }
}

/** What only stories need is no part of using the component. */
const withoutStorybook = (lines: string): string =>
  lines
    .slice(0, slack * limits.importLine)
    .split('\n')
    .filter((line) => !/from\s*['"]@?storybook\//.test(line))
    .join('\n')

/** What parts of files say. Thousands of components may refer to the same part. */
interface KnownParts {
  docs: Map<Json | undefined, ComponentDoc>
  examples: Map<Json | undefined, ManifestComponent['examples']>
  pages: Map<Json | undefined, string>
}

function once<Part, Value>(known: Map<Part, Value>, part: Part, make: () => Value): Value {
  const value = known.get(part) ?? make()
  known.set(part, value)
  return value
}

async function readComponent(row: Json, read: ReadJsonFile, known: KnownParts): Promise<ManifestComponent> {
  const docgen = valueAt(row, 'docgen') === undefined ? row : await follow(valueAt(row, 'docgen'), read)
  const listed = valueAt(row, 'stories')
  const stories = textAt(listed, '$ref') === undefined ? row : await follow(listed, read)
  const imported = textAt(stories, 'import') ?? textAt(row, 'import')
  const importLine = imported === undefined ? '' : withoutStorybook(imported)
  return {
    doc: nameDoc(
      row,
      docgen,
      once(known.docs, docgen, () => docOf(docgen)),
    ),
    ...(importLine !== '' && { importLine: storableLines(importLine, limits.importLine) }),
    examples: once(known.examples, stories, () => examplesOf(valueAt(stories, 'stories'))),
  }
}

const docgenKeys = ['reactDocgen', 'reactDocgenTypescript', 'reactComponentMeta', 'vueComponentMeta']

function docOf(docgen: Json | undefined): ComponentDoc {
  const argTypes = valueAt(docgen, 'argTypes')
  if (argTypes !== undefined) return docOfArgTypes(argTypes)
  const info = docgenKeys.map((key) => valueAt(docgen, key)).find((value) => value !== undefined)
  return docOfDocgen(info) ?? { props: [] }
}

/** The manifest's own name and description come first. */
function nameDoc(row: Json, docgen: Json | undefined, doc: ComponentDoc): ComponentDoc {
  const name = textAt(row, 'name') ?? textAt(docgen, 'name')
  const description = textAt(row, 'description') ?? textAt(docgen, 'description')
  return {
    ...doc,
    ...(name !== undefined && { name: storableText(name, limits.name) }),
    ...(description && { description: storableLines(description, limits.description) }),
  }
}

/** A list in version 0 of the manifest, a record in version 1. */
function examplesOf(stories: Json | undefined): ManifestComponent['examples'] {
  const list = Array.isArray(stories) ? stories : isObject(stories) ? Object.values(stories) : []
  const examples: ManifestComponent['examples'] = new Map()
  for (const story of list) {
    const id = textAt(story, 'id')
    const source = textAt(story, 'snippet')
    const description = textAt(story, 'description')
    if (id === undefined || (source === undefined && description === undefined)) continue
    examples.set(id, {
      ...(source !== undefined && { source: storableLines(source, limits.source) }),
      ...(description !== undefined && { description: storableLines(description, limits.description) }),
    })
  }
  return examples
}

async function addPages(
  pages: Map<string, string>,
  docs: Json | undefined,
  read: ReadJsonFile,
  known: KnownParts,
): Promise<void> {
  for (const page of isObject(docs) ? Object.values(docs) : []) {
    const full = valueAt(page, 'mdx') === undefined ? page : await follow(valueAt(page, 'mdx'), read)
    const id = textAt(full, 'id') ?? textAt(page, 'id')
    const text = textAt(full, 'content')
    if (id === undefined || text === undefined) continue
    pages.set(
      id,
      once(known.pages, full, () => storableLines(markdownOf(text), limits.page)),
    )
  }
}

/** MDX without what is run: imports, exports, and elements on a line of their own. Examples of code stay. */
function markdownOf(mdx: string): string {
  let isExample = false
  const beginning = mdx.slice(0, slack * limits.page)
  const lines = beginning.split('\n').filter((line) => {
    if (/^\s*```/.test(line)) isExample = !isExample
    return isExample || !/^(?:import|export)\s|^<.*>$/.test(line)
  })
  return lines.join('\n').trim()
}
