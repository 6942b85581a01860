import { Alert, Anchor, Button, Container, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

import { pageFacts } from '../page-facts.ts'
import { texts } from '../texts/texts.ts'

/** Shown instead of everything when signing in cannot even begin. */
export function AuthenticationErrorPage({ message }: { message: string }) {
  const { supportEmail } = pageFacts
  return (
    <Container component="main" size="xs" pt="15vh">
      <Alert color="red" variant="light" title={texts.signIn.errorTitle} icon={<IconAlertCircle />}>
        <Stack gap="md" align="flex-start">
          <Text size="sm">{message}</Text>
          <Text size="sm">
            {texts.signIn.errorAdvice(<Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>)}
          </Text>
          <Button color="red" variant="light" onClick={() => location.reload()}>
            {texts.shell.tryAgain}
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
