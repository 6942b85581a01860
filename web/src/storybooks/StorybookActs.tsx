import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconEdit, IconHistory, IconUpload } from '@tabler/icons-react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { texts } from '../texts/texts.ts'

export const UploadDialog = lazyDialog(
  async () => (await import('../versions/UploadDialog.tsx')).UploadDialog,
)
export const EditStorybookDialog = lazyDialog(
  async () => (await import('./EditStorybookDialog.tsx')).EditStorybookDialog,
)

/** The dialogs of a storybook, and what this person may do with it. */
export function useStorybookActs({ publicId, versionCount }: ListedStorybook) {
  const { publicId: account, role } = useAccount()
  const [isUploading, upload] = useDisclosure()
  const [isEditing, edit] = useDisclosure()
  return {
    account,
    home: `/account/${account}/storybook/${publicId}`,
    hasVersions: versionCount > 0,
    canPublish: can(role, 'publish'),
    canEdit: can(role, 'editStorybooks'),
    isUploading,
    upload,
    isEditing,
    edit,
  }
}

interface StorybookActsProps {
  storybook: ListedStorybook
  acts: ReturnType<typeof useStorybookActs>
}

/** As icons: its versions, uploading and editing. */
export function StorybookActs({ storybook: { title }, acts }: StorybookActsProps) {
  return (
    <>
      {acts.hasVersions && (
        <IconAction
          icon={IconHistory}
          label={texts.storybooks.viewVersionsOf(title)}
          tooltip={texts.storybooks.viewVersions}
          to={`${acts.home}/versions`}
        />
      )}
      {acts.canPublish && (
        <IconAction
          icon={IconUpload}
          label={texts.storybooks.uploadTo(title)}
          tooltip={texts.storybooks.upload}
          onClick={acts.upload.open}
          {...UploadDialog.preloadProps}
        />
      )}
      {acts.canEdit && (
        <IconAction
          icon={IconEdit}
          label={texts.storybooks.editOne(title)}
          tooltip={texts.storybooks.edit}
          onClick={acts.edit.open}
          {...EditStorybookDialog.preloadProps}
        />
      )}
    </>
  )
}

export function StorybookDialogs({ storybook, acts }: StorybookActsProps) {
  return (
    <>
      <UploadDialog storybook={storybook} opened={acts.isUploading} onClose={acts.upload.close} />
      <EditStorybookDialog storybook={storybook} opened={acts.isEditing} onClose={acts.edit.close} />
    </>
  )
}
