import { IconChevronRight } from '@tabler/icons-react'

import classes from './ToggleChevron.module.css'

/** Points to the right, and down while the button or summary that it belongs to is expanded. */
export function ToggleChevron({ size = 16 }: { size?: number }) {
  return <IconChevronRight size={size} aria-hidden className={classes.chevron} />
}
