import { useDisclosure } from '@mantine/hooks'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { texts } from '../texts/texts.ts'
import { UploadDialog } from '../versions/UploadDialog.tsx'
import { foldersOf } from './arrange-storybooks.ts'
import { useCreateStorybook } from './mutations.ts'
import { storybooksQuery } from './queries.ts'
import { StorybookForm } from './StorybookForm.tsx'

interface CreateStorybookDialogProps {
  opened: boolean
  onClose: () => void
}

/** Leads on to uploading the first version of what was created. */
export function CreateStorybookDialog({ opened, onClose }: CreateStorybookDialogProps) {
  const [created, setCreated] = useState<Storybook>()
  const [isUploading, upload] = useDisclosure()

  function leadOn(storybook: Storybook) {
    onClose()
    setCreated(storybook)
    upload.open()
  }
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={texts.storybookForms.creation.title}>
        <CreateStorybookForm onCreated={leadOn} onClose={onClose} />
      </Dialog>
      {created && <UploadDialog storybook={created} opened={isUploading} onClose={upload.close} isNew />}
    </>
  )
}

interface CreateStorybookFormProps {
  onCreated: (storybook: Storybook) => void
  onClose: () => void
}

function CreateStorybookForm({ onCreated, onClose }: CreateStorybookFormProps) {
  const { publicId: account } = useAccount()
  const { data: storybooks = [] } = useQuery(storybooksQuery(account))
  return (
    <StorybookForm
      initial={{ title: '', description: '', folder: '', mainBranch: '', requiresReview: false }}
      suggestions={{ folders: foldersOf(storybooks), branches: [] }}
      words={texts.storybookForms.creation}
      mutation={useCreateStorybook(account)}
      onSaved={onCreated}
      onClose={onClose}
    />
  )
}
