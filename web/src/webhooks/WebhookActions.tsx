import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import { IconEdit, IconKey, IconPlayerPause, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { texts } from '../texts/texts.ts'
import { EditWebhookDialog } from './EditWebhookDialog.tsx'
import { useDeleteWebhook, usePauseWebhook, useTestWebhook } from './mutations.ts'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'

interface WebhookActionsProps {
  account: string
  webhook: Webhook
  /** The address of the list, to return to after a deletion. */
  list: string
}

export function WebhookActions({ account, webhook, list }: WebhookActionsProps) {
  const { id, name, format, state } = webhook
  const { test, editing, pausing, secret, deletion: words } = texts.webhooks
  const [isEditing, edit] = useDisclosure()
  const [isRotating, rotation] = useDisclosure()
  const [isDeleting, deletion] = useDisclosure()
  const { mutate: pause, isPending: isPausing } = usePauseWebhook(account, id)
  const { mutate: sendTest, isPending: isTesting } = useTestWebhook(account, id)
  const navigate = useNavigate()
  return (
    <Group gap={0}>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        loading={isTesting}
        onClick={() => sendTest()}
        mr="xs"
      >
        {test.action}
      </Button>
      <IconAction icon={IconEdit} label={editing.tooltip} onClick={edit.open} />
      {format === 'json' && <IconAction icon={IconKey} label={secret.tooltip} onClick={rotation.open} />}
      {state !== 'paused' && (
        <IconAction
          icon={IconPlayerPause}
          label={pausing.tooltip}
          isDisabled={isPausing}
          onClick={() => pause()}
        />
      )}
      <IconAction icon={IconTrash} color="red" label={words.tooltip} onClick={deletion.open} />
      <EditWebhookDialog webhook={webhook} opened={isEditing} onClose={edit.close} />
      <RotateSecretDialog webhook={webhook} opened={isRotating} onClose={rotation.close} />
      <ConfirmDialog
        opened={isDeleting}
        action={words.action}
        errorTitle={words.failed}
        question={words.question(<b>{name}</b>)}
        mutation={useDeleteWebhook(account, id, () => void navigate(list))}
        onClose={deletion.close}
      />
    </Group>
  )
}
