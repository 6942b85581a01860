import { Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { WebhookDelivery } from '@plinth/contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { CodeBlock } from '../contents/CodeBlock.tsx'
import { CopyAction } from '../shell/CopyAction.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'
import { DeliveryOutcome } from './DeliveryOutcome.tsx'
import { describeEvent } from './describe-delivery.ts'
import { deliveryQuery } from './queries.ts'

interface DeliveryDialogProps {
  account: string
  /** The id of its webhook. */
  webhook: number
  delivery: WebhookDelivery
  opened: boolean
  onClose: () => void
}

export function DeliveryDialog({ opened, onClose, ...shown }: DeliveryDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={describeEvent(shown.delivery.event)} size="lg">
      <Details {...shown} />
    </Dialog>
  )
}

function Details({ account, webhook, delivery }: Omit<DeliveryDialogProps, 'opened' | 'onClose'>) {
  const { eventId, response, attemptedAt } = delivery
  const words = texts.webhooks.deliveries
  return (
    <Stack>
      <DeliveryOutcome delivery={delivery} />
      <Group gap={4} wrap="nowrap">
        <Code>{eventId}</Code>
        <CopyAction value={eventId} label={words.copyId} />
      </Group>
      <Part title={words.body}>
        <Body account={account} webhook={webhook} delivery={delivery.id} />
      </Part>
      {attemptedAt !== null && (
        <Part title={words.response}>
          {response ? (
            <CodeBlock code={response} copyLabel={words.copyResponse} />
          ) : (
            <Text size="sm">{response === null ? words.noResponse : words.emptyResponse}</Text>
          )}
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function Body({ account, webhook, delivery }: { account: string; webhook: number; delivery: number }) {
  const { data, error, refetch } = useQuery(deliveryQuery(account, webhook, delivery))
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!data) return <Skeleton h={120} />
  return (
    <CodeBlock
      code={JSON.stringify(JSON.parse(data.body), null, 2)}
      copyLabel={texts.webhooks.deliveries.copyBody}
    />
  )
}
