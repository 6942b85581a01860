import type { EntryKind } from '@plinth/contract/contents.ts'

import type { BuildFiles } from './build-files.ts'
import { isObject, textAt, valueAt } from './scripts/literal-value.ts'
import type { Json } from './scripts/literal-value.ts'
import { isStorable, storableText } from './storable-text.ts'

/** A story, a test of a story, or a docs page, as the build's index lists it. */
export interface IndexedEntry {
  id: string
  kind: EntryKind
  title: string
  name: string
  tags: string[]
  /** The file it is written in. */
  importPath: string
  exportName?: string
  componentPath?: string
  /** The story files that a docs page shows stories of. */
  storyFiles: string[]
}

export interface StoryIndex {
  entries: IndexedEntry[]
  /** Whether every story and docs page that it lists was read. */
  isComplete: boolean
}

export const limits = {
  entries: 50_000,
  id: 500,
  text: 500,
  path: 1_000,
  tags: 50,
  tag: 100,
  storyFiles: 100,
}

/** index.json of Storybook 7 and later, or stories.json of Storybook 6, which writes it only if it is told to. */
export async function readStoryIndex(files: BuildFiles): Promise<StoryIndex | undefined> {
  const entries = valueAt(await files.json('index.json'), 'entries')
  if (isObject(entries)) return readEntries(entries, kindOf)
  const stories = valueAt(await files.json('stories.json'), 'stories')
  if (!isObject(stories)) return undefined
  return readEntries(stories, (story) =>
    valueAt(story, 'parameters', 'docsOnly') === true ? 'docs' : 'story',
  )
}

function kindOf(entry: Json): EntryKind | undefined {
  if (valueAt(entry, 'type') === 'docs') return 'docs'
  if (valueAt(entry, 'type') !== 'story') return undefined
  return valueAt(entry, 'subtype') === 'test' ? 'test' : 'story'
}

function readEntries(
  listed: { [key: string]: Json },
  kindOfEntry: (entry: Json) => EntryKind | undefined,
): StoryIndex {
  const entries: IndexedEntry[] = []
  const known = new Set<string>()
  let isComplete = true
  for (const entry of Object.values(listed)) {
    if (entries.length === limits.entries) return { entries, isComplete: false }
    const kind = kindOfEntry(entry)
    const id = textAt(entry, 'id')
    const title = textAt(entry, 'title') ?? textAt(entry, 'kind')
    if (!kind) continue
    if (id === undefined || title === undefined || id.length > limits.id || !isStorable(id)) {
      isComplete = false
      continue
    }
    if (known.has(id)) continue
    known.add(id)
    const exportName = textAt(entry, 'exportName')
    const componentPath = textAt(entry, 'componentPath')
    entries.push({
      id,
      kind,
      title: storableText(title, limits.text),
      name: storableText(textAt(entry, 'name') ?? textAt(entry, 'story') ?? id, limits.text),
      tags: textsIn(valueAt(entry, 'tags'), limits.tags, limits.tag),
      importPath: storableText(
        textAt(entry, 'importPath') ?? textAt(entry, 'parameters', 'fileName') ?? '',
        limits.path,
      ),
      storyFiles: textsIn(valueAt(entry, 'storiesImports'), limits.storyFiles, limits.path),
      ...(exportName && { exportName: storableText(exportName, limits.text) }),
      ...(componentPath && { componentPath: storableText(componentPath, limits.path) }),
    })
  }
  return { entries, isComplete }
}

function textsIn(list: Json | undefined, maxCount: number, maxLength: number): string[] {
  if (!Array.isArray(list)) return []
  return list
    .filter((text) => typeof text === 'string')
    .slice(0, maxCount)
    .map((text) => storableText(text, maxLength))
}
