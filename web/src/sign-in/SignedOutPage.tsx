import { Button, Container, Group, Stack, Text, Title } from '@mantine/core'

import { pageMetadata } from '../page-metadata.ts'
import { usePageAnnouncement } from '../shell/announcements.tsx'
import { Logo } from '../shell/Logo.tsx'
import { texts } from '../texts/texts.ts'
import type { SignOutReason } from './sign-outs.ts'

/** In the place of a page that was open when its person signed out elsewhere, or could not be seen off properly. */
export function SignedOutPage({ ending }: { ending: SignOutReason }) {
  const { title, action } = texts.signIn.signedOut
  usePageAnnouncement(title)
  return (
    <Container component="main" id="content" tabIndex={-1} size={480} pt="15vh">
      <Stack align="flex-start">
        <Group gap="xs">
          <Logo />
          <Text fw={700}>{pageMetadata.productName}</Text>
        </Group>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text>{texts.signIn.signedOut[ending]}</Text>
        <Button onClick={() => location.reload()}>{action}</Button>
      </Stack>
    </Container>
  )
}
