import type { Subscription } from '@plinth/contract/subscriptions.ts'

import { Cell, HeadCell } from '../shell/DataTable.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** The columns that all lists of subscriptions share. */
export function SubscriptionHead() {
  const { name, status, plan, quantity } = texts.subscriptions.columns
  return (
    <>
      <HeadCell>{name}</HeadCell>
      <HeadCell>{status}</HeadCell>
      <HeadCell>{plan}</HeadCell>
      <HeadCell kind="number">{quantity}</HeadCell>
    </>
  )
}

type Listed = Pick<Subscription, 'subscriptionName' | 'status' | 'planId' | 'quantity'>

export function SubscriptionCells({ subscription }: { subscription: Listed }) {
  const { subscriptionName, status, planId, quantity } = subscription
  const { columns } = texts.subscriptions
  return (
    <>
      <Cell label={columns.name} kind="text">
        {subscriptionName}
      </Cell>
      <Cell label={columns.status}>
        <span>
          <StatusBadge status={status} />
        </span>
      </Cell>
      <Cell label={columns.plan} kind="text">
        {planId}
      </Cell>
      <Cell label={columns.quantity} kind="number">
        {quantity === null ? texts.shell.nothing : formatNumber(quantity)}
      </Cell>
    </>
  )
}
