import type { PropChange } from '@plinth/contract/compare.ts'
import type { Prop } from '@plinth/contract/contents.ts'

import { texts } from '../texts/texts.ts'

/** The prop that a change is about, as it is now if it is still there. */
export const propOf = (change: PropChange): Prop => (change.change === 'changed' ? change.after : change.prop)

interface DescribedChange {
  before?: string
  after?: string
  /** What else changed. */
  note?: string
}

/** As one would declare it: `size?: 'sm' | 'md' = 'md'`. */
const declaration = ({ name, isRequired, type, defaultValue }: Prop) =>
  `${name}${isRequired ? '' : '?'}: ${type ?? '?'}${defaultValue === null ? '' : ` = ${defaultValue}`}`

/** A prop before and after a change. */
export function describeProp(change: PropChange): DescribedChange {
  if (change.change === 'added') return { after: declaration(change.prop) }
  if (change.change === 'removed') return { before: declaration(change.prop) }
  const [before, after] = [declaration(change.before), declaration(change.after)]
  const isDescribedAnew = change.before.description !== change.after.description
  return {
    ...(before !== after && { before, after }),
    ...(isDescribedAnew && { note: texts.compare.props.newDescription }),
  }
}
