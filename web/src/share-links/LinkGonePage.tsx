import { Container, Group, Stack, Text, Title } from '@mantine/core'

import { pageMetadata } from '../page-metadata.ts'
import { Logo } from '../shell/Logo.tsx'
import { usePageTitle } from '../shell/page-title.tsx'
import { texts } from '../texts/texts.ts'

/** One page for links that are expired, revoked, forbidden or unknown: a guest learns nothing about why. */
export function LinkGonePage() {
  const { title, text } = texts.shareLinks.page.gone
  usePageTitle(title)
  return (
    <Container component="main" id="content" tabIndex={-1} size={480} pt="15vh" pb="xl">
      <Stack gap="lg">
        <Group gap="xs">
          <Logo />
          <Text fw={600}>{pageMetadata.productName}</Text>
        </Group>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text>{text}</Text>
      </Stack>
    </Container>
  )
}
