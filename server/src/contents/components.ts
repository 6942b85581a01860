import type { ComponentDoc } from './component-docs.ts'
import type { BuildModule } from './scripts/build-module.ts'
import type { GraphNode } from './scripts/hash-nodes.ts'
import type { ModuleGraph } from './scripts/module-graph.ts'
import type { Unit } from './scripts/parsed-script.ts'
import { storableLines } from './storable-text.ts'
import { storyNodes } from './story-files.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import type { IndexedEntry } from './story-index.ts'

/** What the scripts say about a story. */
export interface StoryDoc {
  source?: string
  description?: string
}

const maxWrappers = 3
const maxPageLength = 64_000
const maxSearched = 20_000

/** What the scripts say about the component of a story; undefined if nothing. */
export function componentDocOf(scripts: BuildScripts, entry: IndexedEntry): ComponentDoc | undefined {
  const file = scripts.storyFiles.get(entry.importPath)
  if (!file) return undefined
  const { graph } = scripts
  const meta = graph.nodes[file.meta[0] ?? -1]
  const facts = meta?.unit?.facts?.meta
  const named = meta && facts?.component ? graph.resolveRef(meta.module, facts.component) : []
  const docgen =
    named.map((node) => docgenOf(graph, node)).find((found) => found !== undefined) ??
    docgenByName(scripts, file, entry) ??
    scripts.handedOver.get(facts?.tag ?? classOf(entry))
  const description = facts?.description ?? docgen?.description
  if (!docgen && description === undefined) return undefined
  return { props: [], ...docgen, ...(description !== undefined && { description }) }
}

/** The class of an Angular component is minified in the scripts; its title usually says it. */
const classOf = ({ title }: IndexedEntry): string =>
  `${(title.split('/').at(-1) ?? '').replaceAll(' ', '').replace(/Component$/, '')}Component`

/** The docgen attached to a component, or to what it wraps: memo, forwardRef, Vue's export helper. */
function docgenOf(graph: ModuleGraph, at: number, depth = 0): ComponentDoc | undefined {
  const node = graph.nodes[at]
  if (!node?.unit || depth > maxWrappers) return undefined
  const own = attachedDocgen(node)
  if (own) return own
  for (const local of node.unit.facts?.wraps ?? []) {
    for (const target of graph.resolveRef(node.module, { local })) {
      const found = docgenOf(graph, target, depth + 1)
      if (found) return found
    }
  }
  return undefined
}

const attachedUnits = (module: BuildModule, unit: Unit): Unit[] =>
  unit.attached.flatMap((index) => module.parsed.units[index] ?? [])

const attachedDocgen = ({ module, unit }: GraphNode): ComponentDoc | undefined =>
  unit && attachedUnits(module, unit).find(({ facts }) => facts?.docgen)?.facts?.docgen

/** Where no component is named, or one without docgen: a documented one that the story uses and that has the title's name. */
function docgenByName(scripts: BuildScripts, file: StoryFile, entry: IndexedEntry): ComponentDoc | undefined {
  const wanted = plain(entry.title.split('/').at(-1) ?? '')
  const { graph } = scripts
  const seen = new Set([...(storyNodes(scripts, file, entry) ?? []), ...file.meta])
  // A set is walked in the order in which it grows: the nearest first.
  for (const at of seen) {
    if (seen.size > maxSearched) return undefined
    const node = graph.nodes[at]
    const docgen = node && attachedDocgen(node)
    if (docgen && plain(docgen.name ?? '') === wanted) return docgen
    for (const target of node?.out ?? []) seen.add(target)
  }
  return undefined
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export function storyDocOf(scripts: BuildScripts, entry: IndexedEntry): StoryDoc {
  const file = scripts.storyFiles.get(entry.importPath)
  const node = file && scripts.graph.nodes[storyNodes(scripts, file, entry)?.[0] ?? -1]
  const doc: StoryDoc = {}
  for (const { facts } of node?.unit ? attachedUnits(node.module, node.unit) : []) {
    if (facts?.source !== undefined) doc.source ??= facts.source
    if (facts?.storyDescription !== undefined) doc.description ??= facts.storyDescription
  }
  return doc
}

/** The text of a docs page that is written in MDX. */
export function pageTextOf(scripts: BuildScripts, entry: IndexedEntry): string | undefined {
  if (!entry.importPath.endsWith('.mdx')) return undefined
  const file = scripts.storyFiles.get(entry.importPath)
  if (!file) return undefined
  const { graph } = scripts
  const { module } = file
  const textOf = (local: string) =>
    graph.resolveRef(module, { local }).map((node) => graph.nodes[node]?.unit?.facts?.text ?? '')[0] ?? ''
  const texts = module.parsed.units.map(({ facts }) => {
    let text = ''
    // A page may name one long text thousands of times.
    for (const part of facts?.mdx ?? [])
      if (text.length <= maxPageLength) text += typeof part === 'string' ? part : textOf(part.local)
    return text
  })
  const longest = texts.reduce((best, text) => (text.length > best.length ? text : best), '')
  const text = longest.replaceAll(/\n{3,}/g, '\n\n').trim()
  return text === '' ? undefined : storableLines(text, maxPageLength)
}
