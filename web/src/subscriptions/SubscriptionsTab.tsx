import { Stack, Table, Text } from '@mantine/core'
import type { Subscription } from '@plinth/contract/subscriptions.ts'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { formatNumber } from '../shell/formats.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { Section } from '../shell/Section.tsx'
import { subscriptionsQuery } from './queries.ts'
import { StatusBadge } from './StatusBadge.tsx'

export function SubscriptionsTab() {
  return (
    <Section
      id="subscriptions"
      title="Subscriptions"
      description="What was bought for this account. Plans and seats are changed in the marketplace."
    >
      <Subscriptions />
    </Section>
  )
}

function Subscriptions() {
  const { publicId: account } = useAccount()
  const { data: subscriptions, error, refetch } = useQuery(subscriptionsQuery(account))
  if (!subscriptions && error) {
    return <FailureAlert title="Failed to fetch subscriptions" error={error} retry={() => void refetch()} />
  }
  if (!subscriptions) {
    return (
      <Stack gap="xs">
        <Text c="dimmed">Loading subscriptions...</Text>
        <TableSkeleton />
      </Stack>
    )
  }
  if (subscriptions.length === 0) return <Empty icon={IconReceipt}>No active subscriptions found.</Empty>
  return (
    <DataTable label="Subscriptions" head={head}>
      {subscriptions.map((subscription) => (
        <SubscriptionRow key={subscription.externalId} subscription={subscription} />
      ))}
    </DataTable>
  )
}

const head = (
  <>
    <HeadCell>Name</HeadCell>
    <HeadCell>Status</HeadCell>
    <HeadCell>Plan</HeadCell>
    <HeadCell kind="number">Quantity</HeadCell>
    <HeadCell>Created</HeadCell>
    <HeadCell>Last Updated</HeadCell>
  </>
)

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { subscriptionName, status, planId, quantity, createdOn, lastUpdatedOn } = subscription
  return (
    <Table.Tr>
      <Cell label="Name" kind="text">
        {subscriptionName}
      </Cell>
      <Cell label="Status">
        <span>
          <StatusBadge status={status} />
        </span>
      </Cell>
      <Cell label="Plan" kind="text">
        {planId}
      </Cell>
      <Cell label="Quantity" kind="number">
        {quantity === null ? '–' : formatNumber(quantity)}
      </Cell>
      <Cell label="Created" kind="date">
        <RelativeTime date={createdOn} />
      </Cell>
      <Cell label="Last Updated" kind="date">
        <RelativeTime date={lastUpdatedOn} />
      </Cell>
    </Table.Tr>
  )
}
