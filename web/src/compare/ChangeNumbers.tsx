import { VisuallyHidden } from '@mantine/core'
import type { ChangeSummary } from '@plinth/contract/storybooks.ts'

import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'

import classes from './ChangeNumbers.module.css'

/** "+3 −1 ~12", read out in words. */
export function ChangeNumbers({ counts }: { counts: ChangeSummary }) {
  const { added, removed, renamed, changed, unknown, isPreviewChanged, isComplete } = counts
  if (added + removed + renamed + changed + unknown === 0) {
    if (isPreviewChanged) return texts.changes.preview
    return isComplete ? texts.changes.none : texts.changes.incomplete
  }
  return (
    <>
      <VisuallyHidden>{texts.changes.summary(counts)}</VisuallyHidden>
      <span className={classes.numbers} aria-hidden>
        <span {...(added > 0 && { 'data-change': 'added' })}>+{formatNumber(added)}</span>
        <span {...(removed > 0 && { 'data-change': 'removed' })}>−{formatNumber(removed)}</span>
        <span>~{formatNumber(changed)}</span>
        {renamed > 0 && <span>→{formatNumber(renamed)}</span>}
        {unknown > 0 && <span>?{formatNumber(unknown)}</span>}
        {isPreviewChanged && <span>{texts.changes.previewToo}</span>}
      </span>
    </>
  )
}
