import type { BuildFiles } from '../build-files.ts'
import type { IndexedEntry } from '../story-index.ts'
import type { BuildModule } from './build-module.ts'
import { textOfFile, unreadKey } from './collected-modules.ts'
import type { CollectedModules, LoadedFile } from './collected-modules.ts'
import { lastPart, sourceName } from './file-names.ts'
import { opaqueModule } from './parsed-script.ts'
import type { ParsedModule } from './parsed-script.ts'
import type { ScriptParser } from './script-parser.ts'

const maxRuntimeBytes = 4 * 1024 * 1024

/** The modules of a webpack build; `linked` are the bundles that the page loads itself. */
export async function collectWebpackModules(
  files: BuildFiles,
  parser: ScriptParser,
  indexed: readonly IndexedEntry[],
  linked: readonly string[],
): Promise<Omit<CollectedModules, 'page'>> {
  const parsed = new Map<string, ParsedModule>()
  const unread: string[] = []
  for (const path of await findBundles(files, linked)) {
    for (const [id, module] of await parser.bundle(files, path)) {
      parsed.set(id, module)
      if (module.isOpaque) unread.push(id)
    }
  }
  // What is not found may be in any of the bundles that could not be read.
  if (unread.length > 0) parsed.set(unreadKey, opaqueModule(unread.map(files.checksum).join()))
  const resolve = (id: string) => (parsed.has(id) ? id : unread.length > 0 ? unreadKey : undefined)
  const fileText = (name: string) => textOfFile(name, files.has(name) ? name : undefined, files.checksum)
  const modules = new Map<string, BuildModule>()
  for (const [id, module] of parsed)
    modules.set(id, {
      key: id,
      label: sourceName(sourceOf(id)),
      parsed: module,
      resolve,
      fileText,
      stylesText: () => '',
    })
  const storyFiles = new Map<string, LoadedFile>()
  const isListed = indexed.length > 0
  const importPaths = isListed ? indexed.map(({ importPath }) => importPath) : storyFilesOf(modules)
  for (const importPath of importPaths)
    if (modules.has(importPath)) storyFiles.set(importPath, { module: importPath, styles: [] })
  const isWhole = unread.length === 0 && importPaths.every((path) => modules.has(path))
  return {
    builder: 'webpack',
    modules,
    entries: new Set(['./storybook-config-entry.js', ...[...modules.keys()].filter(isConfigOfStorybook6)]),
    storyFiles,
    pageStyles: [],
    isPartial: !isListed && !isWhole,
    fileHash: files.checksum,
  }
}

const isConfigOfStorybook6 = (id: string): boolean => id.endsWith('-generated-config-entry.js')

/**
 * The story files that Storybook 6 loads when the page starts, in the order of its contexts. A module that the scripts lack
 * is among them, because it may be a context. In sets, because a build can name the same file any number of times.
 */
function storyFilesOf(modules: ReadonlyMap<string, BuildModule>): string[] {
  const contexts = new Set<string>()
  for (const { key, parsed } of modules.values())
    if (isStartOfStorybook6(key)) for (const dependency of parsed.dependencies) contexts.add(dependency)
  const files = new Set<string>()
  for (const context of contexts) {
    if (!modules.has(context)) files.add(context)
    for (const { module } of modules.get(context)?.parsed.importers ?? []) files.add(module)
  }
  return [...files]
}

const isStartOfStorybook6 = (id: string): boolean => /(?:^|\/)generated-stories-entry\.c?js$/.test(id)

/** The bundles of this build: those that the page loads, and those whose hashes its runtime lists. */
async function findBundles(files: BuildFiles, linked: readonly string[]): Promise<string[]> {
  const runtime = linked.find((path) => lastPart(path).startsWith('runtime~'))
  const text = runtime === undefined ? undefined : await files.text(runtime, maxRuntimeBytes)
  const hashes = new Set(text?.match(/[\da-f]{8,20}/g))
  const found = new Set(linked)
  for (const path of files.paths()) {
    const hash = /\.([\da-f]{8,20})\.(?:iframe\.)?bundle\.js$/.exec(path)?.[1]
    if (hash !== undefined && hashes.has(hash)) found.add(path)
  }
  return [...found]
}

/** `css-loader.js!./src/Button.css` and `./src/Button.tsx + 3 modules` */
const sourceOf = (id: string): string => id.slice(id.lastIndexOf('!') + 1).replace(/ \+ \d+ modules$/, '')
