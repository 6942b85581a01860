import { Anchor, Table } from '@mantine/core'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import { Link } from 'react-router'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { describeEvents } from './describe-delivery.ts'
import { WebhookState } from './WebhookState.tsx'

interface WebhooksTableProps {
  account: string
  webhooks: Webhook[]
}

export function WebhooksTable({ account, webhooks }: WebhooksTableProps) {
  return (
    <DataTable label={texts.webhooks.title} head={<Head />}>
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} account={account} webhook={webhook} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { name, address, format, events, state, waiting } = texts.webhooks.columns
  return (
    <>
      <HeadCell>{name}</HeadCell>
      <HeadCell>{address}</HeadCell>
      <HeadCell>{format}</HeadCell>
      <HeadCell kind="extra">{events}</HeadCell>
      <HeadCell>{state}</HeadCell>
      <HeadCell kind="number">{waiting}</HeadCell>
    </>
  )
}

function WebhookRow({ account, webhook }: { account: string; webhook: Webhook }) {
  const { id, name, url, format, events, pendingCount } = webhook
  const { columns, formats } = texts.webhooks
  return (
    <Table.Tr>
      <Cell label={columns.name} kind="text">
        <Anchor component={Link} to={`/account/${account}/settings/webhooks/${id}`} size="sm">
          {name}
        </Anchor>
      </Cell>
      {/* The rest of an address is often a secret. */}
      <Cell label={columns.address} kind="text">
        {new URL(url).host}
      </Cell>
      <Cell label={columns.format}>{formats[format].name}</Cell>
      <Cell label={columns.events} kind="extra">
        {describeEvents(events)}
      </Cell>
      <Cell label={columns.state}>
        <WebhookState state={webhook.state} />
      </Cell>
      <Cell label={columns.waiting} kind="number">
        {formatNumber(pendingCount)}
      </Cell>
    </Table.Tr>
  )
}
