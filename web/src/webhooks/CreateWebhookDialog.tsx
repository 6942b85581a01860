import type { WebhookDraft, WebhookWithSecret } from '@plinth/contract/webhooks.ts'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useCreateWebhook } from './mutations.ts'
import { SigningSecret } from './SigningSecret.tsx'
import { WebhookForm } from './WebhookForm.tsx'

interface CreateWebhookDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateWebhookDialog({ opened, onClose }: CreateWebhookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.webhooks.creation.title} size="lg">
      <CreateWebhook onClose={onClose} />
    </Dialog>
  )
}

const empty: WebhookDraft = { name: '', url: '', format: 'json', events: ['version.published'] }

function CreateWebhook({ onClose }: { onClose: () => void }) {
  const { publicId: account } = useAccount()
  const [created, setCreated] = useState<WebhookWithSecret>()
  const mutation = useCreateWebhook(account)
  const { action, failed, done } = texts.webhooks.creation
  if (created) return <SigningSecret webhook={created} onClose={onClose} />
  return (
    <WebhookForm
      initial={empty}
      action={action}
      errorTitle={failed}
      mutation={mutation}
      onSaved={(webhook) => {
        // Chats do not verify signatures.
        if (webhook.format === 'json') {
          setCreated(webhook)
          return
        }
        showSuccess(done)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
