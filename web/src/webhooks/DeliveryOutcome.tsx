import { Badge, Text } from '@mantine/core'
import type { WebhookDelivery } from '@plinth/contract/webhooks.ts'

import { texts } from '../texts/texts.ts'
import { describeFailure } from './describe-delivery.ts'
import { NextAttempt } from './NextAttempt.tsx'

const colors = { pending: 'gray.5', delivered: 'green', failed: 'red', retrying: 'yellow' } as const

/** How it went so far, and what happens next. */
export function DeliveryOutcome({ delivery }: { delivery: WebhookDelivery }) {
  const { state, failure, nextAttemptAt } = delivery
  const words = texts.webhooks.deliveries
  const isRetrying = state === 'pending' && failure !== null
  return (
    <span>
      <Badge
        variant="dot"
        color={colors[isRetrying ? 'retrying' : state]}
        tt="none"
        fw={400}
        miw="max-content"
      >
        {isRetrying ? words.retrying : words.states[state]}
      </Badge>
      {failure !== null && state !== 'delivered' && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {describeFailure(delivery)}
        </Text>
      )}
      {isRetrying && nextAttemptAt !== null && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {words.nextAttempt(<NextAttempt at={nextAttemptAt} />)}
        </Text>
      )}
    </span>
  )
}
