import { Button, Center, Stack } from '@mantine/core'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'

import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { DeliveriesTable } from './DeliveriesTable.tsx'
import { deliveriesQuery, sendingPollMs } from './queries.ts'

interface DeliveriesSectionProps {
  account: string
  webhook: Webhook
}

export function DeliveriesSection(props: DeliveriesSectionProps) {
  const { title, description } = texts.webhooks.deliveries
  return (
    <Section id="deliveries" title={title} description={description}>
      <Deliveries {...props} />
    </Section>
  )
}

function Deliveries({ account, webhook: { id, state } }: DeliveriesSectionProps) {
  const log = useInfiniteQuery({
    ...deliveriesQuery(account, id),
    refetchInterval: ({ state: { data } }) =>
      state !== 'paused' &&
      (data?.pages.flat().some((delivery) => delivery.state === 'pending') ?? false) &&
      sendingPollMs,
  })
  const { data: deliveries, error, isFetchNextPageError } = log
  if (!deliveries && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void log.refetch()} />
  }
  if (!deliveries) return <TableSkeleton />
  if (deliveries.length === 0) {
    return <EmptyState icon={IconSend}>{texts.webhooks.deliveries.empty}</EmptyState>
  }
  return (
    <Stack>
      <DeliveriesTable account={account} webhook={id} deliveries={deliveries} />
      {isFetchNextPageError && <ErrorAlert title={texts.shell.fetchFailed} error={error} />}
      {log.hasNextPage && (
        <Center>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {texts.webhooks.deliveries.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
