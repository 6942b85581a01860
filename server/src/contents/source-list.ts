import type { Source, SourceModule } from './contents.ts'
import type { Fingerprint } from './fingerprints.ts'
import type { LoadedFile } from './scripts/collected-modules.ts'
import { lastPart, sourceName, withoutHash } from './scripts/file-names.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import type { IndexedEntry } from './story-index.ts'

/** Lists the modules that entries depend on, each once, with the parts of them that an entry uses. */
export interface SourceList {
  sources: Source[]
  modules: () => SourceModule[]
  /** The positions of an entry's sources; undefined once too much was looked at. */
  positionsOf: (fingerprint: Fingerprint) => number[] | undefined
}

/** Of all entries together; a build of 200 stories needs 150,000. */
const maxSteps = 4_000_000
const unitHashLength = 6

/** How much of each module: sums of the numbers that stand for its units, which do not depend on their order. */
type Usage = Map<string, { sum: number; otherSum: number }>

interface Reached {
  seen: ReadonlySet<number>
  usage: Usage
}

export function listSources(scripts: BuildScripts, indexed: readonly IndexedEntry[]): SourceList {
  const { collected, graph } = scripts
  const sources: Source[] = []
  const positions = new Map<string, number>()
  const unitsByModule = new Map<string, Set<string>>()
  const modulePositions = new Map<string, number>()
  const names = nameUnits(scripts, indexed)
  const sharedStyles = findSharedStyles([...collected.storyFiles.values()])
  let stepsLeft = maxSteps
  let last: { file: StoryFile; reached: Reached } | undefined

  function use(usage: Usage, name: string, hash: string): void {
    const used = usage.get(name) ?? { sum: 0, otherSum: 0 }
    used.sum = (used.sum + numberOf(hash, 0)) | 0
    used.otherSum = (used.otherSum + numberOf(hash, 8)) | 0
    usage.set(name, used)
    const units = unitsByModule.get(name) ?? new Set()
    units.add(hash.slice(0, unitHashLength))
    unitsByModule.set(name, units)
  }

  /** Everything behind these units that is not behind others already. */
  function reach(roots: readonly number[], known?: Reached): Reached {
    const seen = new Set<number>()
    stepsLeft -= known?.usage.size ?? 0
    if (stepsLeft <= 0) return { seen, usage: new Map() }
    const usage: Usage = new Map([...(known?.usage ?? [])].map(([name, used]) => [name, { ...used }]))
    const queue = [...roots]
    for (let at = queue.pop(); at !== undefined && stepsLeft > 0; at = queue.pop()) {
      stepsLeft--
      const node = graph.nodes[at]
      if (!node || known?.seen.has(at) || seen.has(at)) continue
      seen.add(at)
      if (node.unit) use(usage, names.get(at) ?? node.module.label, node.shallow)
      for (const target of node.out) queue.push(target)
    }
    return { seen, usage }
  }

  function reachedByAll(file: StoryFile, common: Fingerprint['common']): Reached {
    if (last?.file === file) return last.reached
    const reached = reach(stepsLeft > 0 ? common.flat() : [])
    for (const style of file.styles) {
      const name = sharedStyles.has(style) ? 'shared styles' : withoutHash(lastPart(style))
      use(reached.usage, name, collected.fileHash(style))
    }
    last = { file, reached }
    return reached
  }

  function positionOf(name: string, sum: number, otherSum: number): number {
    const module = modulePositions.get(name) ?? modulePositions.size
    modulePositions.set(name, module)
    const hash = `${(sum >>> 0).toString(36)}.${(otherSum >>> 0).toString(36)}`
    const key = `${module} ${hash}`
    const known = positions.get(key)
    if (known !== undefined) return known
    positions.set(key, sources.length)
    sources.push({ module, hash })
    return sources.length - 1
  }

  return {
    sources,
    modules: () =>
      Array.from(modulePositions.keys(), (name) => ({
        name,
        units: [...(unitsByModule.get(name) ?? [])].toSorted(),
      })),
    positionsOf: ({ file, own, common }) => {
      const { usage } = reach(own, reachedByAll(file, common))
      if (stepsLeft <= 0) return undefined
      return Array.from(usage, ([name, { sum, otherSum }]) => positionOf(name, sum, otherSum))
    },
  }
}

/** A number made of eight characters of a hash. */
function numberOf(hash: string, from: number): number {
  let number = 0
  for (let at = from; at < from + 8; at++) number = (Math.imul(number, 31) + hash.charCodeAt(at)) | 0
  return number
}

/** A component that only one story file uses is put into its module. The index says which file it comes from. */
function nameUnits(
  { graph, storyFiles }: BuildScripts,
  indexed: readonly IndexedEntry[],
): Map<number, string> {
  const names = new Map<number, string>()
  const seen = new Set<StoryFile>()
  const ownUnits = new Map<StoryFile['exports'], ReadonlySet<number>>()
  for (const { importPath, componentPath } of indexed) {
    const file = storyFiles.get(importPath)
    if (!file || seen.has(file) || !componentPath?.startsWith('.')) continue
    seen.add(file)
    const meta = graph.nodes[file.meta[0] ?? -1]
    const component = meta?.unit?.facts?.meta?.component
    const isOwn = ownUnits.get(file.exports) ?? unitsOf(graph, file)
    ownUnits.set(file.exports, isOwn)
    const queue = meta && component ? graph.resolveRef(meta.module, component) : []
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const node = graph.nodes[at]
      if (node?.module !== file.module || isOwn.has(at) || names.has(at)) continue
      names.set(at, sourceName(componentPath))
      for (const target of node.out) queue.push(target)
    }
  }
  return names
}

/** The units that a story file exports. */
const unitsOf = (graph: BuildScripts['graph'], { module, exports }: StoryFile): Set<number> =>
  new Set([...exports.values()].flatMap((ref) => ('local' in ref ? graph.resolveRef(module, ref) : [])))

const minShared = 3

/** Stylesheets that most story files load: the bundler put the styles of many modules into one. */
function findSharedStyles(storyFiles: readonly LoadedFile[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { styles } of storyFiles)
    for (const style of styles) counts.set(style, (counts.get(style) ?? 0) + 1)
  const isShared = (count: number) => count >= minShared && count > storyFiles.length / 2
  return new Set([...counts].filter(([, count]) => isShared(count)).map(([style]) => style))
}
