import { Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { can } from '@plinth/contract/roles.ts'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { Page } from '../shell/Page.tsx'
import { texts } from '../texts/texts.ts'
import { DeliveriesSection } from './DeliveriesSection.tsx'
import { describeEvents } from './describe-delivery.ts'
import { sendingPollMs, webhookQuery } from './queries.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookNotice } from './WebhookNotice.tsx'
import { WebhookState } from './WebhookState.tsx'

import classes from './WebhookPage.module.css'

/** One webhook: what it is, what may be wrong, and what was sent to it. Only for Owners. */
export function WebhookPage() {
  const { publicId: account, role } = useAccount()
  const { webhook: number = '' } = useParams()
  const id = /^[1-9]\d{0,15}$/.test(number) ? Number(number) : undefined
  if (id === undefined || !can(role, 'manageWebhooks')) return <NotFoundPage />
  return <LoadedWebhook account={account} id={id} />
}

function LoadedWebhook({ account, id }: { account: string; id: number }) {
  const {
    data: webhook,
    error,
    refetch,
  } = useQuery({
    ...webhookQuery(account, id),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pendingCount > 0 && data.state !== 'paused' && sendingPollMs,
  })
  if (!webhook && error instanceof ApiError && error.status === 404) return <NotFoundPage />
  const list = `/account/${account}/settings/webhooks`
  return (
    <Page
      title={webhook?.name ?? texts.webhooks.title}
      description={webhook ? <Summary webhook={webhook} /> : !error && <Skeleton w={300} h={20} my={2} />}
      back={{ label: texts.webhooks.title, to: list }}
      action={webhook && <WebhookActions account={account} webhook={webhook} list={list} />}
    >
      {!webhook && error && (
        <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
      )}
      {webhook && (
        <Stack gap="xl">
          <WebhookNotice account={account} webhook={webhook} />
          <DeliveriesSection account={account} webhook={webhook} />
        </Stack>
      )}
    </Page>
  )
}

function Summary({ webhook: { url, format, events, state } }: { webhook: Webhook }) {
  return (
    <Stack gap={4} mt={4}>
      <Code className={classes.address}>{url}</Code>
      <Group gap="sm">
        <WebhookState state={state} />
        <Text size="sm">
          {texts.webhooks.formats[format].name}: {describeEvents(events)}
        </Text>
      </Group>
    </Stack>
  )
}
