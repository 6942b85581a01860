import { Alert, Button, Group, LoadingOverlay, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { SubmitEvent } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { explain } from '../explain.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { useCreateStorybook } from './mutations.ts'
import { useStorybookForm } from './storybook-form.ts'
import { StorybookFields } from './StorybookFields.tsx'

interface CreateStorybookDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateStorybookDialog({ opened, onClose }: CreateStorybookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Create Storybook">
      <CreateStorybookForm onClose={onClose} />
    </Dialog>
  )
}

function CreateStorybookForm({ onClose }: { onClose: () => void }) {
  const { publicId: account } = useAccount()
  const form = useStorybookForm({ title: '', description: '' })
  const { mutate, isPending, error } = useCreateStorybook(account)
  useDialogHold(isPending ? 'busy' : form.isChanged ? 'unsaved' : 'free')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const draft = form.draft()
    if (draft) mutate(draft, { onSuccess: onClose, onError: form.showRefusal })
  }
  return (
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
          <Alert color="red" variant="light" title="Failed to create storybook" icon={<IconAlertCircle />}>
            {explain(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Create Storybook
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
