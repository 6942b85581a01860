import { Code } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import { useQueryClient } from '@tanstack/react-query'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { formatExact } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import { showDeletedNotice } from './DeletedNotice.tsx'
import { useDeleteVersion } from './mutations.ts'

interface DeleteVersionDialogProps {
  account: string
  storybook: string
  version: Version
  opened: boolean
  onClose: () => void
}

export function DeleteVersionDialog({
  account,
  storybook,
  version,
  opened,
  onClose,
}: DeleteVersionDialogProps) {
  const { publicId, createdAt } = version
  const queryClient = useQueryClient()
  const { action, question } = texts.versions.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      question={question(<Code>{publicId}</Code>, formatExact(createdAt))}
      mutation={useDeleteVersion(account, storybook, publicId, () =>
        showDeletedNotice(account, publicId, queryClient),
      )}
      onClose={onClose}
    />
  )
}
