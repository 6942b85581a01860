import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { foldersOf } from './arrange-storybooks.ts'
import { useCreateStorybook } from './mutations.ts'
import { storybooksQuery } from './queries.ts'
import { StorybookForm } from './StorybookForm.tsx'

interface CreateStorybookDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateStorybookDialog({ opened, onClose }: CreateStorybookDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.storybooks.creation.title}>
      <CreateStorybookForm onClose={onClose} />
    </Dialog>
  )
}

function CreateStorybookForm({ onClose }: { onClose: () => void }) {
  const { publicId: account } = useAccount()
  const { data: storybooks = [] } = useQuery(storybooksQuery(account))
  return (
    <StorybookForm
      initial={{ title: '', description: '', folder: '', mainBranch: '' }}
      suggestions={{ folders: foldersOf(storybooks), branches: [] }}
      action={texts.storybooks.creation.action}
      errorTitle={texts.storybooks.creation.failed}
      mutation={useCreateStorybook(account)}
      onClose={onClose}
    />
  )
}
