import { Code } from '@mantine/core'
import type { ApiKey } from '@plinth/contract/api-keys.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { texts } from '../texts/texts.ts'
import { useDeleteApiKey } from './mutations.ts'

interface DeleteApiKeyDialogProps {
  account: string
  apiKey: ApiKey
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteApiKeyDialog({ account, apiKey, opened, onClose, onDeleted }: DeleteApiKeyDialogProps) {
  const { id, name, keyPreview } = apiKey
  const { action, failed, question } = texts.apiKeys.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      errorTitle={failed}
      question={question(<b>{name}</b>, <Code>{keyPreview}</Code>)}
      mutation={useDeleteApiKey(account, id, onDeleted)}
      onClose={onClose}
    />
  )
}
