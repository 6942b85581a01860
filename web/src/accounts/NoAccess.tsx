import { Anchor, Button, Container, List, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'

import { useIsAdministrator } from '../administration/use-is-administrator.ts'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'

/** For somebody who is signed in and belongs to no account. */
export function NoAccess() {
  const { productName, supportEmail } = useConfig()
  const { person } = useSession()
  const isAdministrator = useIsAdministrator()
  return (
    <Container size="xs" py={64}>
      <Stack>
        <Title order={1} size="h2">
          No access yet
        </Title>
        <Text>
          You are signed in as {person.email}, and that work account does not belong to a {productName}{' '}
          account so far.
        </Text>
        {isAdministrator && (
          <>
            <Text>You are a platform administrator, and look after the accounts of others.</Text>
            <Button component={Link} to="/admin" w="fit-content">
              Administration
            </Button>
          </>
        )}
        <List spacing="xs">
          <List.Item>
            Does your team use {productName}? Ask a colleague for an invitation link and open it.
          </List.Item>
          <List.Item>
            Does your organisation want to start? Buy a plan in the marketplace; setup begins there.
          </List.Item>
          <List.Item>
            Signed in with the wrong account? Choose Switch Account in the menu at the top right.
          </List.Item>
        </List>
        <Text c="dimmed" size="sm">
          Questions: <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
        </Text>
      </Stack>
    </Container>
  )
}
