import { Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import type { Step } from './steps.ts'

import classes from './Checklist.module.css'

interface ChecklistProps {
  /** The account's address. */
  home: string
  steps: Step[]
}

export function Checklist({ home, steps }: ChecklistProps) {
  const done = steps.filter(({ isDone }) => isDone).length
  const summary = texts.gettingStarted.progress(done, steps.length)
  return (
    <Stack component="section" aria-label={texts.gettingStarted.checklist}>
      <Group gap="md">
        <Text fw={600}>{summary}</Text>
        <Progress
          value={(done / steps.length) * 100}
          aria-label={summary}
          size="sm"
          className={classes.progress}
        />
      </Group>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <Row {...(step.path === undefined ? {} : { to: `${home}/${step.path}` })}>
              <StepText {...step} />
            </Row>
          </li>
        ))}
      </ol>
    </Stack>
  )
}

/** Completed steps stay links: after one invitation, the user may want to send another. */
function Row({ to, children }: { to?: string; children: ReactNode }) {
  if (to === undefined) return <div className={classes.step}>{children}</div>
  return (
    <Link to={to} className={classes.step}>
      {children}
      <IconChevronRight size={18} aria-hidden className={classes.arrow} />
    </Link>
  )
}

function StepText({ title, description, isDone }: Step) {
  return (
    <>
      {isDone ? (
        <IconCircleCheckFilled size={24} aria-hidden className={classes.done} />
      ) : (
        <IconCircle size={24} aria-hidden className={classes.open} />
      )}
      <div className={classes.text}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </div>
      {isDone && (
        <Text size="sm" className={classes.done}>
          {texts.gettingStarted.isDone}
        </Text>
      )}
    </>
  )
}
