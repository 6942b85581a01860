import type { Comparison } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'
import type { BaselineReason } from '@plinth/contract/versions.ts'

import { describeCounts, describeUnknown, unreadable } from './changes.ts'
import { describeChangeToo } from './comparison-lines.ts'
import { describeLooks, isKnown } from './looks.ts'
import { branchUrl, comparisonUrl, entryUrl, versionUrl } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { describeVerdict } from './verdict.ts'

/** The most stories that are listed; there is always a link to all of them. */
const maxEntries = 20
const maxText = 120
/** Longer ones are left out, so that the whole fits in a comment: Bitbucket accepts 32,768 characters. */
const maxUrl = 500

/**
 * What was published, as Markdown that every host renders alike: no HTML, and a blank line around every list.
 * Texts of builds and branches are shown as code, where nothing is a link, an image, a mention or a command.
 */
export function summaryText(outcome: Outcome): string {
  const { title, version, branch } = outcome
  const own = versionUrl(outcome, version)
  const preview = branch === undefined ? own : branchUrl(outcome, branch)
  const links = [
    ...(branch === undefined ? [] : [`[Preview of ${code(branch)}](${preview})`]),
    `[version ${code(version)}](${own})`,
  ]
  return [
    `### Storybook [${code(title)}](${preview})`,
    links.join(' · '),
    ...(outcome.comparison ? comparisonText(outcome, outcome.comparison) : unknownText(outcome)),
  ].join('\n\n')
}

/** As code, on one line, without what could end it or turn its direction. */
function code(text: string): string {
  const plain = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('`', "'")
    .trim()
  const short = plain.length > maxText ? `${plain.slice(0, maxText).toWellFormed()}…` : plain
  return `\`${short || '–'}\``
}

/** Why there is no comparison, where somebody has to know. */
function unknownText({ contents, changes, baseline, review }: Outcome): string[] {
  const verdict = describeVerdict(review)
  return [
    changes
      ? `${describeCounts(changes)} since version ${code(changes.since)}`
      : describeUnknown(contents, baseline && `version ${code(baseline.version)}`),
    ...(verdict ? [`**${verdict}**`] : []),
  ]
}

const baselineNotes: Record<BaselineReason, string> = {
  ancestor: ', which it is based on',
  'newest-of-branch': ', the newest when it was published',
  'previous-of-branch': ', which it follows',
}

function comparisonText(outcome: Outcome, comparison: Comparison): string[] {
  const { from, state, counts, isPreviewChanged, isComplete } = comparison
  const note = outcome.baseline ? baselineNotes[outcome.baseline.reason] : ''
  const before = `version ${code(from.publicId)}${from.branch === null ? '' : ` of ${code(from.branch)}`}${note}`
  const link = `[comparison](${comparisonUrl(outcome, comparison)})`
  if (state !== 'ready') {
    const reason = state === 'reading' ? 'is still being read' : `cannot be told: ${unreadable}`
    return [`What changed ${reason}; it is compared with ${before} · ${link}`, ...looksText(outcome)]
  }
  const groups = groupsOf(outcome, comparison)
  let left = maxEntries
  const sections = groups.flatMap(({ title, entries }) => {
    const shown = entries.slice(0, left)
    left -= shown.length
    return shown.length === 0 ? [] : [`**${title}**`, shown.map((entry) => `- ${entry}`).join('\n')]
  })
  const total = counts.added + counts.removed + counts.renamed + counts.changed
  const more = total - (maxEntries - left)
  return [
    `${describeCounts({ ...counts, isPreviewChanged, isComplete })} since ${before} · ${link}`,
    ...looksText(outcome),
    ...sections,
    ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : []),
  ]
}

function looksText({ looks, review }: Outcome): string[] {
  const described =
    looks && (isKnown(looks) ? `**${describeLooks(looks)}**` : `Pictures: ${describeLooks(looks)}`)
  const parts = [described, describeVerdict(review)].filter(Boolean)
  return parts.length === 0 ? [] : [parts.join(' · ')]
}

interface Group {
  title: string
  entries: string[]
}

function groupsOf(outcome: Outcome, comparison: Comparison): Group[] {
  const { from, to, added, removed, renamed, changed } = comparison
  const link = (version: string) => (entry: EntryLink) => {
    const text = code(`${entry.title}: ${entry.name}`)
    const url = entryUrl(outcome, version, entry)
    return url.length > maxUrl ? text : `[${text}](${url})`
  }
  const [before, after] = [link(from.publicId), link(to.publicId)]
  return [
    { title: 'Added', entries: added.map(after) },
    { title: 'Removed', entries: removed.map(before) },
    {
      title: 'Renamed',
      entries: renamed.map((entry) => `${before(entry.from)} → ${after(entry)}${describeChangeToo(entry)}`),
    },
    { title: 'Changed', entries: changed.map(after) },
  ]
}
