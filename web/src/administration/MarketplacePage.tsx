import { Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MarketplaceSubscription } from '@plinth/contract/administration.ts'
import { IconListDetails, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { formatNumber } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { Page } from '../shell/Page.tsx'
import { StatusBadge } from '../subscriptions/StatusBadge.tsx'
import { marketplaceQuery } from './queries.ts'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'

export function MarketplacePage() {
  return (
    <Page title="Marketplace subscriptions" description="What the marketplace says was bought">
      <Subscriptions />
    </Page>
  )
}

function Subscriptions() {
  const { data: subscriptions, error, refetch } = useQuery(marketplaceQuery)
  if (!subscriptions && error) {
    return <FailureAlert title="Failed to fetch subscriptions" error={error} retry={() => void refetch()} />
  }
  if (!subscriptions) return <TableSkeleton />
  if (subscriptions.length === 0) return <Empty icon={IconReceipt}>Nothing has been bought yet.</Empty>
  return (
    <DataTable label="Marketplace subscriptions" head={head}>
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
    <HeadCell>Account</HeadCell>
    <HeadCell kind="extra">Beneficiary</HeadCell>
    <HeadCell kind="actions">Actions</HeadCell>
  </>
)

function SubscriptionRow({ subscription }: { subscription: MarketplaceSubscription }) {
  const { subscriptionName, status, planId, quantity, accountName, beneficiaryEmail } = subscription
  const [isOpen, details] = useDisclosure()
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
      <Cell label="Account" kind="text">
        {accountName ?? (
          <Text size="sm" c="dimmed">
            Not set up
          </Text>
        )}
      </Cell>
      <Cell label="Beneficiary" kind="extra">
        {beneficiaryEmail ?? '–'}
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconListDetails}
          label={`Details of ${subscriptionName}`}
          tooltip="Details and operations"
          onClick={details.open}
        />
        <SubscriptionDialog subscription={subscription} opened={isOpen} onClose={details.close} />
      </Cell>
    </Table.Tr>
  )
}
