import { Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

import classes from './EmptyState.module.css'

/** Shown in place of a list that has no items. */
export function EmptyState({ icon: Icon, children }: { icon: TablerIcon; children: string }) {
  return (
    <div className={classes.frame}>
      <Icon size={36} stroke={1.25} aria-hidden className={classes.icon} />
      <Text maw={360}>{children}</Text>
    </div>
  )
}
