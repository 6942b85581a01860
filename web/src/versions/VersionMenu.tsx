import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconDots, IconFlag, IconFlagOff, IconPin, IconPinnedOff } from '@tabler/icons-react'

import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { useMarkVersion } from './mutations.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'

interface VersionMenuProps {
  account: string
  storybook: string
  version: Version
}

/** What protects a version from retention. */
export function VersionMenu({ account, storybook, version }: VersionMenuProps) {
  const { publicId, release, isPinned } = version
  const [isNaming, naming] = useDisclosure()
  const { mutate } = useMarkVersion(account, storybook, publicId)
  const mark = (marks: { release?: null; isPinned?: boolean }) =>
    mutate(marks, { onError: (error) => showError(texts.versions.markFailed, error) })
  const words = texts.versions.release
  return (
    <>
      <Menu position="bottom-end" width={220} transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={texts.versions.more(publicId)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={naming.open}>
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
            leftSection={
              isPinned ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />
            }
            onClick={() => mark({ isPinned: !isPinned })}
          >
            {isPinned ? texts.versions.unpin : texts.versions.pin}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ReleaseDialog
        account={account}
        storybook={storybook}
        version={version}
        opened={isNaming}
        onClose={naming.close}
      />
    </>
  )
}
