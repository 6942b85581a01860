import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './ViewerPage.module.css'

interface BuildNoticeProps {
  title: string
  text: ReactNode
  /** What leads on, the best first. */
  children: ReactNode
}

/** Over a build: what is wrong with it. It can be closed, and never takes the focus. */
export function BuildNotice({ title, text, children }: BuildNoticeProps) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <Alert
      variant="default"
      className={classes.trouble ?? ''}
      classNames={{ closeButton: classes.troubleClose ?? '' }}
      icon={<IconAlertTriangle color="var(--mantine-color-yellow-text)" />}
      title={title}
      withCloseButton
      closeButtonLabel={texts.shell.close}
      onClose={() => setClosed(true)}
    >
      <Stack gap="sm">
        <Text size="sm" className={classes.troubleText ?? ''}>
          {text}
        </Text>
        <Group gap="xs">{children}</Group>
      </Stack>
    </Alert>
  )
}
