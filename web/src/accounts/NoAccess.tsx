import { Anchor, Container, List, Stack, Text, Title } from '@mantine/core'

import { usePageTitle } from '../shell/page-title.tsx'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { MarketplaceLink } from '../subscriptions/MarketplaceLink.tsx'
import { texts } from '../texts/texts.ts'

/** For users who are signed in and belong to no account. */
export function NoAccess() {
  const { productName, supportEmail } = useConfig()
  const { person } = useSession()
  usePageTitle(texts.accounts.noAccess.title)
  return (
    <Container size="xs" py={64}>
      <Stack>
        <Title order={1} size="h2">
          {texts.accounts.noAccess.title}
        </Title>
        <Text>{texts.accounts.noAccess.text(person.email, productName)}</Text>
        <List spacing="xs">
          <List.Item>{texts.accounts.noAccess.invited(productName)}</List.Item>
          <List.Item>{texts.accounts.noAccess.buying(<MarketplaceLink />)}</List.Item>
          <List.Item>{texts.accounts.noAccess.wrongAccount}</List.Item>
        </List>
        <Text c="dimmed" size="sm">
          {texts.accounts.noAccess.questions(<Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>)}
        </Text>
      </Stack>
    </Container>
  )
}
