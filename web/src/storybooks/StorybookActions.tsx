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
export function useStorybookActions({ publicId, versionCount }: ListedStorybook) {
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

interface StorybookActionsProps {
  storybook: ListedStorybook
  actions: ReturnType<typeof useStorybookActions>
}

/** As icons: its versions, uploading and editing. */
export function StorybookActions({ storybook: { title }, actions }: StorybookActionsProps) {
  return (
    <>
      {actions.hasVersions && (
        <IconAction
          icon={IconHistory}
          label={texts.storybooks.viewVersionsOf(title)}
          tooltip={texts.storybooks.viewVersions}
          to={`${actions.home}/versions`}
        />
      )}
      {actions.canPublish && (
        <IconAction
          icon={IconUpload}
          label={texts.storybooks.uploadTo(title)}
          tooltip={texts.storybooks.upload}
          onClick={actions.upload.open}
          {...UploadDialog.preloadProps}
        />
      )}
      {actions.canEdit && (
        <IconAction
          icon={IconEdit}
          label={texts.storybooks.editOne(title)}
          tooltip={texts.storybooks.edit}
          onClick={actions.edit.open}
          {...EditStorybookDialog.preloadProps}
        />
      )}
    </>
  )
}

export function StorybookDialogs({ storybook, actions }: StorybookActionsProps) {
  return (
    <>
      <UploadDialog storybook={storybook} opened={actions.isUploading} onClose={actions.upload.close} />
      <EditStorybookDialog storybook={storybook} opened={actions.isEditing} onClose={actions.edit.close} />
    </>
  )
}
