import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { errorMessage, isRefusal } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { WithCode } from './WithCode.tsx'

interface ErrorAlertProps {
  /** What did not work. */
  title?: string
  /** Explained to the user, unless `children` do that. */
  error?: unknown
  children?: ReactNode
  /** Offered unless the server has refused: it would again. */
  retry?: () => void
  retryLabel?: string
}

/** An error, shown in place of the result. */
export function ErrorAlert({ title, error, children, retry, retryLabel }: ErrorAlertProps) {
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertCircle />}>
      <Stack align="flex-start" gap="sm">
        {children ?? (
          <Text size="sm">
            <WithCode text={errorMessage(error)} />
          </Text>
        )}
        {retry && !isRefusal(error) && (
          <Button color="red" variant="light" size="xs" onClick={retry}>
            {retryLabel ?? texts.shell.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
