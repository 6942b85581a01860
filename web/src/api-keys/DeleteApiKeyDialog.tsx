import { Code } from '@mantine/core'
import type { ApiKey } from '@plinth/contract/api-keys.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
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
  const { mutate, isPending, error, reset } = useDeleteApiKey(account, id, onDeleted)
  return (
    <ConfirmDialog
      opened={opened}
      action="Delete API Key"
      failure="Failed to delete API key"
      question={
        <>
          Are you sure you want to delete <b>{name}</b> (<Code>{keyPreview}</Code>)? Builds that still use
          this key can no longer publish. This action cannot be undone.
        </>
      }
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={() => {
        reset()
        onClose()
      }}
    />
  )
}
