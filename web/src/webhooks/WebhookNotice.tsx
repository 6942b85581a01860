import { Alert, Button, Stack, Text } from '@mantine/core'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react'

import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { useResumeWebhook } from './mutations.ts'
import { NextAttempt } from './NextAttempt.tsx'

import classes from './WebhookPage.module.css'

interface WebhookNoticeProps {
  account: string
  webhook: Webhook
  /** Among others, so it is named. */
  isInList?: boolean
}

/** Says why nothing arrives at a webhook, and lets it continue. Nothing while all is well. */
export function WebhookNotice({ account, webhook, isInList = false }: WebhookNoticeProps) {
  const { id, name, state, pausedAt, pauseReason, droppedCount } = webhook
  const words = texts.webhooks.notices
  const { mutate: resume, isPending } = useResumeWebhook(account, id)
  if (state === 'active') return null
  const isChosen = pauseReason === 'owner'
  const title = pauseReason === null ? words.failing : words.pausedBy[pauseReason]
  return (
    <Alert
      role="note"
      color={isChosen ? 'gray' : state === 'paused' ? 'red' : 'yellow'}
      variant="light"
      title={isInList ? words.inList(name) : title}
      classNames={{ title: classes.notice ?? '' }}
      icon={isChosen ? <IconPlayerPause /> : <IconAlertTriangle />}
    >
      <Stack align="flex-start" gap="sm">
        {isInList && <Text size="sm">{title}</Text>}
        <Text size="sm" component="div">
          {state === 'paused' ? (
            words.pausedText(<RelativeTime date={pausedAt} />, texts.webhooks.waiting(webhook.pendingCount))
          ) : (
            <Failing webhook={webhook} />
          )}
        </Text>
        {droppedCount > 0 && <Text size="sm">{texts.webhooks.dropped(droppedCount)}</Text>}
        <Button variant="default" size="xs" loading={isPending} onClick={() => resume()}>
          {state === 'paused' ? words.resume : words.retry}
        </Button>
      </Stack>
    </Alert>
  )
}

function Failing({ webhook: { failingSince, nextAttemptAt, pendingCount } }: { webhook: Webhook }) {
  return texts.webhooks.notices.failingText(
    <RelativeTime date={failingSince} />,
    <NextAttempt at={nextAttemptAt} />,
    texts.webhooks.waiting(pendingCount),
  )
}
