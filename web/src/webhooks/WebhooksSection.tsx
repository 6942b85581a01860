import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookNotice } from './WebhookNotice.tsx'
import { WebhooksTable } from './WebhooksTable.tsx'

/** Only for Owners; the server refuses everybody else. */
export function WebhooksSection() {
  const [isCreating, creation] = useDisclosure()
  return (
    <Section
      id="webhooks"
      title={texts.webhooks.title}
      description={texts.webhooks.description}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creation.open}>
          {texts.webhooks.creation.action}
        </Button>
      }
    >
      <Webhooks />
      <CreateWebhookDialog opened={isCreating} onClose={creation.close} />
    </Section>
  )
}

function Webhooks() {
  const { publicId: account } = useAccount()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(account))
  if (!webhooks && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!webhooks) return <TableSkeleton />
  if (webhooks.length === 0) return <EmptyState icon={IconWebhook}>{texts.webhooks.empty}</EmptyState>
  return (
    <Stack>
      {webhooks
        .filter(({ pauseReason }) => pauseReason === 'failing' || pauseReason === 'gone')
        .map((webhook) => (
          <WebhookNotice key={webhook.id} account={account} webhook={webhook} isInList />
        ))}
      <WebhooksTable account={account} webhooks={webhooks} />
    </Stack>
  )
}
