import { pluralsOf } from '../numbers.ts'

const plural = pluralsOf('en')

const none = 'No changes'
/** Decorators, global styles and so on, in which every story is shown. */
const preview = 'Preview changed'
/** Behind the numbers of what changed beside it. */
const previewToo = 'preview'
const incomplete = 'Not all stories known'

interface Counts {
  added: number
  removed: number
  renamed: number
  changed: number
  unknown: number
  isPreviewChanged?: boolean
  isComplete?: boolean
}

const sums = {
  added: (added: number) => plural(added, { other: '# added' }),
  removed: (removed: number) => plural(removed, { other: '# removed' }),
  changed: (changed: number) => plural(changed, { other: '# changed' }),
  renamed: (renamed: number) => plural(renamed, { other: '# renamed' }),
  unknown: (unknown: number) => plural(unknown, { other: '# cannot tell' }),
}

const kinds = ['added', 'removed', 'changed', 'renamed', 'unknown'] as const

/** "3 added, 1 removed, 12 changed", without what is zero. */
function summary(counts: Counts): string {
  const { isPreviewChanged = false, isComplete = true } = counts
  const parts = [
    ...kinds.filter((kind) => counts[kind] > 0).map((kind) => sums[kind](counts[kind])),
    ...(isPreviewChanged ? [preview.toLowerCase()] : []),
    ...(isComplete ? [] : [incomplete.toLowerCase()]),
  ]
  return parts.length === 0 ? none : parts.join(', ')
}

/** How much changed from one version to another. */
export const changes = { sums, summary, none, preview, previewToo, incomplete }
