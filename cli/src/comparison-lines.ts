import type { Comparison, PropChange, RenamedEntry } from '@plinth/contract/compare.ts'
import type { EntryLink, Prop } from '@plinth/contract/contents.ts'
import { formatBytes } from '@plinth/contract/format-bytes.ts'

import { describeBaseline } from './baseline.ts'
import { describeCounts, unreadable } from './changes.ts'

/** A comparison as text, most important first. */
export function comparisonLines(comparison: Comparison): string[] {
  const { from, to, state, added, removed, renamed, changed, unknown, components } = comparison
  return [
    `From version ${from.publicId} to ${to.publicId}: ${summaryOf(comparison)}`,
    ...(to.baseline?.version === from.publicId ? [`Compared with ${describeBaseline(to.baseline)}.`] : []),
    ...(state === 'ready'
      ? [
          ...section('Added', added, nameOf),
          ...section('Removed', removed, nameOf),
          ...section('Renamed', renamed, renamedLine),
          ...section('Changed', changed, (entry) => `${nameOf(entry)}${reasons(entry.because)}`),
          ...section(`Cannot tell${whyOf(comparison)}`, unknown, nameOf),
          ...section(
            'Props',
            components.flatMap(({ name, props }) =>
              props.map((change) => `${name}: ${describeProp(change)}`),
            ),
            (line) => line,
          ),
          ...(comparison.isPreviewChanged
            ? [
                'What every story is shown in changed: the page, decorators, global styles or Storybook itself.',
              ]
            : []),
          ...(comparison.isComplete
            ? []
            : ['Not all stories could be listed: a version has too many, or their ids are too long.']),
        ]
      : []),
    ...versionLine('Storybook', from.storybookVersion, to.storybookVersion),
    ...versionLine('Framework', from.framework, to.framework),
    `Zip ${formatBytes(from.size)} → ${formatBytes(to.size)}`,
  ]
}

/** What cannot be told may have changed. */
export function isUnchanged({
  state,
  counts,
  isPreviewChanged,
  isComplete,
  components,
}: Comparison): boolean {
  const { added, removed, renamed, changed, unknown } = counts
  const total = added + removed + renamed + changed + unknown
  return state === 'ready' && total === 0 && !isPreviewChanged && isComplete && components.length === 0
}

function summaryOf(comparison: Comparison): string {
  const { state, counts, isPreviewChanged, isComplete } = comparison
  if (state === 'reading') return 'the portal is still reading them; try again shortly'
  if (state === 'none') return unreadable
  return isUnchanged(comparison) ? 'no change' : describeCounts({ ...counts, isPreviewChanged, isComplete })
}

const section = <T>(title: string, items: readonly T[], line: (item: T) => string): string[] =>
  items.length === 0 ? [] : [title, ...items.map((item) => `  ${line(item)}`)]

const nameOf = ({ title, name }: EntryLink) => `${title}: ${name}`

const renamedLine = (entry: RenamedEntry) =>
  `${nameOf(entry.from)} → ${nameOf(entry)}${describeChangeToo(entry)}`

/** What a renamed entry's line ends with, if more than its name changed or may have. */
export function describeChangeToo({ isChanged }: RenamedEntry): string {
  if (isChanged === null) return ' (cannot tell whether it changed too)'
  return isChanged ? ' (changed too)' : ''
}

const reasons = (because: readonly string[]) => (because.length === 0 ? '' : ` (${because.join(', ')})`)

const whys = {
  builder: 'another builder',
  framework: 'another framework',
  storybook: 'another major version of Storybook',
  unreadable: 'the scripts could not be read',
}

const whyOf = ({ unknownBecause }: Comparison) => (unknownBecause ? ` (${whys[unknownBecause]})` : '')

function describeProp(change: PropChange): string {
  if (change.change === 'added') return `+ ${signature(change.prop)}`
  if (change.change === 'removed') return `− ${signature(change.prop)}`
  const [before, after] = [signature(change.before), signature(change.after)]
  return before === after ? `~ ${after} (description)` : `~ ${before} → ${after}`
}

function signature({ name, isRequired, type, defaultValue }: Prop): string {
  const start = `${name}${isRequired ? '' : '?'}`
  return `${start}${type === null ? '' : `: ${type}`}${defaultValue === null ? '' : ` = ${defaultValue}`}`
}

const versionLine = (what: string, before: string | null, after: string | null) =>
  before === after ? [] : [`${what} ${before ?? 'unknown'} → ${after ?? 'unknown'}`]
