import { Text } from '@mantine/core'
import type { Webhook } from '@plinth/contract/webhooks.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useRotateSecret } from './mutations.ts'
import { SigningSecret } from './SigningSecret.tsx'

interface RotateSecretDialogProps {
  webhook: Webhook
  opened: boolean
  onClose: () => void
}

export function RotateSecretDialog({ webhook, opened, onClose }: RotateSecretDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.webhooks.secret.title}>
      <RotateSecret webhook={webhook} onClose={onClose} />
    </Dialog>
  )
}

function RotateSecret({ webhook, onClose }: Omit<RotateSecretDialogProps, 'opened'>) {
  const { publicId: account } = useAccount()
  const { mutate, data: rotated, isPending, error } = useRotateSecret(account, webhook.id)
  const { action, failed, explanation } = texts.webhooks.secret
  if (rotated) return <SigningSecret webhook={rotated} onClose={onClose} />
  return (
    <DialogForm
      action={action}
      isPending={isPending}
      errorTitle={failed}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Text>{explanation}</Text>
    </DialogForm>
  )
}
