import { Alert, Anchor, Button, Container, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

import { pageFacts } from '../page-facts.ts'

/** Shown instead of everything when signing in cannot even begin. */
export function AuthenticationErrorPage({ message }: { message: string }) {
  const { supportEmail } = pageFacts
  return (
    <Container component="main" size="xs" pt="15vh">
      <Alert color="red" variant="light" title="Authentication Error" icon={<IconAlertCircle />}>
        <Stack gap="md" align="flex-start">
          <Text size="sm">{message}</Text>
          <Text size="sm">
            Try again in a moment. If it keeps happening, contact support at{' '}
            <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>.
          </Text>
          <Button color="red" variant="light" onClick={() => location.reload()}>
            Try again
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
