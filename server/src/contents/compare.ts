import type { ChangedEntry, Comparison, RenamedEntry } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'

import { compareComponents } from './compare-components.ts'
import type { Contents, ContentsEntry } from './contents.ts'
import { sourceName } from './scripts/file-names.ts'

/** What changed between the contents of two versions, as the API states it. */
export type ContentsComparison = Omit<Comparison, 'from' | 'to' | 'state' | 'size'>

const maxReasons = 20

export function compareContents(before: Contents, after: Contents): ContentsComparison {
  const earlier = new Map(before.entries.map((entry) => [entry.id, entry]))
  const later = new Set(after.entries.map(({ id }) => id))
  const gone = before.entries.filter(({ id }) => !later.has(id))
  const fresh = after.entries.filter(({ id }) => !earlier.has(id))
  const originals = matchRenamed(gone, fresh)
  const isRenamed = new Set(originals.values())
  const incomparable = whyIncomparable(before, after)
  const reasons = reasonsBetween(before, after)
  const renamed: RenamedEntry[] = []
  const changed: ChangedEntry[] = []
  const uncertain: EntryLink[] = []
  let unchanged = 0
  for (const entry of after.entries) {
    const original = originals.get(entry)
    if (original) {
      const isChanged = incomparable ? null : isDifferent(original, entry)
      renamed.push({ ...link(entry), from: link(original), isChanged })
    }
    const old = earlier.get(entry.id)
    if (!old) continue
    const isChanged = incomparable ? null : isDifferent(old, entry)
    if (isChanged === null) uncertain.push(link(entry))
    else if (isChanged) changed.push({ ...link(entry), because: reasons(old, entry) })
    else unchanged++
  }
  const onlyLater = fresh.filter((entry) => !originals.has(entry)).map(link)
  const onlyEarlier = gone.filter((entry) => !isRenamed.has(entry)).map(link)
  const added = before.hasAllEntries ? onlyLater : []
  const removed = after.hasAllEntries ? onlyEarlier : []
  const mayBeOld = before.hasAllEntries ? [] : onlyLater
  const mayBeThere = after.hasAllEntries ? [] : onlyEarlier
  const unknown = uncertain.concat(mayBeOld, mayBeThere)
  const isSomethingUnknown = unknown.length > 0 || renamed.some(({ isChanged }) => isChanged === null)
  const isSomethingKnown =
    changed.length + unchanged > 0 || renamed.some(({ isChanged }) => isChanged !== null)
  return {
    counts: {
      added: added.length,
      removed: removed.length,
      renamed: renamed.length,
      changed: changed.length,
      unknown: unknown.length,
      unchanged,
    },
    added,
    removed,
    renamed,
    changed,
    unknown,
    unknownBecause: incomparable ?? (isSomethingUnknown && !isSomethingKnown ? 'unreadable' : null),
    isPreviewChanged:
      before.preview !== undefined && after.preview !== undefined && before.preview !== after.preview,
    isComplete: before.hasAllEntries && after.hasAllEntries,
    components: compareComponents(before.components, after.components),
  }
}

/** Whether an entry of both versions changed; null if the builds do not tell. */
function isDifferent(old: ContentsEntry, entry: ContentsEntry): boolean | null {
  if (old.fingerprint === undefined || entry.fingerprint === undefined) return null
  if (old.fingerprint === entry.fingerprint) return false
  return old.isUncertain || entry.isUncertain ? null : true
}

/** Across builders, frameworks and majors of Storybook everything differs, which says nothing about a story. */
function whyIncomparable(before: Contents, after: Contents): Comparison['unknownBecause'] {
  if (before.builder === undefined || after.builder === undefined) return 'unreadable'
  if (before.builder !== after.builder) return 'builder'
  if (before.framework !== after.framework) return 'framework'
  return majorOf(before) === majorOf(after) ? null : 'storybook'
}

const majorOf = ({ storybookVersion }: Contents): string | undefined => storybookVersion?.split('.', 1)[0]

const link = ({ id, kind, title, name }: ContentsEntry): EntryLink => ({ id, kind, title, name })

/** What was renamed or moved, by the new entry; the surest matches first. */
function matchRenamed(
  gone: readonly ContentsEntry[],
  fresh: readonly ContentsEntry[],
): Map<ContentsEntry, ContentsEntry> {
  const originals = new Map<ContentsEntry, ContentsEntry>()
  const left = new Set(gone)
  for (const keyOf of [sameExport, sameCodeInFile, sameInAnotherFile]) {
    // Iterators: taking the first of an array would move all others, and a build chooses how many have one key.
    const candidates = new Map([...Map.groupBy(left, keyOf)].map(([key, entries]) => [key, entries.values()]))
    for (const entry of fresh) {
      const key = keyOf(entry)
      const isOpen = key !== undefined && !originals.has(entry)
      const original = isOpen ? candidates.get(key)?.next().value : undefined
      if (!original) continue
      left.delete(original)
      originals.set(entry, original)
    }
  }
  return originals
}

function sameExport({ kind, file, exportName, name }: ContentsEntry): string | undefined {
  if (kind === 'docs') return `docs ${file} ${name}`
  return exportName === undefined ? undefined : `${kind} ${file} ${exportName}`
}

const sameCodeInFile = ({ kind, file, ownFingerprint }: ContentsEntry): string | undefined =>
  kind === 'docs' || ownFingerprint === undefined ? undefined : `${kind} ${file} ${ownFingerprint}`

/** Its own code would not be enough: `export const Default = {}` is the same in every file. */
const sameInAnotherFile = ({ kind, fingerprint }: ContentsEntry): string | undefined =>
  kind === 'docs' || fingerprint === undefined ? undefined : `${kind} ${fingerprint}`

/**
 * The modules of which it uses something else than before, if the bundler did not only move them. Where there is none,
 * it combines the same parts in another way itself.
 */
function reasonsBetween(before: Contents, after: Contents) {
  const newModules = modulesWithOtherUnits(after, before)
  const oldModules = modulesWithOtherUnits(before, after)
  return (old: ContentsEntry, entry: ContentsEntry): string[] => {
    if (!old.sources || !entry.sources) return []
    const [earlier, later] = [usageOf(before, old.sources), usageOf(after, entry.sources)]
    const names = [...new Set([...later.keys(), ...earlier.keys()])].filter(
      (name) => earlier.get(name) !== later.get(name) && (newModules.has(name) || oldModules.has(name)),
    )
    if (names.length === 0) return [sourceName(entry.file)]
    return names.filter((name) => !isOfBundler(name)).slice(0, maxReasons)
  }
}

/** Chunks in which bundlers put helpers and whatever several others share: their names tell nobody anything. */
const isOfBundler = (name: string): boolean => /^(?:iframe|rolldown-runtime|preload-helper)$/.test(name)

/** The names of modules with units that the other build does not have anywhere. */
function modulesWithOtherUnits({ modules }: Contents, other: Contents): Set<string> {
  const known = new Set(other.modules.flatMap(({ units }) => units))
  return new Set(
    modules.filter(({ units }) => units.some((unit) => !known.has(unit))).map(({ name }) => name),
  )
}

/** What is used of each module, by its name. */
const usageOf = ({ sources, modules }: Contents, positions: readonly number[]): Map<string, string> =>
  new Map(
    positions.map((position) => {
      const source = sources[position]
      return [modules[source?.module ?? -1]?.name ?? '', source?.hash ?? '']
    }),
  )
