import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowsDiff,
  IconCheck,
  IconDots,
  IconExternalLink,
  IconLink,
  IconPuzzle,
  IconShare,
} from '@tabler/icons-react'
import { Link } from 'react-router'

import { tooltip } from '../shell/tooltip.ts'
import { useCopy } from '../shell/use-copy.ts'
import { texts } from '../texts/texts.ts'
import type { LinkChoice } from './link-choices.ts'

import classes from './ViewerHeader.module.css'

const icon = { size: 18, 'aria-hidden': true } as const

const menuClasses = { item: classes.menuItem ?? '' }

/** What can be done with the version that is shown. */
export interface ViewerActions {
  /** Empty where there is no version to link to. */
  links: LinkChoice[]
  /** The address of the build itself, at the current story; undefined until there is a session. */
  newTabAddress: string | undefined
  /** Opens the new tab if it cannot share the frame's session. */
  onOpenInNewTab?: () => void
  /** For those who may create share links. */
  onShare?: () => void
  /** Where composition is possible. */
  onCompose?: () => void
}

interface FoldedToolsProps extends ViewerActions {
  comparison: string | undefined
}

/** The viewer's actions as a menu, for narrow windows. */
export function FoldedTools(props: FoldedToolsProps) {
  const { newTabAddress, onOpenInNewTab, onShare, onCompose, comparison, links } = props
  return (
    <Menu position="bottom-end" width={260} transitionProps={{ duration: 120 }} classNames={menuClasses}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={texts.viewer.more}
          {...tooltip(texts.viewer.more)}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map((link) => (
          <CopyLinkItem key={link.path} link={link} />
        ))}
        {onShare && newTabAddress !== undefined && (
          <Menu.Item leftSection={<IconShare {...icon} />} onClick={onShare}>
            {texts.shareLinks.share}
          </Menu.Item>
        )}
        {onCompose && (
          <Menu.Item leftSection={<IconPuzzle {...icon} />} onClick={onCompose}>
            {texts.compositions.dialog.action}
          </Menu.Item>
        )}
        {comparison !== undefined && (
          <Menu.Item component={Link} to={comparison} leftSection={<IconArrowsDiff {...icon} />}>
            {texts.viewer.compare}
          </Menu.Item>
        )}
        {newTabAddress !== undefined && (
          <Menu.Item
            {...(onOpenInNewTab
              ? { onClick: onOpenInNewTab }
              : { component: 'a', href: newTabAddress, target: '_blank', rel: 'noopener noreferrer' })}
            leftSection={<IconExternalLink {...icon} />}
          >
            {texts.viewer.newTab}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Stays open, because the item itself says what was copied. */
function CopyLinkItem({ link: { name, copied, path } }: { link: LinkChoice }) {
  const { copy, isCopied, outcome } = useCopy()
  const Icon = isCopied ? IconCheck : IconLink
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon {...icon} />}
      onClick={() => copy(location.origin + path, copied)}
    >
      {outcome ?? texts.viewer.links.copy(name)}
    </Menu.Item>
  )
}
