import { Alert, Text } from '@mantine/core'
import type { Comparison } from '@plinth/contract/compare.ts'
import { IconAlertTriangle, IconEqual, IconInfoCircle } from '@tabler/icons-react'

import { ReadingNotice } from '../contents/ReadingNotice.tsx'
import { LooksSection } from '../pictures/LooksSection.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { Because } from './Because.tsx'
import { byReason, entriesToCompare } from './changed-entries.ts'
import type { Change } from './changed-entries.ts'
import { ChangeSums } from './ChangeSums.tsx'
import { EntryList } from './EntryList.tsx'
import { PropChanges } from './PropChanges.tsx'
import { SizeChanges } from './SizeChanges.tsx'
import { ToolChanges } from './ToolChanges.tsx'

import classes from './ComparePage.module.css'

interface ComparisonDetailsProps {
  account: string
  storybook: string
  comparison: Comparison
}

export function ComparisonDetails({ account, storybook, comparison }: ComparisonDetailsProps) {
  const { from, to, state, counts, components, isPreviewChanged, isComplete, unknownBecause } = comparison
  const place = { account, storybook, from: from.publicId, to: to.publicId }
  const words = texts.compare
  if (from.publicId === to.publicId) return <Text>{words.sameVersion}</Text>

  const entries = entriesToCompare(comparison)
  const of = (change: Change) => entries.filter((entry) => entry.change === change)
  const mayLookDifferent = entries.length > 0 || isPreviewChanged || !isComplete
  const isSame = state === 'ready' && !mayLookDifferent && components.length === 0
  return (
    <>
      {state === 'reading' && <ReadingNotice />}
      {state === 'none' && (
        <Alert color="gray" variant="default" icon={<IconInfoCircle />}>
          {words.noContents}
        </Alert>
      )}
      {isSame && (
        <div>
          <EmptyState icon={IconEqual}>{`${words.same}. ${words.sameText(counts.unchanged)}`}</EmptyState>
        </div>
      )}
      {entries.length > 0 && <ChangeSums counts={counts} />}
      {isPreviewChanged && (
        <Alert color="gray" variant="default" icon={<IconAlertTriangle />} title={words.previewChanged.title}>
          {words.previewChanged.text}
        </Alert>
      )}
      {state === 'ready' && mayLookDifferent && (
        <LooksSection range={{ ...place, branch: to.branch, baseline: to.baseline?.version ?? null }} />
      )}
      {counts.changed > 0 && (
        <Section id="changed" title={words.sections.changed}>
          {byReason(comparison.changed).map(({ because, entries: alike }) => (
            <div key={because.join('\n')} className={classes.reason}>
              <Text>
                <Because modules={because} />
              </Text>
              <EntryList
                place={place}
                isLong={entries.length > maxUnfolded}
                entries={alike.map((entry) => ({ change: 'changed', entry, before: entry, after: entry }))}
              />
            </div>
          ))}
        </Section>
      )}
      {(['added', 'removed', 'renamed', 'unknown'] as const).map(
        (change) =>
          of(change).length > 0 && (
            <Section
              key={change}
              id={change}
              title={words.sections[change]}
              description={
                change === 'unknown' &&
                (unknownBecause ? words.unknownBecause[unknownBecause] : words.unknownText)
              }
            >
              <EntryList place={place} isLong={entries.length > maxUnfolded} entries={of(change)} />
            </Section>
          ),
      )}
      {components.length > 0 && <PropChanges place={place} components={components} />}
      <ToolChanges from={from} to={to} />
      <SizeChanges size={comparison.size} />
    </>
  )
}

/** With more, entries are folded by title. */
const maxUnfolded = 80
