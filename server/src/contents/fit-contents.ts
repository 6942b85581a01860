import { componentIdOf } from './contents.ts'
import type { Contents } from './contents.ts'

/** Of the JSON that is kept per version. 800 entries take about half a megabyte. */
export const maxContentsBytes = 8 * 1024 * 1024

function omit<T extends object, Key extends keyof T>(object: T, ...keys: Key[]): Omit<T, Key> {
  const rest = { ...object }
  for (const key of keys) delete rest[key]
  return rest
}

/** What is left out, one after the other, until the rest is small enough. */
const reductions: readonly ((contents: Contents) => Contents)[] = [
  (contents) => ({
    ...contents,
    entries: contents.entries.map((entry) => omit(entry, 'example', 'text')),
  }),
  (contents) => ({
    ...contents,
    components: contents.components.map((component) => omit(component, 'props', 'description')),
  }),
  (contents) => ({
    ...contents,
    entries: contents.entries.map((entry) => omit(entry, 'sources', 'description')),
    sources: [],
    modules: [],
  }),
]

export function fitContents(contents: Contents, limit: number = maxContentsBytes): Contents {
  let fitting = contents
  for (const reduce of reductions) {
    if (isWithin(limit, fitting)) return fitting
    fitting = { ...reduce(fitting), isPartial: true }
  }
  return isWithin(limit, fitting) ? fitting : withFirstEntries(fitting, limit)
}

/** Looked at part by part: thousands of entries may have the same long text, so all of the JSON may be gigabytes. */
function isWithin(limit: number, contents: Contents): boolean {
  const { entries, components, sources, modules } = contents
  let left = limit - sizeOf({ ...contents, entries: [], components: [], sources: [], modules: [] })
  for (const list of [entries, components, sources, modules]) {
    for (const [index, item] of list.entries()) {
      left -= sizeOf(item) + (index === 0 ? 0 : commaSize)
      if (left < 0) return false
    }
  }
  return left >= 0
}

/** As many entries as fit, with their components. */
function withFirstEntries(contents: Contents, limit: number): Contents {
  const components = new Map(contents.components.map((component) => [component.id, component]))
  const kept: Contents = { ...contents, entries: [], components: [], hasAllEntries: false }
  let left = limit - sizeOf(kept)
  for (const entry of contents.entries) {
    const component = components.get(componentIdOf(entry.id))
    left -= sizeOf(entry) + commaSize + (component ? sizeOf(component) + commaSize : 0)
    if (left < 0) break
    kept.entries.push(entry)
    if (component) kept.components.push(component)
    components.delete(componentIdOf(entry.id))
  }
  return kept
}

const commaSize = 1
const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))
