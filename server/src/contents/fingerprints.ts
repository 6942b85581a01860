import { unreadKey } from './scripts/collected-modules.ts'
import { hashOf } from './scripts/hash.ts'
import type { ModuleGraph } from './scripts/module-graph.ts'
import { storyNodes } from './story-files.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import type { IndexedEntry } from './story-index.ts'

/** What a story or docs page depends on. */
export interface Fingerprint {
  /** Equal if nothing it depends on changed. */
  hash: string
  /** Of its own code alone: it stays the same when the story is moved. */
  ownHash: string
  /** Whether it depends on a script that could not be read. */
  isUncertain: boolean
  file: StoryFile
  /** The units that it consists of itself. */
  own: readonly number[]
  /** The units that all entries of its file consist of: its default export, and what happens when it is loaded. */
  common: readonly (readonly number[])[]
}

/** What all entries of a story file have in common. */
type CommonPart = Pick<Fingerprint, 'hash' | 'isUncertain' | 'common'>

/** What a module does when it is loaded, with all that it imports. */
interface Effects {
  nodes: readonly number[]
  hash: string
  isUncertain: boolean
}

/** Modules behind all story files together, with their effects. */
const maxSteps = 8_000_000

/** Makes fingerprints; undefined where the scripts do not tell. */
export function fingerprintsOf(scripts: BuildScripts): (entry: IndexedEntry) => Fingerprint | undefined {
  const { graph, collected, storyFiles } = scripts
  const commonParts = new Map<StoryFile, CommonPart | undefined>()
  /** Thousands of import paths may lead to the same module. */
  const effectsOfModules = new Map<string, Effects | undefined>()
  const steps = { left: maxSteps }

  function effectsOf(key: string): Effects | undefined {
    if (effectsOfModules.has(key)) return effectsOfModules.get(key)
    const nodes = effectsBehind(scripts, key, steps)
    const effects = nodes && {
      nodes,
      hash: hashOf(setOf(graph, nodes)),
      isUncertain: dependsOnUnread(graph, nodes),
    }
    effectsOfModules.set(key, effects)
    return effects
  }

  function makeCommonPart({ loaded, meta, styles: files }: StoryFile): CommonPart | undefined {
    const effects = effectsOf(loaded)
    if (!effects) return undefined
    const styles = files.map(collected.fileHash).toSorted().join()
    const hash = hashOf(`${deepOf(graph, meta)};${effects.hash};${styles}`)
    const isUncertain = effects.isUncertain || dependsOnUnread(graph, meta)
    return { hash, isUncertain, common: [meta, effects.nodes] }
  }

  function commonPart(file: StoryFile): CommonPart | undefined {
    if (!commonParts.has(file)) commonParts.set(file, makeCommonPart(file))
    return commonParts.get(file)
  }

  return (entry) => {
    const file = storyFiles.get(entry.importPath)
    if (!file) return undefined
    const own =
      entry.kind === 'docs'
        ? entry.storyFiles.flatMap((path) => storyFiles.get(path)?.meta ?? [])
        : (storyNodes(scripts, file, entry) ?? defined(graph.wholeOf(file.module.key)))
    const ownHash = hashOf(deepOf(graph, own))
    const part = commonPart(file)
    if (!part) return undefined
    const isUncertain = part.isUncertain || dependsOnUnread(graph, own)
    return { hash: hashOf(`${ownHash};${part.hash}`), ownHash, isUncertain, file, own, common: part.common }
  }
}

const dependsOnUnread = ({ nodes }: ModuleGraph, list: readonly number[]): boolean =>
  list.some((node) => nodes[node]?.isUncertain)

/** What every story is shown in: the page, decorators, global styles, and Storybook's own runtime. */
export function previewHash({ collected, graph }: BuildScripts): string {
  // What is missing may be in a script that could not be read: then the preview is another one once that changes.
  const modules = [...collected.entries].map((key) => graph.modules.get(key) ?? graph.modules.get(unreadKey))
  const effects = modules.flatMap(
    (module) => module?.parsed.effects.map((unit) => deepOf(graph, [graph.unitOf(module.key, unit)])) ?? [],
  )
  const styles = collected.pageStyles.map(collected.fileHash)
  return hashOf([collected.page, ...[...effects, ...styles].toSorted()].join())
}

const deepOf = ({ nodes }: ModuleGraph, list: readonly number[]): string =>
  list.map((node) => nodes[node]?.deep ?? '').join()

/** Independent of which chunks a bundler put the nodes into. */
const setOf = ({ nodes }: ModuleGraph, list: readonly number[]): string =>
  [...new Set(list.map((node) => nodes[node]?.deep ?? ''))].toSorted().join()

/**
 * The units with side effects in a module and in all it imports, except those that the page starts itself; undefined once
 * too much was looked at.
 */
function effectsBehind(
  { collected, graph }: BuildScripts,
  key: string,
  steps: { left: number },
): number[] | undefined {
  const seen = new Set<string>()
  const queue = [key]
  const effects: number[] = []
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const module = graph.modules.get(at)
    if (!module || seen.has(at) || collected.entries.has(at)) continue
    seen.add(at)
    steps.left -= 1 + module.parsed.effects.length + module.parsed.dependencies.length
    if (steps.left < 0) return undefined
    for (const unit of module.parsed.effects) effects.push(graph.unitOf(at, unit))
    for (const specifier of module.parsed.dependencies) queue.push(module.resolve(specifier) ?? '')
  }
  return effects
}

const defined = (node: number | undefined): number[] => (node === undefined ? [] : [node])
