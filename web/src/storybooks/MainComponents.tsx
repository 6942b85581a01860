import type { ListedStorybook } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'
import { componentsThatFit } from './main-components.ts'

import classes from './MainComponents.module.css'

/**
 * A line of what is in a storybook: "Button Card Dialog +83". Its place is kept while the newest
 * version is read.
 */
export function MainComponents({ storybook }: { storybook: ListedStorybook }) {
  const { names, others } = componentsThatFit(storybook)
  if (names.length === 0) return others > 0 ? <div className={classes.list} /> : null
  return (
    <ul className={classes.list} aria-label={texts.storybooks.mainComponents}>
      {names.map((name) => (
        <li key={name} className={classes.name}>
          {name}
        </li>
      ))}
      {others > 0 && <li className={classes.others}>{texts.storybooks.otherComponents(others)}</li>}
    </ul>
  )
}
