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
  /** The units that all entries of its file consist of. */
  common: readonly number[]
}

/** Makes fingerprints; undefined where the scripts do not tell. */
export function fingerprintsOf(scripts: BuildScripts): (entry: IndexedEntry) => Fingerprint | undefined {
  const { graph, collected, storyFiles } = scripts
  const commonParts = new Map<StoryFile, Pick<Fingerprint, 'hash' | 'common'>>()

  function commonPart(file: StoryFile): Pick<Fingerprint, 'hash' | 'common'> {
    const known = commonParts.get(file)
    if (known) return known
    const effects = effectsBehind(scripts, file.loaded)
    const styles = file.styles.map(collected.fileHash).toSorted().join()
    const hash = hashOf(`${deepOf(graph, file.meta)};${setOf(graph, effects)};${styles}`)
    const part = { hash, common: [...file.meta, ...effects] }
    commonParts.set(file, part)
    return part
  }

  return (entry) => {
    const file = storyFiles.get(entry.importPath)
    if (!file) return undefined
    const own =
      entry.kind === 'docs'
        ? entry.storyFiles.flatMap((path) => storyFiles.get(path)?.meta ?? [])
        : (storyNodes(scripts, file, entry) ?? defined(graph.wholeOf(file.module.key)))
    const ownHash = hashOf(deepOf(graph, own))
    const { hash, common } = commonPart(file)
    const isUncertain = [...own, ...common].some((node) => graph.nodes[node]?.isUncertain)
    return { hash: hashOf(`${ownHash};${hash}`), ownHash, isUncertain, file, own, common }
  }
}

/** What every story is shown in: decorators, global styles, and Storybook's own runtime. */
export function previewHash({ collected, graph }: BuildScripts): string {
  const effects = [...collected.entries].flatMap((key) =>
    (graph.modules.get(key)?.parsed.effects ?? []).map(
      (unit) => graph.nodes[graph.unitOf(key, unit)]?.deep ?? '',
    ),
  )
  return hashOf([...effects, ...collected.pageStyles.map(collected.fileHash)].toSorted().join())
}

const deepOf = ({ nodes }: ModuleGraph, list: readonly number[]): string =>
  list.map((node) => nodes[node]?.deep ?? '').join()

/** Independent of which chunks a bundler put the nodes into. */
const setOf = ({ nodes }: ModuleGraph, list: readonly number[]): string =>
  [...new Set(list.map((node) => nodes[node]?.deep ?? ''))].toSorted().join()

/** The units with side effects in a module and in all it imports, except those that the page starts itself. */
function effectsBehind({ collected, graph }: BuildScripts, key: string): number[] {
  const seen = new Set<string>()
  const queue = [key]
  const effects: number[] = []
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const module = graph.modules.get(at)
    if (!module || seen.has(at) || collected.entries.has(at)) continue
    seen.add(at)
    for (const unit of module.parsed.effects) effects.push(graph.unitOf(at, unit))
    for (const specifier of module.parsed.dependencies) queue.push(module.resolve(specifier) ?? '')
  }
  return effects
}

const defined = (node: number | undefined): number[] => (node === undefined ? [] : [node])
