import { Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConnectAgentLink } from '../mcp/ConnectAgentLink.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { ApiKeysTable } from './ApiKeysTable.tsx'
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx'
import { creatorId, keysOfFormerMembers } from './describe-key.ts'
import { KeysOfFormerMember } from './KeysOfFormerMember.tsx'
import { apiKeysQuery } from './queries.ts'

export function ApiKeysSection() {
  const section = useRef<HTMLElement>(null)
  const [isCreating, creation] = useDisclosure()
  return (
    <Section
      ref={section}
      id="api-keys"
      title={texts.apiKeys.title}
      description={texts.apiKeys.description}
      action={
        <Group gap="sm">
          <ConnectAgentLink />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creation.open}>
            {texts.apiKeys.creation.action}
          </Button>
        </Group>
      }
    >
      <ApiKeys onDeleted={() => section.current?.focus({ preventScroll: true })} />
      <CreateApiKeyDialog opened={isCreating} onClose={creation.close} />
    </Section>
  )
}

function ApiKeys({ onDeleted }: { onDeleted: () => void }) {
  const { publicId: account, role } = useAccount()
  const { data: keys, error, refetch } = useQuery(apiKeysQuery(account))
  if (!keys && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!keys) return <TableSkeleton />
  if (keys.length === 0) return <EmptyState icon={IconKey}>{texts.apiKeys.empty}</EmptyState>
  return (
    <Stack>
      {can(role, 'deleteKeysOfPerson') &&
        keysOfFormerMembers(keys).map(({ creator, names }) => (
          <KeysOfFormerMember
            key={creatorId(creator)}
            account={account}
            creator={creator}
            names={names}
            onDeleted={onDeleted}
          />
        ))}
      <ApiKeysTable account={account} keys={keys} onDeleted={onDeleted} />
    </Stack>
  )
}
