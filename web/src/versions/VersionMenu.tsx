import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { IconDots, IconFlag, IconFlagOff, IconPin, IconPinnedOff, IconShare } from '@tabler/icons-react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useMarkVersion } from './mutations.ts'

const ReleaseDialog = lazyDialog(async () => (await import('./ReleaseDialog.tsx')).ReleaseDialog)
const ShareDialog = lazyDialog(async () => (await import('../share-links/ShareDialog.tsx')).ShareDialog)

interface VersionMenuProps {
  account: string
  storybook: string
  version: Version
}

/** What can be done with a version beside viewing and deleting it; nothing for those who may only look. */
export function VersionMenu({ account, storybook, version }: VersionMenuProps) {
  const { publicId, branch } = version
  const { role } = useAccount()
  const [isNaming, naming] = useDisclosure()
  const [isSharing, sharing] = useDisclosure()
  const place = { account, storybook }
  const mayMark = can(role, 'markVersions')
  const mayShare = can(role, 'shareVersions')
  if (!mayMark && !mayShare) return null
  return (
    <>
      <Menu position="bottom-end" width={220} transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={texts.versions.more(publicId)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayShare && (
            <Menu.Item leftSection={<IconShare size={18} aria-hidden />} onClick={sharing.open}>
              {texts.shareLinks.share}
            </Menu.Item>
          )}
          {mayMark && <MarkItems {...place} version={version} onName={naming.open} />}
        </Menu.Dropdown>
      </Menu>
      <ReleaseDialog {...place} version={version} opened={isNaming} onClose={naming.close} />
      <ShareDialog {...place} version={publicId} branch={branch} opened={isSharing} onClose={sharing.close} />
    </>
  )
}

interface MarkItemsProps extends VersionMenuProps {
  onName: () => void
}

/** What protects a version from retention. */
function MarkItems({ account, storybook, version, onName }: MarkItemsProps) {
  const { publicId, release, isPinned } = version
  const { mutate } = useMarkVersion(account, storybook, publicId)
  const mark = (marks: { release?: null; isPinned?: boolean }) =>
    mutate(marks, { onError: (error) => showError(texts.versions.markFailed, error) })
  const words = texts.versions.release
  return (
    <>
      <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={onName}>
        {release === null ? words.name : words.rename}
      </Menu.Item>
      {release !== null && (
        <Menu.Item
          leftSection={<IconFlagOff size={18} aria-hidden />}
          onClick={() => mark({ release: null })}
        >
          {words.remove}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={isPinned ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />}
        onClick={() => mark({ isPinned: !isPinned })}
      >
        {isPinned ? texts.versions.unpin : texts.versions.pin}
      </Menu.Item>
    </>
  )
}
