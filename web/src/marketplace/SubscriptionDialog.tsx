import { Code, Group, Stack, Text } from '@mantine/core'
import type { MarketplaceSubscription } from '@plinth/contract/marketplace.ts'
import type { ReactNode } from 'react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { StatusBadge } from '../subscriptions/StatusBadge.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { OperationLookup } from './OperationLookup.tsx'

import classes from './SubscriptionDialog.module.css'

interface SubscriptionDialogProps {
  subscription: MarketplaceSubscription
  opened: boolean
  onClose: () => void
}

export function SubscriptionDialog({ subscription, opened, onClose }: SubscriptionDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={subscription.subscriptionName} size="lg">
      <Stack gap="lg">
        <Facts subscription={subscription} />
        <OperationLookup subscription={subscription.externalId} />
      </Stack>
    </Dialog>
  )
}

function Facts({ subscription }: { subscription: MarketplaceSubscription }) {
  const { status, offerId, planId, quantity, externalId, createdOn, lastUpdatedOn } = subscription
  const { beneficiaryEmail, beneficiaryTenantId, accountName, accountPublicId } = subscription
  const words = texts.marketplace
  return (
    <dl className={classes.facts}>
      <Fact label={words.facts.status}>
        <Group gap="xs">
          <StatusBadge status={status} />
          <Text size="sm" c="dimmed">
            {status}
          </Text>
        </Group>
      </Fact>
      <Fact label={words.facts.subscriptionId}>
        <Id value={externalId} label={words.copySubscriptionId} />
      </Fact>
      <Fact label={words.facts.plan}>
        {offerId} · {planId}
        {quantity !== null && ` · ${formatNumber(quantity)}`}
      </Fact>
      <Fact label={words.facts.account}>
        {accountPublicId === null ? (
          words.notSetUp
        ) : (
          <>
            {accountName}
            <Id value={accountPublicId} label={words.copyAccountId} />
          </>
        )}
      </Fact>
      <Fact label={words.facts.beneficiary}>{beneficiaryEmail ?? texts.shell.nothing}</Fact>
      <Fact label={words.facts.tenantId}>
        {beneficiaryTenantId === null ? (
          texts.shell.nothing
        ) : (
          <Id value={beneficiaryTenantId} label={words.copyTenantId} />
        )}
      </Fact>
      <Fact label={words.facts.created}>
        <RelativeTime date={createdOn} />
      </Fact>
      <Fact label={words.facts.lastUpdated}>
        <RelativeTime date={lastUpdatedOn} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </>
  )
}

function Id({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className={classes.value}>{value}</Code>
      <CopyAction value={value} label={label} />
    </Group>
  )
}
