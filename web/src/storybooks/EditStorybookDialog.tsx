import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { foldersOf } from './arrange-storybooks.ts'
import { branchNamesQuery } from './branch-names.ts'
import { IconField } from './IconField.tsx'
import { useDeleteStorybook, useUpdateStorybook } from './mutations.ts'
import { storybooksQuery } from './queries.ts'
import { StorybookForm } from './StorybookForm.tsx'

import classes from './EditStorybookDialog.module.css'

interface EditStorybookDialogProps {
  storybook: Storybook
  opened: boolean
  onClose: () => void
}

export function EditStorybookDialog({ storybook, opened, onClose }: EditStorybookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.storybookForms.editing.title}>
      <EditStorybook storybook={storybook} onClose={onClose} />
    </Dialog>
  )
}

function EditStorybook({ storybook, onClose }: Omit<EditStorybookDialogProps, 'opened'>) {
  const { publicId: account } = useAccount()
  const { data: storybooks = [] } = useQuery(storybooksQuery(account))
  const { data: branches = [] } = useQuery(branchNamesQuery(account, storybook.publicId))
  const update = useUpdateStorybook(account, storybook.publicId)
  const [isDeleting, deletion] = useDisclosure()
  return (
    <>
      <IconField storybook={storybook} />
      <StorybookForm
        initial={{
          title: storybook.title,
          description: storybook.description ?? '',
          folder: storybook.folder ?? '',
          mainBranch: storybook.mainBranch ?? '',
          requiresReview: storybook.requiresReview,
        }}
        suggestions={{ folders: foldersOf(storybooks), branches }}
        words={texts.storybookForms.editing}
        mutation={update}
        onSaved={onClose}
        onClose={onClose}
      />
      <div className={classes.danger}>
        <Text size="sm" c="dimmed">
          {texts.storybookForms.deletion.warning}
        </Text>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={deletion.open}
          disabled={update.isPending}
        >
          {texts.storybookForms.deletion.action}
        </Button>
      </div>
      <DeleteStorybook storybook={storybook} opened={isDeleting} onClose={deletion.close} />
    </>
  )
}

function DeleteStorybook({ storybook, opened, onClose }: EditStorybookDialogProps) {
  const { publicId: account } = useAccount()
  const { publicId, title } = storybook
  const { action, question, done } = texts.storybookForms.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      question={question(<b className={classes.title}>{title}</b>)}
      mutation={useDeleteStorybook(account, publicId, () => showSuccess(done(title)))}
      onClose={onClose}
    />
  )
}
