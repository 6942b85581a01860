import { Container, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { Logo } from './Logo.tsx'
import { usePageTitle } from './page-title.tsx'

/** A page without header and links, for people who may not belong to an account yet. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const { productName } = useConfig()
  const { person } = useSession()
  usePageTitle(title)
  return (
    <Container component="main" id="content" tabIndex={-1} size={480} pt="15vh" pb="xl">
      <Stack gap="lg">
        <Group gap="xs">
          <Logo />
          <Text fw={600}>{productName}</Text>
        </Group>
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
        <Text size="sm" c="dimmed">
          {texts.shell.signedInAs(person.email)}
        </Text>
      </Stack>
    </Container>
  )
}
