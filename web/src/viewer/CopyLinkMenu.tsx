import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'

import { useCopy } from '../shell/use-copy.ts'
import { texts } from '../texts/texts.ts'
import type { LinkChoice } from './link-choices.ts'

/** Copies one of several links and says which. */
export function CopyLinkMenu({ links }: { links: LinkChoice[] }) {
  const { copy, isCopied, outcome } = useCopy()
  const Icon = isCopied ? IconCheck : IconLink
  return (
    <Menu position="bottom-end" width={260} transitionProps={{ duration: 120 }}>
      <Tooltip label={outcome ?? texts.viewer.copyLink} {...(outcome !== undefined && { opened: true })}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={34}
            color={isCopied ? 'teal' : 'gray'}
            aria-label={texts.viewer.copyLink}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>{texts.viewer.links.title}</Menu.Label>
        {links.map(({ name, copied, path }) => (
          <Menu.Item key={path} onClick={() => copy(location.origin + path, copied)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
