import type { ChangedComponent, ChangedEntry, PropChange, RenamedEntry } from '@plinth/contract/compare.ts'
import type { EntryLink, Prop } from '@plinth/contract/contents.ts'

import type { ContentsComparison } from '../compare.ts'
import { fittingLines, formatCount, listOf, maxAnswerLength, shortenQuotations } from './quotation.ts'
import type { Quotation, Quoted } from './quotation.ts'
import { visibleLine } from './quoted-text.ts'

export const quoteComparison = (comparison: ContentsComparison): Quoted => ({
  notes: summaryOf(comparison),
  quotations: shortenQuotations(quotationsOf(comparison)),
})

function summaryOf({ counts, isPreviewChanged, isComplete, unknownBecause }: ContentsComparison): string[] {
  const { added, removed, renamed, changed, unchanged, unknown } = counts
  return [
    `Stories and docs pages: ${formatCount(added)} added, ${formatCount(removed)} removed, ${formatCount(renamed)} renamed, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged.`,
    ...(unknown > 0 ? [`Of ${formatCount(unknown)} the builds do not tell whether they changed.`] : []),
    ...(unknownBecause === null ? [] : [reasons[unknownBecause]]),
    ...(isPreviewChanged
      ? ['What every story is shown in changed: the page, decorators, global styles or Storybook itself.']
      : []),
    ...(isComplete ? [] : ['Not all stories of these versions could be listed; others may have changed.']),
  ]
}

const reasons: Record<NonNullable<ContentsComparison['unknownBecause']>, string> = {
  builder: 'The two were built with different builders, so stories cannot be compared.',
  framework: 'The two use different frameworks, so stories cannot be compared.',
  storybook: 'The two use different major versions of Storybook, so stories cannot be compared.',
  unreadable: 'The scripts of one of the builds could not be read, so stories cannot be compared.',
}

function quotationsOf({
  counts,
  components,
  removed,
  renamed,
  changed,
  added,
}: ContentsComparison): Quotation[] {
  const more = 'the page in the portal lists them'
  return [
    { heading: 'Components whose props or descriptions changed', ...changedProps(components), more },
    listOf('Removed', removed, entryLine, { count: counts.removed, more }),
    listOf('Renamed or moved', renamed, renamedLine, { count: counts.renamed, more }),
    listOf('Changed, and because of which files', changed, changedLine, { count: counts.changed, more }),
    listOf('Added', added, entryLine, { count: counts.added, more }),
  ]
}

const renamedLine = (entry: RenamedEntry) =>
  `${entryLine(entry.from)} → ${entryLine(entry)}${changedToo(entry)}`

function changedToo({ isChanged }: RenamedEntry): string {
  if (isChanged === null) return ' (whether it changed too is not known)'
  return isChanged ? ' (changed too)' : ''
}

/** A file that everything imports would otherwise be the whole answer, again and again. */
const maxNamedFiles = 4

function changedLine(entry: ChangedEntry): string {
  const { because } = entry
  if (because.length === 0) return entryLine(entry)
  const files = visibleLine(because.slice(0, maxNamedFiles).join(', '))
  const others = because.length - maxNamedFiles
  return `${entryLine(entry)} (${files}${others > 0 ? ` and ${formatCount(others)} more` : ''})`
}

const entryLine = ({ id, kind, title, name }: EntryLink) =>
  `${kind} ${visibleLine(id, 500)} | ${visibleLine(title)} / ${visibleLine(name)}`

/** A build chooses how many props changed, so lines for which there is no room are only counted. */
function changedProps(components: readonly ChangedComponent[]) {
  const lines = fittingLines(componentLines(components), maxAnswerLength)
  const count = components.reduce((sum, { props }) => sum + 1 + props.length, 0)
  return { lines, furtherLines: count - lines.length }
}

function* componentLines(components: readonly ChangedComponent[]): Generator<string> {
  for (const { id, title, props, isDescriptionChanged } of components) {
    yield `${visibleLine(id, 500)} | ${visibleLine(title)}${isDescriptionChanged ? ' | description changed' : ''}`
    for (const change of props) yield `  ${propLine(change)}`
  }
}

function propLine(change: PropChange): string {
  if (change.change === 'added') return `+ ${typedProp(change.prop)}`
  if (change.change === 'removed') return `- ${typedProp(change.prop)}`
  return `~ ${typedProp(change.before)} → ${typedProp(change.after)}`
}

const typedProp = ({ name, isRequired, type, defaultValue }: Prop) =>
  `${visibleLine(name)}${isRequired ? '' : '?'}: ${type === null ? 'unknown' : visibleLine(type)}${
    defaultValue === null ? '' : ` = ${visibleLine(defaultValue)}`
  }`
