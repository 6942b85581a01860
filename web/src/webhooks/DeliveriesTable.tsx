import { Group, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WebhookDelivery } from '@plinth/contract/webhooks.ts'
import { IconListDetails, IconSend } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { DeliveryOutcome } from './DeliveryOutcome.tsx'
import { describeEvent, formatMilliseconds } from './describe-delivery.ts'
import { useRedeliver } from './mutations.ts'

interface DeliveriesTableProps {
  account: string
  /** The id of their webhook. */
  webhook: number
  /** Newest first. */
  deliveries: WebhookDelivery[]
}

export function DeliveriesTable({ account, webhook, deliveries }: DeliveriesTableProps) {
  return (
    <DataTable label={texts.webhooks.deliveries.title} head={<Head />}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} account={account} webhook={webhook} delivery={delivery} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { event, when, outcome, attempts, duration } = texts.webhooks.deliveries.columns
  return (
    <>
      <HeadCell>{event}</HeadCell>
      <HeadCell>{when}</HeadCell>
      <HeadCell>{outcome}</HeadCell>
      <HeadCell kind="number">{attempts}</HeadCell>
      <HeadCell kind="number extra">{duration}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

interface DeliveryRowProps {
  account: string
  webhook: number
  delivery: WebhookDelivery
}

function DeliveryRow({ account, webhook, delivery }: DeliveryRowProps) {
  const { id, event, createdAt, attempts, durationMs, state } = delivery
  const words = texts.webhooks.deliveries
  const name = describeEvent(event)
  const [isOpen, details] = useDisclosure()
  const { mutate: redeliver, isPending } = useRedeliver(account, webhook, id)
  const isTest = event === 'webhook.test'
  const obstacle = isTest ? words.testOnce : state === 'pending' ? words.stillWaiting : undefined
  return (
    <Table.Tr>
      <Cell label={words.columns.event} kind="text">
        {name}
      </Cell>
      <Cell label={words.columns.when} kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label={words.columns.outcome} kind="text">
        <DeliveryOutcome delivery={delivery} />
      </Cell>
      <Cell label={words.columns.attempts} kind="number">
        {formatNumber(attempts)}
      </Cell>
      <Cell label={words.columns.duration} kind="number extra">
        {durationMs === null ? texts.shell.nothing : formatMilliseconds(durationMs)}
      </Cell>
      <Cell kind="actions">
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <IconAction
            icon={IconListDetails}
            label={words.detailsOf(name)}
            tooltip={words.details}
            onClick={details.open}
          />
          <IconAction
            icon={IconSend}
            label={words.redeliverOne(name)}
            tooltip={obstacle ?? words.redeliver}
            isDisabled={obstacle !== undefined || isPending}
            onClick={() => redeliver()}
          />
        </Group>
        <DeliveryDialog
          account={account}
          webhook={webhook}
          delivery={delivery}
          opened={isOpen}
          onClose={details.close}
        />
      </Cell>
    </Table.Tr>
  )
}
