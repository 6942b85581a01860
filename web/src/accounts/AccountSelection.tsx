import { Badge, Container, Group, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Account } from '@plinth/contract/accounts.ts'
import { useNavigate } from 'react-router'

import { usePageTitle } from '../shell/page-title.tsx'
import { texts } from '../texts/texts.ts'
import { currentAccount } from './current-account.ts'

import classes from './AccountSelection.module.css'

export function AccountSelection({ accounts }: { accounts: Account[] }) {
  const navigate = useNavigate()
  usePageTitle(texts.accounts.selection.title)
  const lastUsed = currentAccount.read()
  const choose = ({ publicId }: Account) => {
    currentAccount.store(publicId)
    void navigate(`/account/${publicId}`)
  }
  return (
    <Container size="sm" py={64}>
      <Stack gap="xl">
        <div>
          <Title order={1} size="h2">
            {texts.accounts.selection.title}
          </Title>
          <Text c="dimmed">{texts.accounts.selection.text}</Text>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {accounts.map((account) => (
            <UnstyledButton key={account.publicId} className={classes.card} onClick={() => choose(account)}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Text fw={600} className={classes.name}>
                  {account.name}
                </Text>
                {account.publicId === lastUsed && (
                  <Badge variant="light" size="sm" tt="none">
                    {texts.accounts.selection.lastUsed}
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed" ff="monospace">
                {texts.accounts.selection.id(account.publicId)}
              </Text>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  )
}
