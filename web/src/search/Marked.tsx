import { splitAtMarks } from './split-at-marks.ts'
import type { Marks } from './split-at-marks.ts'

import classes from './Marked.module.css'

/** A text with the parts that match the search highlighted. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  return splitAtMarks(text, marks).map(({ start, part, isMarked }) =>
    isMarked ? (
      <mark key={start} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
