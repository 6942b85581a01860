import { Button, Container, Group, Stack, Text, Title } from '@mantine/core'

import { pageMetadata } from '../page-metadata.ts'
import { Logo } from '../shell/Logo.tsx'
import { usePageTitle } from '../shell/page-title.tsx'
import { texts } from '../texts/texts.ts'
import type { SignOutReason } from './sign-outs.ts'

/** Replaces an open page after a sign-out in another tab, or one that the identity provider did not hear of. */
export function SignedOutPage({ reason }: { reason: SignOutReason }) {
  const { title, action } = texts.signIn.signedOut
  usePageTitle(title)
  return (
    <Container component="main" id="content" tabIndex={-1} size={480} pt="15vh">
      <Stack align="flex-start">
        <Group gap="xs">
          <Logo />
          <Text fw={600}>{pageMetadata.productName}</Text>
        </Group>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text>{texts.signIn.signedOut[reason]}</Text>
        <Button onClick={() => location.reload()}>{action}</Button>
      </Stack>
    </Container>
  )
}
