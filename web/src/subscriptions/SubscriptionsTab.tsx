import { Stack, Table, Text } from '@mantine/core'
import type { Subscription } from '@plinth/contract/subscriptions.ts'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { MarketplaceLink } from './MarketplaceLink.tsx'
import { subscriptionsQuery } from './queries.ts'
import { SubscriptionCells, SubscriptionHead } from './SubscriptionCells.tsx'

export function SubscriptionsTab() {
  return (
    <Section
      id="subscriptions"
      title={texts.subscriptions.title}
      description={texts.subscriptions.description(<MarketplaceLink />)}
    >
      <Subscriptions />
    </Section>
  )
}

function Subscriptions() {
  const { publicId: account } = useAccount()
  const { data: subscriptions, error, refetch } = useQuery(subscriptionsQuery(account))
  if (!subscriptions && error) {
    return <ErrorAlert title={texts.subscriptions.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!subscriptions) {
    return (
      <Stack gap="xs">
        <Text c="dimmed">{texts.subscriptions.loading}</Text>
        <TableSkeleton />
      </Stack>
    )
  }
  if (subscriptions.length === 0)
    return <EmptyState icon={IconReceipt}>{texts.subscriptions.empty}</EmptyState>
  return (
    <DataTable label={texts.subscriptions.title} head={<Head />}>
      {subscriptions.map((subscription) => (
        <SubscriptionRow key={subscription.externalId} subscription={subscription} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { created, lastUpdated } = texts.subscriptions.columns
  return (
    <>
      <SubscriptionHead />
      <HeadCell>{created}</HeadCell>
      <HeadCell>{lastUpdated}</HeadCell>
    </>
  )
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { columns } = texts.subscriptions
  return (
    <Table.Tr>
      <SubscriptionCells subscription={subscription} />
      <Cell label={columns.created} kind="date">
        <RelativeTime date={subscription.createdOn} />
      </Cell>
      <Cell label={columns.lastUpdated} kind="date">
        <RelativeTime date={subscription.lastUpdatedOn} />
      </Cell>
    </Table.Tr>
  )
}
