import { Badge } from '@mantine/core'
import type { Webhook } from '@plinth/contract/webhooks.ts'

import { texts } from '../texts/texts.ts'

const colors = { active: 'green', failing: 'yellow', paused: 'red' } as const

export function WebhookState({ state }: Pick<Webhook, 'state'>) {
  return (
    <Badge variant="dot" color={colors[state]} tt="none" fw={400} miw="max-content">
      {texts.webhooks.states[state]}
    </Badge>
  )
}
