import { listElements } from '@plinth/contract/page-references.ts'

import type { BuildFiles } from '../build-files.ts'
import type { IsTimeUp } from '../reading-time.ts'
import type { IndexedEntry } from '../story-index.ts'
import { filesOfImporter } from './build-module.ts'
import type { BuildModule } from './build-module.ts'
import { textOfFile, unreadKey } from './collected-modules.ts'
import type { CollectedModules, LoadedFile } from './collected-modules.ts'
import { lastPart, resolvePath, shortName, sourceName, stem, withoutHash } from './file-names.ts'
import { hashOf } from './hash.ts'
import { opaqueModule } from './parsed-script.ts'
import type { ScriptParser } from './script-parser.ts'

const maxStylesheetBytes = 4 * 1024 * 1024
/** Of all stylesheets together. */
const maxStyleBytes = 64 * 1024 * 1024
const maxStyleAddresses = 200_000
const maxModules = 10_000

/** A module that refers to nothing. */
const nothing = { resolve: () => undefined, fileText: String, stylesText: () => '' }

/** The chunks of a Vite build, from those that the page loads. */
export async function collectViteModules(
  files: BuildFiles,
  parser: ScriptParser,
  indexed: readonly IndexedEntry[],
  html: string,
  isTimeUp: IsTimeUp,
): Promise<Omit<CollectedModules, 'page'>> {
  const styles = await readStyles(files, isTimeUp)
  const fileHash = (path: string) => styles.get(path) ?? files.checksum(path)
  const loaded = loadedBy(html)
  const pageStyles = loaded.styles.filter(files.has)
  const ofPage = new Set(pageStyles)
  const queue = loaded.modules.filter(files.has)
  const modules = new Map<string, BuildModule>()
  const unread = new Set<string>()
  const entries = new Set(queue)
  const storyFiles = new Map<string, LoadedFile>()
  const importPaths = new Set(indexed.map(({ importPath }) => importPath))
  const names = sourceNames(indexed)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (modules.has(path) || !files.has(path)) continue
    if (modules.size >= maxModules) {
      unread.add(path)
      continue
    }
    const from = path
    const parsed = await parser.module(files, from)
    const fileOf = remembered((name) => findFile(files, from, name))
    const stylesOf = (listed: readonly string[]) =>
      listed
        .flatMap((name) => fileOf(name) ?? [])
        .filter((file) => file.endsWith('.css') && !ofPage.has(file))
    const name = stem(withoutHash(lastPart(from)))
    modules.set(from, {
      key: from,
      label: names.get(name) ?? shortName(name),
      parsed,
      resolve: (specifier) => {
        const file = fileOf(specifier)
        return file !== undefined && unread.has(file) ? unreadKey : file
      },
      fileText: (file) => textOfFile(file, fileOf(file), fileHash),
      stylesText: (listed) => stylesOf(listed).map(fileHash).toSorted().join(),
    })
    for (const specifier of [...parsed.dependencies, ...parsed.dynamicDependencies])
      queue.push(fileOf(specifier) ?? '')
    for (const importer of parsed.importers) {
      const target = importer.module === '' ? from : fileOf(importer.module)
      if (target === undefined) continue
      queue.push(target)
      const importPath = listedPath(importPaths, importer.importPath)
      if (importPath === undefined) continue
      // Its effects belong to the preview, like those of the page's own scripts.
      entries.add(from)
      const { namespace } = importer
      const loaded = { module: target, styles: stylesOf(filesOfImporter(parsed, importer)) }
      storyFiles.set(importPath, { ...loaded, ...(namespace !== undefined && { namespace }) })
    }
  }
  if (unread.size > 0) {
    const parsed = opaqueModule([...unread].map(files.checksum).toSorted().join())
    modules.set(unreadKey, { ...nothing, key: unreadKey, label: 'scripts that were not read', parsed })
  }
  return { builder: 'vite', modules, entries, storyFiles, pageStyles, isPartial: unread.size > 0, fileHash }
}

const maxLoaded = 1_000

/** The scripts and styles that a page loads. */
function loadedBy(html: string): { modules: string[]; styles: string[] } {
  const modules = new Set<string>()
  const styles = new Set<string>()
  for (const { name, attributes } of listElements(html)) {
    if (modules.size + styles.size === maxLoaded) break
    const [src, href] = [attributes.get('src'), attributes.get('href')]
    if (name === 'script' && src !== undefined && attributes.get('type') === 'module') modules.add(src)
    if (name === 'link' && href !== undefined && attributes.get('rel') === 'stylesheet') styles.add(href)
  }
  return { modules: pathsOf(modules), styles: pathsOf(styles) }
}

const pathsOf = (addresses: Iterable<string>): string[] =>
  Array.from(addresses, (address) => resolvePath('', address))

/** A chunk is named after a module in it, without the extension; the index knows some of the files. */
function sourceNames(indexed: readonly IndexedEntry[]): Map<string, string> {
  const paths = indexed.flatMap(({ importPath, componentPath }) => [importPath, componentPath ?? ''])
  // A component may come from a package.
  return new Map(paths.filter((path) => path.startsWith('.')).map((path) => [stem(path), sourceName(path)]))
}

/** The import path as the index writes it. */
function listedPath(importPaths: ReadonlySet<string>, path: string): string | undefined {
  return [path, path.replace(/^\.\//, ''), `./${path}`].find((candidate) => importPaths.has(candidate))
}

/** What a name leads to is asked for again and again. */
function remembered(find: (name: string) => string | undefined): (name: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (name) => {
    if (!known.has(name)) known.set(name, find(name))
    return known.get(name)
  }
}

const maxAddressLength = 2_000

function findFile(files: BuildFiles, from: string, name: string): string | undefined {
  if (name.length > maxAddressLength) return undefined
  const [path = ''] = name.split(/[?#]/, 1)
  const beside = resolvePath(from, path)
  if (files.has(beside)) return beside
  const below = resolvePath('', path)
  return files.has(below) ? below : undefined
}

/** Hashes of the stylesheets, in which the names of other files are replaced by their content. */
async function readStyles(files: BuildFiles, isTimeUp: IsTimeUp): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  const left = { bytes: maxStyleBytes, addresses: maxStyleAddresses }
  for (const path of files.paths()) {
    if (!path.endsWith('.css')) continue
    left.bytes -= files.bytes(path)
    if (left.bytes < 0 || isTimeUp()) break
    const text = await files.text(path, maxStylesheetBytes)
    const replaced = text === undefined ? undefined : withoutFileNames(files, path, text, left)
    if (left.addresses < 0) break
    if (replaced !== undefined) hashes.set(path, hashOf(replaced))
  }
  return hashes
}

/** Each bracket ends the search for the one before it, so every character is looked at once. */
function withoutFileNames(
  files: BuildFiles,
  path: string,
  text: string,
  left: { addresses: number },
): string {
  const contentOf = remembered((address) => {
    left.addresses--
    const [file = ''] = address
      .trim()
      .replace(/^["']|["']$/g, '')
      .split(/[?#]/, 1)
    const target = resolvePath(path, file)
    return files.has(target) ? `url(${files.checksum(target)})` : undefined
  })
  return text.replaceAll(/url\(([^()]*)\)/g, (all, address: string) => {
    if (left.addresses < 0 || address.length > maxAddressLength) return all
    return contentOf(address) ?? all
  })
}
