import { Anchor, Button, Container, List, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'

import { usePageAnnouncement } from '../shell/announcements.tsx'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { useIsAdministrator } from '../whoami/queries.ts'

/** For users who are signed in and belong to no account. */
export function NoAccess() {
  const { productName, supportEmail } = useConfig()
  const { person } = useSession()
  const isAdministrator = useIsAdministrator()
  usePageAnnouncement(texts.accounts.noAccess.title)
  return (
    <Container size="xs" py={64}>
      <Stack>
        <Title order={1} size="h2">
          {texts.accounts.noAccess.title}
        </Title>
        <Text>{texts.accounts.noAccess.text(person.email, productName)}</Text>
        {isAdministrator && (
          <>
            <Text>{texts.accounts.noAccess.administrator}</Text>
            <Button component={Link} to="/admin" w="fit-content">
              {texts.accounts.noAccess.administration}
            </Button>
          </>
        )}
        <List spacing="xs">
          <List.Item>{texts.accounts.noAccess.invited(productName)}</List.Item>
          <List.Item>{texts.accounts.noAccess.buying}</List.Item>
          <List.Item>{texts.accounts.noAccess.wrongAccount}</List.Item>
        </List>
        <Text c="dimmed" size="sm">
          {texts.accounts.noAccess.questions(<Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>)}
        </Text>
      </Stack>
    </Container>
  )
}
