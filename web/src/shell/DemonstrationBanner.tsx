import { texts } from '../texts/texts.ts'

import classes from './DemonstrationBanner.module.css'

/** On every page of a portal without passwords that other machines can reach. */
export function DemonstrationBanner() {
  return (
    <p className={classes.banner} role="note">
      {texts.shell.demonstration}
    </p>
  )
}
