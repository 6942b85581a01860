import { Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

import classes from './Empty.module.css'

/** Where a list would be that has nothing in it yet. */
export function Empty({ icon: Icon, children }: { icon: TablerIcon; children: string }) {
  return (
    <div className={classes.frame}>
      <Icon size={36} stroke={1.25} aria-hidden className={classes.icon} />
      <Text maw={360}>{children}</Text>
    </div>
  )
}
