import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

import { explain } from '../explain.ts'
import { texts } from '../texts/texts.ts'
import { WithCode } from './WithCode.tsx'

interface FailureAlertProps {
  /** What did not work. */
  title?: string
  error: unknown
  retry?: () => void
}

/** A failure, told where its result would have been. */
export function FailureAlert({ title, error, retry }: FailureAlertProps) {
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertCircle />}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">
          <WithCode text={explain(error)} />
        </Text>
        {retry && (
          <Button color="red" variant="light" size="xs" onClick={retry}>
            {texts.shell.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
