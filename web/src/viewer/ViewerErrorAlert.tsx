import { Alert, Button, Container, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from 'react-router'

import { isInvalidResponse } from '../error-message.ts'
import { texts } from '../texts/texts.ts'

interface ViewerErrorAlertProps {
  error: Error
  storybooks: string
  /** The list of versions, if the storybook exists. */
  versions?: string
  retry: () => void
}

/** Shown in place of the frame. */
export function ViewerErrorAlert({ error, storybooks, versions, retry }: ViewerErrorAlertProps) {
  const message = isInvalidResponse(error) ? texts.viewer.errors.noAddress : error.message
  const detail = error instanceof ApiError ? detailOf(error) : undefined
  return (
    <Container size="xs" py={64}>
      <Alert color="red" variant="light" icon={<IconAlertCircle />} title={texts.viewer.failure(message)}>
        <Stack gap="sm">
          {detail && <Text size="sm">{detail}</Text>}
          <Group>
            <Button color="red" variant="light" size="xs" onClick={retry}>
              {texts.shell.tryAgain}
            </Button>
            {versions !== undefined && (
              <Button component={Link} to={versions} variant="default" size="xs">
                {texts.viewer.allVersions}
              </Button>
            )}
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
  if (status === 404) return texts.viewer.gone
  return problem?.detail
}
