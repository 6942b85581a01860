import { webhookEvents } from '@plinth/contract/webhooks.ts'
import type { Webhook } from '@plinth/contract/webhooks.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { useUpdateWebhook } from './mutations.ts'
import { WebhookForm } from './WebhookForm.tsx'

interface EditWebhookDialogProps {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}

export function EditWebhookDialog({ webhook, opened, onClose }: EditWebhookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.webhooks.editing.title} size="lg">
      <EditWebhook webhook={webhook} onClose={onClose} />
    </Dialog>
  )
}

function EditWebhook({ webhook, onClose }: Omit<EditWebhookDialogProps, 'opened'>) {
  const { publicId: account } = useAccount()
  const { id, name, url, format, events } = webhook
  return (
    <WebhookForm
      initial={{ name, url, format, events: webhookEvents.filter((event) => events.includes(event)) }}
      action={texts.webhooks.editing.action}
      errorTitle={texts.webhooks.editing.failed}
      mutation={useUpdateWebhook(account, id)}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}
