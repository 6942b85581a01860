import { Alert, Button, Container, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useRouteError } from 'react-router'

/** A page that broke while it was shown, or whose code could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <Container component="main" size="xs" pt="15vh">
      <Alert color="red" variant="light" title="An error occurred" icon={<IconAlertCircle />}>
        <Stack align="flex-start">
          <Text size="sm">{error instanceof Error ? error.message : 'This page could not be shown.'}</Text>
          <Button color="red" variant="light" onClick={() => location.reload()}>
            Load again
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
