import { Code } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import { useQueryClient } from '@tanstack/react-query'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { formatExact } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import { showDeletedNotice } from './DeletedNotice.tsx'
import { useDeleteVersion } from './mutations.ts'
import { shortId } from './short-id.ts'

import classes from './DeleteVersionDialog.module.css'

const maxMessage = 140

/** Enough of its first line to recognise it. */
function shorten(message: string) {
  const [line = ''] = message.split('\n')
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line
}

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
  const { publicId, message, createdAt } = version
  const queryClient = useQueryClient()
  const { action, question, withMessage, withoutMessage } = texts.versions.deletion
  const id = <Code title={publicId}>{shortId(publicId)}</Code>
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      question={question(
        message ? withMessage(<b className={classes.message}>{shorten(message)}</b>, id) : withoutMessage(id),
        formatExact(createdAt),
      )}
      mutation={useDeleteVersion(account, storybook, publicId, () =>
        showDeletedNotice(account, publicId, queryClient),
      )}
      onClose={onClose}
    />
  )
}
