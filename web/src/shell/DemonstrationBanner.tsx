import { texts } from '../texts/texts.ts'

import classes from './DemonstrationBanner.module.css'

/** Shown on every page of a portal that has no passwords and that other machines can reach. */
export function DemonstrationBanner() {
  return (
    <p className={classes.banner} role="note">
      {texts.shell.demonstration}
    </p>
  )
}
