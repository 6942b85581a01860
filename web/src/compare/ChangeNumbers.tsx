import { VisuallyHidden } from '@mantine/core'
import type { ChangeCounts } from '@plinth/contract/storybooks.ts'

import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'

import classes from './ChangeNumbers.module.css'

/** "+3 −1 ~12", read out in words. */
export function ChangeNumbers({ counts }: { counts: ChangeCounts }) {
  const { added, removed, renamed, changed, unknown } = counts
  if (added + removed + renamed + changed + unknown === 0) return texts.changes.none
  return (
    <>
      <VisuallyHidden>{texts.changes.summary(counts)}</VisuallyHidden>
      <span className={classes.numbers} aria-hidden>
        <span {...(added > 0 && { 'data-change': 'added' })}>+{formatNumber(added)}</span>
        <span {...(removed > 0 && { 'data-change': 'removed' })}>−{formatNumber(removed)}</span>
        <span>~{formatNumber(changed)}</span>
        {renamed > 0 && <span>→{formatNumber(renamed)}</span>}
        {unknown > 0 && <span>?{formatNumber(unknown)}</span>}
      </span>
    </>
  )
}
