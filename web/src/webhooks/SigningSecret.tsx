import { Stack } from '@mantine/core'
import type { WebhookWithSecret } from '@plinth/contract/webhooks.ts'

import { Day } from '../shell/Day.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { texts } from '../texts/texts.ts'

interface SigningSecretProps {
  webhook: WebhookWithSecret
  onClose: () => void
}

/** A dialog's content: the secret that a receiver needs to verify signatures. */
export function SigningSecret({ webhook, onClose }: SigningSecretProps) {
  const { name, secret, previousSecretUntil } = webhook
  const { ready, label, copy, note, saved, previous } = texts.webhooks.secret
  return (
    <OneTimeValue
      introduction={
        <Stack gap="xs">
          <span>{ready(<b>{name}</b>)}</span>
          {previousSecretUntil && <span>{previous(<Day date={previousSecretUntil} />)}</span>}
        </Stack>
      }
      label={label}
      value={secret}
      action={copy}
      note={note}
      doneUncopied={saved}
      onClose={onClose}
    />
  )
}
