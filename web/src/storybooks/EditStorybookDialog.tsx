import { Alert, Button, Group, LoadingOverlay, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconAlertCircle, IconTrash } from '@tabler/icons-react'
import type { SubmitEvent } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { explain } from '../explain.ts'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { useDeleteStorybook, useUpdateStorybook } from './mutations.ts'
import { useStorybookForm } from './storybook-form.ts'
import { StorybookFields } from './StorybookFields.tsx'

import classes from './EditStorybookDialog.module.css'

interface EditStorybookDialogProps {
  storybook: Storybook
  opened: boolean
  onClose: () => void
}

export function EditStorybookDialog({ storybook, opened, onClose }: EditStorybookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Storybook">
      <EditStorybookForm storybook={storybook} onClose={onClose} />
    </Dialog>
  )
}

function EditStorybookForm({ storybook, onClose }: Omit<EditStorybookDialogProps, 'opened'>) {
  const { publicId: account } = useAccount()
  const form = useStorybookForm({ title: storybook.title, description: storybook.description ?? '' })
  const { mutate, isPending, error } = useUpdateStorybook(account, storybook.publicId)
  const [isDeleting, deletion] = useDisclosure()
  useDialogHold(isPending ? 'busy' : form.isChanged || isDeleting ? 'unsaved' : 'free')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const draft = form.draft()
    if (draft) mutate(draft, { onSuccess: onClose, onError: form.showRefusal })
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
        <Stack>
          <StorybookFields
            values={form.values}
            titleError={form.titleError}
            isDisabled={isPending}
            onChange={form.change}
          />
          {error && (
            <Alert color="red" variant="light" title="Nothing was changed" icon={<IconAlertCircle />}>
              {explain(error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" disabled={isPending}>
              Save Changes
            </Button>
          </Group>
        </Stack>
      </form>
      <div className={classes.danger}>
        <Text size="sm" c="dimmed">
          Deleting removes all versions for everybody.
        </Text>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={deletion.open}
          disabled={isPending}
        >
          Delete Storybook
        </Button>
      </div>
      <DeleteStorybook storybook={storybook} opened={isDeleting} onClose={deletion.close} />
    </>
  )
}

function DeleteStorybook({ storybook, opened, onClose }: EditStorybookDialogProps) {
  const { publicId: account } = useAccount()
  const { mutate, isPending, error, reset } = useDeleteStorybook(account, storybook.publicId)
  return (
    <ConfirmDialog
      opened={opened}
      action="Delete Storybook"
      question={
        <>
          Are you sure you want to delete <b className={classes.title}>{storybook.title}</b>? This action
          cannot be undone.
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
