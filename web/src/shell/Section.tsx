import { Group, Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

import classes from './Section.module.css'

interface SectionProps {
  /** The id of the heading, which labels the section. */
  id: string
  title: string
  description?: ReactNode
  action?: ReactNode
  /** To scroll it into view, or to focus it when the focused element is gone. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A section of a page: heading left, action right, as in the page's header. */
export function Section({ id, title, description, action, ref, children }: SectionProps) {
  return (
    <section ref={ref} aria-labelledby={id} tabIndex={-1} className={classes.section}>
      <Group justify="space-between" align="flex-start">
        <div className={classes.words}>
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
