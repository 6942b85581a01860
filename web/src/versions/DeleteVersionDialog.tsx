import { Code } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { formatExact } from '../shell/formats.ts'
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
  const { mutate, isPending, error, reset } = useDeleteVersion(account, storybook)
  return (
    <ConfirmDialog
      opened={opened}
      action="Delete Version"
      question={
        <>
          Are you sure you want to delete version <Code>{version.publicId}</Code> of{' '}
          {formatExact(version.createdAt)}? This action cannot be undone.
        </>
      }
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(version.publicId)}
      onClose={() => {
        reset()
        onClose()
      }}
    />
  )
}
