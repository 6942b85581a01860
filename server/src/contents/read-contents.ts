import { readBuildFacts } from '../archive/build-facts.ts'
import type { BuildFiles } from './build-files.ts'
import type { ComponentDoc } from './component-docs.ts'
import { openScriptDocs } from './components.ts'
import type { ScriptDocs } from './components.ts'
import { componentIdOf, contentsFormat } from './contents.ts'
import type { Contents, ContentsComponent, ContentsEntry } from './contents.ts'
import { fingerprintsOf, previewHash } from './fingerprints.ts'
import type { Fingerprint } from './fingerprints.ts'
import { fitContents } from './fit-contents.ts'
import { docsHandedOver } from './handed-over-docs.ts'
import { readManifests } from './manifests.ts'
import type { ManifestComponent, Manifests } from './manifests.ts'
import { openReadingTime } from './reading-time.ts'
import type { IsTimeUp } from './reading-time.ts'
import { collectModules } from './scripts/collect-modules.ts'
import type { ScriptParser } from './scripts/script-parser.ts'
import { listSources } from './source-list.ts'
import { linkScripts } from './story-files.ts'
import { readStoryIndex } from './story-index.ts'
import type { IndexedEntry } from './story-index.ts'
import { findUnlistedStories } from './unlisted-stories.ts'

/** Reads a build without running anything of it. Whatever is odd in it is left out. */
export async function readContents(
  files: BuildFiles,
  parser: ScriptParser,
  isTimeUp = openReadingTime(parser),
): Promise<Contents> {
  const { storybookVersion, framework } = await readBuildFacts(files.json)
  const listed = await readStoryIndex(files)
  const manifests = await readManifests(files, isTimeUp)
  const collected = await collectModules(files, parser, listed?.entries ?? [], isTimeUp)
  const scripts = linkScripts(collected, docsHandedOver(await files.json('custom-elements.json')))
  const { entries: indexed, isComplete } = listed ?? findUnlistedStories(scripts)
  const docs = docsWithin(isTimeUp, openScriptDocs(scripts))
  const fingerprintOf = fingerprintsOf(scripts)
  const list = listSources(scripts, indexed)
  const entries = indexed.map((entry) => {
    const fingerprint = isTimeUp() ? undefined : fingerprintOf(entry)
    return {
      ...readEntry(docs, manifests, entry),
      ...(fingerprint && presentFingerprint(fingerprint, list.positionsOf(fingerprint))),
    }
  })
  const hasScripts = collected.modules.size > 0
  return fitContents({
    format: contentsFormat,
    builder: hasScripts ? collected.builder : undefined,
    storybookVersion,
    framework,
    preview: hasScripts ? previewHash(scripts) : undefined,
    entries,
    components: readComponents(docs, manifests, indexed),
    sources: list.sources,
    modules: list.modules(),
    hasAllEntries: isComplete,
    isPartial:
      !isComplete || manifests.isPartial || collected.isPartial || parser.counts.opaque > 0 || isTimeUp(),
  })
}

const docsWithin = (isTimeUp: IsTimeUp, docs: ScriptDocs): ScriptDocs => ({
  componentOf: (entry) => (isTimeUp() ? undefined : docs.componentOf(entry)),
  storyOf: (entry) => (isTimeUp() ? {} : docs.storyOf(entry)),
  pageOf: (entry) => (isTimeUp() ? undefined : docs.pageOf(entry)),
})

function readEntry(docs: ScriptDocs, manifests: Manifests, entry: IndexedEntry): ContentsEntry {
  const { id, kind, title, name, tags, importPath, exportName } = entry
  const fromManifest = manifests.components.get(componentIdOf(id))?.examples.get(id)
  const fromScripts = kind === 'docs' ? {} : docs.storyOf(entry)
  const example = fromManifest?.source ?? fromScripts.source
  const description = fromManifest?.description ?? fromScripts.description
  const text = kind === 'docs' ? (docs.pageOf(entry) ?? manifests.pages.get(id)) : undefined
  return {
    id,
    kind,
    title,
    name,
    tags,
    file: importPath,
    ...(exportName !== undefined && { exportName }),
    ...(example !== undefined && { example }),
    ...(description !== undefined && { description }),
    ...(text !== undefined && { text }),
  }
}

const presentFingerprint = (
  { hash, ownHash, isUncertain }: Fingerprint,
  sources: number[] | undefined,
): Partial<ContentsEntry> => ({
  fingerprint: hash,
  ownFingerprint: ownHash,
  ...(isUncertain && { isUncertain }),
  ...(sources && { sources }),
})

/** A component has a page, and these cannot be the last part of its address. */
const isNoAddress = new Set(['', '.', '..'])

function readComponents(
  docs: ScriptDocs,
  manifests: Manifests,
  indexed: readonly IndexedEntry[],
): ContentsComponent[] {
  const first = new Map<string, IndexedEntry>()
  for (const entry of indexed) {
    const id = componentIdOf(entry.id)
    if (entry.kind === 'story' && !first.has(id) && !isNoAddress.has(id)) first.set(id, entry)
  }
  return Array.from(first, ([id, entry]) =>
    readComponent(id, entry, manifests.components.get(id), docs.componentOf(entry)),
  )
}

function readComponent(
  id: string,
  { title, componentPath, importPath }: IndexedEntry,
  manifest: ManifestComponent | undefined,
  read: ComponentDoc | undefined,
): ContentsComponent {
  const props = [manifest?.doc.props, read?.props].find((list) => list !== undefined && list.length > 0)
  const description = manifest?.doc.description ?? read?.description
  return {
    id,
    title,
    name: manifest?.doc.name ?? read?.name ?? title.slice(title.lastIndexOf('/') + 1),
    file: componentPath ?? importPath,
    ...(description !== undefined && { description }),
    ...(manifest?.importLine !== undefined && { importLine: manifest.importLine }),
    ...(props && { props }),
  }
}
