import { Code, Group, Stack, Text } from '@mantine/core'
import type { MarketplaceSubscription } from '@plinth/contract/administration.ts'
import type { ReactNode } from 'react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { StatusBadge } from '../subscriptions/StatusBadge.tsx'
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
  return (
    <dl className={classes.facts}>
      <Fact label="Status">
        <Group gap="xs">
          <StatusBadge status={status} />
          <Text size="sm" c="dimmed">
            {status}
          </Text>
        </Group>
      </Fact>
      <Fact label="Subscription ID">
        <Id value={externalId} label="Copy the subscription ID" />
      </Fact>
      <Fact label="Offer and plan">
        {offerId} · {planId}
        {quantity !== null && ` · ${quantity}`}
      </Fact>
      <Fact label="Account">
        {accountPublicId === null ? (
          'Not set up'
        ) : (
          <>
            {accountName}
            <Id value={accountPublicId} label="Copy the account ID" />
          </>
        )}
      </Fact>
      <Fact label="Beneficiary">{beneficiaryEmail ?? '–'}</Fact>
      <Fact label="Tenant ID">
        {beneficiaryTenantId === null ? '–' : <Id value={beneficiaryTenantId} label="Copy the tenant ID" />}
      </Fact>
      <Fact label="Created">
        <RelativeTime date={createdOn} />
      </Fact>
      <Fact label="Last Updated">
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
