import { Alert, Button, Container, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { isInvalidResponse } from '../error-message.ts'
import { isTransient } from '../query-client.ts'
import { texts } from '../texts/texts.ts'
import { ViewerError } from './viewer-session.ts'

/** In the words that support asks for. */
export const failureText = (error: Error) =>
  texts.viewer.failure(isInvalidResponse(error) ? texts.viewer.errors.noAddress : error.message)

interface ViewerErrorAlertProps {
  error: Error
  /** What to do about it. */
  advice?: string | undefined
  /** What leads on, the best first. */
  actions?: ReactNode
  storybooks: string
  /** Offered where trying again can help. */
  retry: () => void
}

/** Shown in place of the frame. */
export function ViewerErrorAlert({ error, advice, actions, storybooks, retry }: ViewerErrorAlertProps) {
  const detail = advice ?? (error instanceof ApiError ? detailOf(error) : undefined)
  const canRetry = !(error instanceof ViewerError) && isTransient(error)
  return (
    <Container size="xs" py={64}>
      <Alert color="red" variant="light" icon={<IconAlertCircle />} title={failureText(error)}>
        <Stack gap="sm">
          {detail !== undefined && <Text size="sm">{detail}</Text>}
          <Group gap="xs">
            {canRetry && (
              <Button color="red" variant="light" size="xs" onClick={retry}>
                {texts.shell.tryAgain}
              </Button>
            )}
            {actions}
            <Button component={Link} to={storybooks} variant="default" size="xs">
              {texts.viewer.backFromFailure}
            </Button>
          </Group>
        </Stack>
      </Alert>
    </Container>
  )
}

function detailOf({ status, problem }: ApiError): string | undefined {
  return status === 404 ? texts.viewer.gone : problem?.detail
}
