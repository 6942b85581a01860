import { Group, Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

import classes from './Section.module.css'

interface SectionProps {
  /** Names the section also for those who do not see its heading. */
  id: string
  title: string
  description?: ReactNode
  action?: ReactNode
  /** To bring it into view, or to put the focus here when what had it is gone. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A part of a page: its heading left, what can be done right, as in the page's own header. */
export function Section({ id, title, description, action, ref, children }: SectionProps) {
  return (
    <section ref={ref} aria-labelledby={id} tabIndex={-1} className={classes.section}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {action}
      </Group>
      {children}
    </section>
  )
}
