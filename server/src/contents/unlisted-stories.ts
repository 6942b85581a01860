import type { GraphNode } from './scripts/hash-nodes.ts'
import type { ExportFilter, MetaFacts, UnitFacts } from './scripts/unit-facts.ts'
import { isStorable, storableText } from './storable-text.ts'
import { sanitize, storyName } from './story-files.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import { limits } from './story-index.ts'
import type { IndexedEntry, StoryIndex } from './story-index.ts'

/**
 * The stories of a build that does not list them, as Storybook 6 by default: what its story files export. Complete if the
 * scripts say so of every file; stories that are added by calls (`storiesOf`), or have a title made of their file's name, are
 * not found.
 */
export function findUnlistedStories(scripts: BuildScripts): StoryIndex {
  const entries = new Map<string, IndexedEntry>()
  const factsOf = openStoryFacts()
  let isComplete = scripts.storyFiles.size > 0 && !scripts.collected.isPartial
  for (const [importPath, file] of scripts.storyFiles) {
    const meta = metaOf(scripts, file)
    if (meta?.title === undefined || meta.included === 'not read' || meta.excluded === 'not read') {
      isComplete = false
      continue
    }
    for (const entry of storiesOf(scripts, factsOf, file, importPath, { ...meta, title: meta.title })) {
      if (entries.has(entry.id)) continue
      if (entry.id.length > limits.id || !isStorable(entry.id) || isTooLong(entry.exportName)) {
        isComplete = false
        continue
      }
      if (entries.size === limits.entries) return { entries: [...entries.values()], isComplete: false }
      entries.set(entry.id, entry)
    }
  }
  return { entries: [...entries.values()], isComplete }
}

/** What the default export says; webpack gives it a name of its own where it is a variable. */
function metaOf({ graph }: BuildScripts, { meta }: StoryFile): MetaFacts | undefined {
  const node = graph.nodes[meta[0] ?? -1]
  const facts = node?.unit?.facts
  const [alias] = facts?.wraps ?? []
  if (facts?.meta || !node || alias === undefined) return facts?.meta
  return graph.nodes[graph.resolveRef(node.module, { local: alias })[0] ?? -1]?.unit?.facts?.meta
}

/** The stories of a file, in the order in which it declares them. */
function storiesOf(
  { graph }: BuildScripts,
  factsOf: (node: GraphNode | undefined) => StoryFacts,
  { module, exports }: StoryFile,
  importPath: string,
  { title, id = title, included, excluded }: MetaFacts & { title: string },
): IndexedEntry[] {
  return [...exports]
    .filter(([name]) => !isReserved.has(name) && isStory(name, included, excluded))
    .map(([exportName, ref]) => ({ exportName, position: graph.resolveRef(module, ref)[0] ?? -1 }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ exportName, position }) => {
      const { storyName: name, isDocsOnly } = factsOf(graph.nodes[position])
      return {
        id: `${sanitize(id)}--${sanitize(storyName(exportName))}`,
        kind: isDocsOnly ? 'docs' : 'story',
        title: storableText(title, limits.text),
        name: storableText(name ?? storyName(exportName), limits.text),
        tags: [],
        importPath,
        exportName,
        storyFiles: [],
      }
    })
}

const isTooLong = (name = ''): boolean => name.length > limits.text

const isReserved = new Set(['default', '__esModule', '__namedExportsOrder'])

const isStory = (name: string, included?: ExportFilter, excluded?: ExportFilter): boolean =>
  (!included || matches(name, included)) && !(excluded && matches(name, excluded))

function matches(name: string, filter: ExportFilter): boolean {
  if (filter === 'not read') return false
  if ('names' in filter) return filter.names.has(name)
  const part = filter.pattern.replaceAll(/[$^]/g, '')
  const [mustStart, mustEnd] = [filter.pattern.startsWith('^'), filter.pattern.endsWith('$')]
  if (mustStart && mustEnd) return name === part
  if (mustStart) return name.startsWith(part)
  return mustEnd ? name.endsWith(part) : name.includes(part)
}

type StoryFacts = Pick<UnitFacts, 'storyName' | 'isDocsOnly'>

/** What a story says, and the statements behind it: `Primary.storyName = 'First'`. Thousands of exports may be one unit. */
function openStoryFacts(): (node: GraphNode | undefined) => StoryFacts {
  const known = new Map<GraphNode | undefined, StoryFacts>()
  return (node) => {
    const facts = known.get(node) ?? { ...node?.unit?.facts }
    if (known.has(node)) return facts
    for (const index of node?.unit?.attached ?? [])
      Object.assign(facts, node?.module.parsed.units[index]?.facts)
    known.set(node, facts)
    return facts
  }
}
