import { Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './EmptyState.module.css'

interface EmptyStateProps {
  icon: TablerIcon
  children: string
  /** The button that adds the first one. */
  action?: ReactNode
}

/** Shown in place of a list that has no items. */
export function EmptyState({ icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className={classes.frame}>
      <Icon size={36} stroke={1.25} aria-hidden className={classes.icon} />
      <Text maw={360}>{children}</Text>
      {action}
    </div>
  )
}
