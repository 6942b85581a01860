import type {
  ChangedComponent,
  ChangedEntry,
  Comparison,
  PropChange,
  RenamedEntry,
} from '@plinth/contract/compare.ts'
import type { EntryLink, Prop } from '@plinth/contract/contents.ts'
import type { BaselineReason } from '@plinth/contract/versions.ts'
import * as z from 'zod'

import { findBaseline } from '../../contents/baseline-store.ts'
import { findVersionsToCompare } from '../../contents/find-versions-to-compare.ts'
import { storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireStorybook, requireVersion, whyUnknown } from '../find-version.ts'
import { visibleLine } from '../quoted-text.ts'
import { tool, ToolError } from '../tool.ts'
import { formatCount, listOf, maxListedLines, writeAnswer } from '../write-answer.ts'
import type { Quotation } from '../write-answer.ts'

export const changes = tool({
  name: 'changes',
  title: 'Changes between two versions',
  description:
    'What changed in a storybook from one version to another: props, and stories and docs pages that were added, removed, renamed or changed.',
  input: z.object({
    storybook: storybookId,
    from: versionName(
      'By default what "to" is based on: of the branch it is to be merged into, or the version before it on the main branch.',
    ),
    to: versionName('By default the newest version.'),
  }),
  run: async (context, { storybook: id, from, to = 'latest' }) => {
    const { db, query } = context.services
    const storybook = await requireStorybook(context, id)
    const later = await requireVersion(context, storybook, to)
    const baseline = await findBaseline(db, later.id)
    const before = from ?? baseline?.version
    if (before === undefined) throw new ToolError('There is no earlier version to compare this one with.')
    const earlier = await requireVersion(context, storybook, before)
    const ids = { from: earlier.public_id, to: later.public_id }
    context.endTurn()
    const json = await query.json(context.account.id, 'compare', async () => {
      const compared = await findVersionsToCompare(db, storybook, ids)
      if (compared.state === 'ready') return { kind: 'compare', ...compared }
      const isSite = earlier.kind === 'site' || later.kind === 'site'
      throw new ToolError(
        `One of the two cannot be compared. ${whyUnknown(isSite ? 'site' : compared.state)}`,
      )
    })
    const comparison = JSON.parse(Buffer.from(json).toString()) as Comparison
    return writeAnswer(
      [
        `From: ${versionLine(storybook, earlier)}`,
        `To: ${versionLine(storybook, later)}`,
        ...(baseline?.version === ids.from ? [baselineReasons[baseline.reason]] : []),
        `In the portal: ${linksTo(context).comparison(storybook.public_id, ids.from, ids.to)}`,
        ...summaryOf(comparison),
      ],
      [
        { ...versionNames(storybook, earlier), heading: 'From' },
        { ...versionNames(storybook, later), heading: 'To' },
        ...quotationsOf(comparison),
      ],
    )
  },
})

const baselineReasons: Record<BaselineReason, string> = {
  ancestor: '"From" is the newest version of its branch whose commit "to" contains.',
  'newest-of-branch':
    '"From" was the newest version of its branch when "to" was published. "To" may be based on an older one.',
  'previous-of-branch': '"From" is the version before "to" on its branch.',
}

function summaryOf({ counts, isPreviewChanged, unknownBecause }: Comparison): string[] {
  const { added, removed, renamed, changed, unchanged, unknown } = counts
  return [
    `Stories and docs pages: ${formatCount(added)} added, ${formatCount(removed)} removed, ${formatCount(renamed)} renamed, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged.`,
    ...(unknown > 0 ? [`Of ${formatCount(unknown)} the builds do not tell whether they changed.`] : []),
    ...(unknownBecause === null ? [] : [reasons[unknownBecause]]),
    ...(isPreviewChanged
      ? ['What every story is shown in changed: the page, decorators, global styles or Storybook itself.']
      : []),
  ]
}

const reasons: Record<NonNullable<Comparison['unknownBecause']>, string> = {
  builder: 'The two were built with different builders, so stories cannot be compared.',
  framework: 'The two use different frameworks, so stories cannot be compared.',
  storybook: 'The two use different major versions of Storybook, so stories cannot be compared.',
  unreadable: 'The scripts of one of the builds could not be read, so stories cannot be compared.',
}

function quotationsOf({ counts, components, removed, renamed, changed, added }: Comparison): Quotation[] {
  const more = 'the page in the portal lists them'
  const propLines = components.slice(0, maxListedLines).flatMap(componentLines)
  return [
    { heading: 'Components whose props or descriptions changed', lines: propLines, more },
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

const componentLines = ({ id, title, props, isDescriptionChanged }: ChangedComponent): string[] => [
  `${visibleLine(id, 500)} | ${visibleLine(title)}${isDescriptionChanged ? ' | description changed' : ''}`,
  ...props.map((change) => `  ${propLine(change)}`),
]

function propLine(change: PropChange): string {
  if (change.change === 'added') return `+ ${typedProp(change.prop)}`
  if (change.change === 'removed') return `- ${typedProp(change.prop)}`
  return `~ ${typedProp(change.before)} → ${typedProp(change.after)}`
}

const typedProp = ({ name, isRequired, type, defaultValue }: Prop) =>
  `${visibleLine(name)}${isRequired ? '' : '?'}: ${type === null ? 'unknown' : visibleLine(type)}${
    defaultValue === null ? '' : ` = ${visibleLine(defaultValue)}`
  }`
