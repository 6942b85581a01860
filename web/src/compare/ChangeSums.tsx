import type { ChangeCounts } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'
import type { Change } from './changed-entries.ts'

import classes from './ComparePage.module.css'

const signs: [Change, string][] = [
  ['changed', '~'],
  ['added', '+'],
  ['removed', '−'],
  ['renamed', '→'],
  ['unknown', '?'],
]

/** How many entries changed in which way; each leads to its section. */
export function ChangeSums({ counts }: { counts: ChangeCounts }) {
  return (
    <ul className={classes.sums}>
      {signs.map(
        ([change, sign]) =>
          counts[change] > 0 && (
            <li key={change}>
              <a href={`#${change}`} className={classes.sum} data-change={change}>
                <span aria-hidden>{sign}</span> {texts.changes.sums[change](counts[change])}
              </a>
            </li>
          ),
      )}
    </ul>
  )
}
