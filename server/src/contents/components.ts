import type { ComponentDoc } from './component-docs.ts'
import type { BuildModule } from './scripts/build-module.ts'
import type { GraphNode } from './scripts/hash-nodes.ts'
import type { Unit } from './scripts/parsed-script.ts'
import type { UnitFacts } from './scripts/unit-facts.ts'
import { storableLines } from './storable-text.ts'
import { storyNodes } from './story-files.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import type { IndexedEntry } from './story-index.ts'

/** What the scripts say about a story. */
export interface StoryDoc {
  source?: string
  description?: string
}

/** What the scripts of a build say about its stories, components and pages. */
export interface ScriptDocs {
  /** About the component of a story; undefined if nothing. */
  componentOf: (entry: IndexedEntry) => ComponentDoc | undefined
  storyOf: (entry: IndexedEntry) => StoryDoc
  /** The text of a docs page that is written in MDX. */
  pageOf: (entry: IndexedEntry) => string | undefined
}

const maxWrappers = 3
const maxWrapped = 100
const maxUnitsOfPage = 200
const maxPageLength = 64_000
const maxSearched = 20_000
/** For all components and pages together, with what the units refer to. */
const maxSearchedInAll = 16_000_000

type AttachedFacts = Pick<UnitFacts, 'docgen' | 'source' | 'storyDescription'>

/** Thousands of entries may be about one unit, so what was found once is kept. */
export function openScriptDocs(scripts: BuildScripts): ScriptDocs {
  const { graph, storyFiles, handedOver } = scripts
  const attachedTo = new Map<GraphNode, AttachedFacts>()
  const docgens = new Map<number, ComponentDoc | undefined>()
  const texts = new Map<StoryFile['exports'], string | undefined>()
  let searchesLeft = maxSearchedInAll

  function attachedFacts(node: GraphNode): AttachedFacts {
    const known = attachedTo.get(node)
    if (known) return known
    const facts: AttachedFacts = {}
    for (const index of node.unit?.attached ?? []) {
      const { docgen, source, storyDescription } = node.module.parsed.units[index]?.facts ?? {}
      if (docgen) facts.docgen ??= docgen
      if (source !== undefined) facts.source ??= source
      if (storyDescription !== undefined) facts.storyDescription ??= storyDescription
    }
    attachedTo.set(node, facts)
    return facts
  }

  /** The docgen attached to a component, or to what it wraps: memo, forwardRef, Vue's export helper. */
  function docgenOf(component: number): ComponentDoc | undefined {
    if (docgens.has(component)) return docgens.get(component)
    const depths = new Map([[component, 0]])
    let found: ComponentDoc | undefined
    // A map is walked in the order in which it grows: the nearest first.
    for (const [at, depth] of depths) {
      const node = graph.nodes[at]
      found = node && attachedFacts(node).docgen
      if (found || depths.size > maxWrapped) break
      if (!node || depth === maxWrappers) continue
      for (const local of node.unit?.facts?.wraps ?? [])
        for (const target of graph.resolveRef(node.module, { local }))
          if (!depths.has(target)) depths.set(target, depth + 1)
    }
    docgens.set(component, found)
    return found
  }

  /** Whether a unit, and what it refers to, may still be looked at. */
  function maySearch(node: GraphNode | undefined): boolean {
    searchesLeft -= 1 + (node?.out.length ?? 0)
    return searchesLeft >= 0
  }

  /** Where no component is named, or one without docgen: a documented one that the story uses and that has the title's name. */
  function docgenByName(file: StoryFile, entry: IndexedEntry): ComponentDoc | undefined {
    const wanted = plain(entry.title.split('/').at(-1) ?? '')
    const seen = new Set([...(storyNodes(scripts, file, entry) ?? []), ...file.meta])
    for (const at of seen) {
      const node = graph.nodes[at]
      if (seen.size > maxSearched || !maySearch(node)) return undefined
      const docgen = node && attachedFacts(node).docgen
      if (docgen && plain(docgen.name ?? '') === wanted) return docgen
      for (const target of node?.out ?? []) seen.add(target)
    }
    return undefined
  }

  /** The units of a page in a chunk of several: what its default export uses of the chunk, the nearest first. */
  function unitsOfPage({ module, meta }: StoryFile): Unit[] {
    const seen = new Set(meta)
    for (const at of seen) {
      const node = graph.nodes[at]
      if (seen.size > maxUnitsOfPage || !maySearch(node)) break
      if (node?.module === module) for (const target of node.out) seen.add(target)
    }
    return [...seen].flatMap((at) => graph.nodes[at]?.unit ?? [])
  }

  function textIn(module: BuildModule, units: readonly Unit[]): string | undefined {
    const textOf = (local: string) =>
      graph.resolveRef(module, { local }).map((node) => graph.nodes[node]?.unit?.facts?.text ?? '')[0] ?? ''
    let longest = ''
    for (const { facts } of units) {
      let text = ''
      // A page may name one long text thousands of times.
      for (const part of facts?.mdx ?? [])
        if (text.length <= maxPageLength) text += typeof part === 'string' ? part : textOf(part.local)
      if (text.length > longest.length) longest = text
    }
    const text = longest.replaceAll(/\n{3,}/g, '\n\n').trim()
    return text === '' ? undefined : storableLines(text, maxPageLength)
  }

  return {
    componentOf: (entry) => {
      const file = storyFiles.get(entry.importPath)
      if (!file) return undefined
      const meta = graph.nodes[file.meta[0] ?? -1]
      const facts = meta?.unit?.facts?.meta
      const named = meta && facts?.component ? graph.resolveRef(meta.module, facts.component) : []
      const docgen =
        named.map(docgenOf).find((found) => found !== undefined) ??
        docgenByName(file, entry) ??
        handedOver.get(facts?.tag ?? classOf(entry))
      const description = facts?.description ?? docgen?.description
      if (!docgen && description === undefined) return undefined
      return { props: [], ...docgen, ...(description !== undefined && { description }) }
    },
    storyOf: (entry) => {
      const file = storyFiles.get(entry.importPath)
      const node = file && graph.nodes[storyNodes(scripts, file, entry)?.[0] ?? -1]
      const { source, storyDescription } = node ? attachedFacts(node) : {}
      return {
        ...(source !== undefined && { source }),
        ...(storyDescription !== undefined && { description: storyDescription }),
      }
    },
    pageOf: (entry) => {
      const file = entry.importPath.endsWith('.mdx') ? storyFiles.get(entry.importPath) : undefined
      if (!file) return undefined
      const { module, exports } = file
      const isAlone = exports === module.parsed.exports
      if (!texts.has(exports))
        texts.set(exports, textIn(module, isAlone ? module.parsed.units : unitsOfPage(file)))
      return texts.get(exports)
    },
  }
}

/** The class of an Angular component is minified in the scripts; its title usually says it. */
const classOf = ({ title }: IndexedEntry): string =>
  `${(title.split('/').at(-1) ?? '').replaceAll(' ', '').replace(/Component$/, '')}Component`

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
