import { Alert, Button, Container, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'

/** A page that broke while it was shown, or whose code could not be loaded. */
export function ErrorPage() {
  return (
    <Container component="main" size="xs" pt="15vh">
      <Alert color="red" variant="light" title={texts.shell.brokenPage.title} icon={<IconAlertCircle />}>
        <Stack align="flex-start">
          <Text size="sm">{texts.shell.brokenPage.text}</Text>
          <Button color="red" variant="light" onClick={() => location.reload()}>
            {texts.shell.brokenPage.reload}
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
