import type { ComponentDoc } from './component-docs.ts'
import type { NamedDoc } from './handed-over-docs.ts'
import type { BuildModule } from './scripts/build-module.ts'
import type { CollectedModules, LoadedFile } from './scripts/collected-modules.ts'
import { linkModules } from './scripts/module-graph.ts'
import type { ModuleGraph } from './scripts/module-graph.ts'
import type { ExportRef, Namespace, Unit } from './scripts/parsed-script.ts'
import type { IndexedEntry } from './story-index.ts'

/** The scripts of a build, linked. */
export interface BuildScripts {
  collected: CollectedModules
  graph: ModuleGraph
  /** By import path. */
  storyFiles: ReadonlyMap<string, StoryFile>
  /** Documentation that the project hands over to Storybook, by tag or class. */
  handedOver: ReadonlyMap<string, ComponentDoc>
}

/** A story file or docs page in the scripts. */
export interface StoryFile {
  module: BuildModule
  exports: ReadonlyMap<string, ExportRef>
  /** The names of exports by the part of a story's id behind `--`. */
  exportsById: ReadonlyMap<string, string>
  /** The default export: what the stories of the file have in common. */
  meta: number[]
  /** The key of the module that is loaded to show it. */
  loaded: string
  styles: string[]
}

export function linkScripts(
  collected: CollectedModules,
  handedOverInFile: readonly NamedDoc[],
): BuildScripts {
  const graph = linkModules(withoutTitles(collected), collected.entries)
  const storyFiles = new Map<string, StoryFile>()
  /** Thousands of import paths may lead to the same exports. */
  const known = new Map<string, Omit<StoryFile, 'loaded' | 'styles'>>()
  for (const [importPath, { module: key, namespace, styles }] of collected.storyFiles) {
    const loaded = graph.modules.get(key)
    if (!loaded) continue
    const name = JSON.stringify([key, namespace])
    const read = known.get(name) ?? readStoryFile(graph, loaded, namespace)
    known.set(name, read)
    storyFiles.set(importPath, { ...read, loaded: key, styles })
  }
  const handedOver = new Map([
    ...graph.nodes.flatMap(({ unit }) => unit?.facts?.handedOver ?? []),
    ...handedOverInFile,
  ])
  return { collected, graph, storyFiles, handedOver }
}

function readStoryFile(
  graph: ModuleGraph,
  loaded: BuildModule,
  namespace: Namespace | undefined,
): Omit<StoryFile, 'loaded' | 'styles'> {
  const { module, exports } = exportsOf(graph, loaded, namespace)
  const meta = exports.get('default')
  return {
    module,
    exports,
    exportsById: idsOf(exports),
    meta: meta ? graph.resolveRef(module, meta) : [],
  }
}

/** Several modules may share a chunk; then an object in it lists the exports of this one. */
function exportsOf(
  graph: ModuleGraph,
  module: BuildModule,
  namespace: Namespace | undefined,
): Pick<StoryFile, 'module' | 'exports'> {
  if (namespace === undefined) return { module, exports: module.parsed.exports }
  const [table = -1] =
    'local' in namespace
      ? graph.resolveRef(module, namespace)
      : graph.resolveExport(module.key, namespace.exported)
  const node = graph.nodes[table]
  const listed = node?.unit?.facts?.namespace ?? []
  return {
    module: node?.module ?? module,
    exports: new Map(listed.map(([name, local]) => [name, { local }])),
  }
}

const maxNameLength = 500

function idsOf(exports: ReadonlyMap<string, ExportRef>): Map<string, string> {
  const ids = new Map<string, string>()
  for (const name of exports.keys()) {
    if (name === 'default' || name.length > maxNameLength) continue
    const id = sanitize(storyName(name))
    if (!ids.has(id)) ids.set(id, name)
  }
  return ids
}

/** The modules with the default exports of story files as if they had no title, id and tags. */
function withoutTitles({ modules, storyFiles }: CollectedModules): Map<string, BuildModule> {
  const untitled = new Map(modules)
  for (const [key, files] of Map.groupBy(storyFiles.values(), ({ module }) => module)) {
    const module = modules.get(key)
    if (!module) continue
    const units = [...module.parsed.units]
    for (const { namespace } of distinct(files)) {
      const position = metaUnit(module, namespace)
      const unit = units[position ?? -1]
      if (position !== undefined && unit?.facts?.meta)
        units[position] = { ...unit, ...unit.facts.meta.untitled }
    }
    untitled.set(key, { ...module, parsed: { ...module.parsed, units } })
  }
  return untitled
}

/** Thousands of import paths may lead to the same namespace. */
const distinct = (files: readonly LoadedFile[]): Iterable<LoadedFile> =>
  new Map(files.map((file) => [JSON.stringify(file.namespace), file])).values()

function metaUnit({ parsed }: BuildModule, namespace: Namespace | undefined): number | undefined {
  const unitOf = (ref: ExportRef | undefined) =>
    ref && 'local' in ref ? parsed.bindings.get(ref.local) : undefined
  if (namespace === undefined) return unitOf(parsed.exports.get('default'))
  const ref = 'local' in namespace ? namespace : parsed.exports.get(namespace.exported)
  const table: Unit | undefined = parsed.units[unitOf(ref) ?? -1]
  const local = table?.facts?.namespace?.find(([name]) => name === 'default')?.[1]
  return local === undefined ? undefined : parsed.bindings.get(local)
}

/** The units of a story in its file; undefined if the scripts do not tell which they are. */
export function storyNodes(
  { graph }: BuildScripts,
  { module, exports, exportsById }: StoryFile,
  { id, exportName }: IndexedEntry,
): number[] | undefined {
  const ref =
    exports.get(exportName ?? '') ?? exports.get(exportsById.get(id.slice(id.indexOf('--') + 2)) ?? '')
  return ref && graph.resolveRef(module, ref)
}

/** As Storybook makes a story's name of its export. */
export const storyName = (exportName: string): string =>
  exportName
    .replaceAll(/[_.-]/g, ' ')
    .replaceAll(/([^\n])([A-Z])([a-z])/g, '$1 $2$3')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([a-z])([0-9])/gi, '$1 $2')
    .replaceAll(/([0-9])([a-z])/gi, '$1 $2')
    .replaceAll(/(\s|^)(\w)/g, (_all, space: string, letter: string) => space + letter.toUpperCase())
    .replaceAll(/ +/g, ' ')
    .trim()

/** As Storybook makes an id of a name. */
export const sanitize = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ ’–—―′¿'`~!@#$%^&*()_|+\-=?;:'",.<>{}[\]\\/]/gi, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
