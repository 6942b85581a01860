import { Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MarketplaceSubscription } from '@plinth/contract/marketplace.ts'
import { IconListDetails, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { Page } from '../shell/Page.tsx'
import { SubscriptionCells, SubscriptionHead } from '../subscriptions/SubscriptionCells.tsx'
import { texts } from '../texts/texts.ts'
import { marketplaceQuery } from './queries.ts'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'

export function MarketplacePage() {
  return (
    <Page title={texts.marketplace.title} description={texts.marketplace.description}>
      <Subscriptions />
    </Page>
  )
}

function Subscriptions() {
  const { data: subscriptions, error, refetch } = useQuery(marketplaceQuery)
  if (!subscriptions && error) {
    return <ErrorAlert title={texts.subscriptions.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!subscriptions) return <TableSkeleton />
  if (subscriptions.length === 0) return <EmptyState icon={IconReceipt}>{texts.marketplace.empty}</EmptyState>
  return (
    <DataTable label={texts.marketplace.title} head={<Head />}>
      {subscriptions.map((subscription) => (
        <SubscriptionRow key={subscription.externalId} subscription={subscription} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { account, beneficiary } = texts.marketplace.columns
  return (
    <>
      <SubscriptionHead />
      <HeadCell>{account}</HeadCell>
      <HeadCell kind="extra">{beneficiary}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

function SubscriptionRow({ subscription }: { subscription: MarketplaceSubscription }) {
  const { subscriptionName, accountName, beneficiaryEmail } = subscription
  const { columns, notSetUp, details: tooltip, detailsOf } = texts.marketplace
  const [isOpen, details] = useDisclosure()
  return (
    <Table.Tr>
      <SubscriptionCells subscription={subscription} />
      <Cell label={columns.account} kind="text">
        {accountName ?? (
          <Text size="sm" c="dimmed">
            {notSetUp}
          </Text>
        )}
      </Cell>
      <Cell label={columns.beneficiary} kind="extra">
        {beneficiaryEmail ?? texts.shell.nothing}
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconListDetails}
          label={detailsOf(subscriptionName)}
          tooltip={tooltip}
          onClick={details.open}
        />
        <SubscriptionDialog subscription={subscription} opened={isOpen} onClose={details.close} />
      </Cell>
    </Table.Tr>
  )
}
