import { ActionIcon, Box, Group, Menu, Skeleton, Tooltip } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import {
  IconArrowLeft,
  IconArrowsDiff,
  IconCheck,
  IconDots,
  IconExternalLink,
  IconLink,
  IconMaximize,
  IconPuzzle,
  IconShare,
} from '@tabler/icons-react'
import { Link } from 'react-router'

import { compareAddress } from '../addresses.ts'
import { CopyAction } from '../shell/CopyAction.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { useCopy } from '../shell/use-copy.ts'
import { texts } from '../texts/texts.ts'
import { VersionPicker } from './VersionPicker.tsx'

import classes from './ViewerBar.module.css'

interface ViewerBarProps {
  account: string
  storybook: string
  title: string | undefined
  versions: Version[] | undefined
  /** The id of the newest version. */
  newest: string | undefined
  /** Whether loading has failed, so that placeholders are no longer shown. */
  hasFailed: boolean
  version: string | undefined
  search: string
  /** The address of the build itself, at the current story; undefined until there is a session. */
  newTabAddress: string | undefined
  /** Opens the new tab if it cannot share the frame's session. */
  onOpenInNewTab?: () => void
  /** For those who may create share links. */
  onShare?: () => void
  /** Where composition is possible. */
  onCompose?: () => void
  onFullScreen: () => void
}

/** The portal's own address: a link to the newest version keeps meaning the newest. */
const currentLink = () => location.href

export function ViewerBar(props: ViewerBarProps) {
  const { account, storybook, title, versions, newest, hasFailed, version, search } = props
  const { newTabAddress, onOpenInNewTab, onShare, onCompose, onFullScreen } = props
  const comparison = comparisonOf(props)
  return (
    <div className={classes.bar}>
      <div className={classes.place}>
        <Link to={`/account/${account}/storybooks`} className={classes.back} aria-label={texts.viewer.back}>
          <IconArrowLeft size={18} aria-hidden />
          <span className={classes.wide}>{texts.viewer.back}</span>
        </Link>
        <span className={classes.wide} aria-hidden>
          /
        </span>
        {title === undefined ? <Skeleton h={16} w={120} /> : <h1 className={classes.title}>{title}</h1>}
      </div>
      <div className={classes.tools}>
        <VersionPicker
          home={`/account/${account}/storybook/${storybook}`}
          versions={versions}
          newest={newest}
          hasFailed={hasFailed}
          current={version}
          search={search}
        />
        <Group gap={0} wrap="nowrap" visibleFrom="sm">
          {comparison !== undefined && (
            <IconAction icon={IconArrowsDiff} label={texts.viewer.compare} to={comparison} />
          )}
          <CopyAction value={currentLink} label={texts.viewer.copyLink} icon={IconLink} />
          {onShare && <IconAction icon={IconShare} label={texts.shareLinks.share} onClick={onShare} />}
          {onCompose && (
            <IconAction icon={IconPuzzle} label={texts.compositions.dialog.action} onClick={onCompose} />
          )}
          {newTabAddress !== undefined && (
            <>
              <IconAction
                icon={IconExternalLink}
                label={texts.viewer.newTab}
                {...(onOpenInNewTab ? { onClick: onOpenInNewTab } : { href: newTabAddress })}
              />
              {document.fullscreenEnabled && (
                <IconAction icon={IconMaximize} label={texts.viewer.fullScreen} onClick={onFullScreen} />
              )}
            </>
          )}
        </Group>
        <Box hiddenFrom="sm">
          <FoldedTools {...props} />
        </Box>
      </div>
    </div>
  )
}

/** Compares the version with the one before it, or the first one with the newest. */
function comparisonOf({ account, storybook, versions = [], version }: ViewerBarProps): string | undefined {
  const index = versions.findIndex(({ publicId }) => publicId === version)
  const [newest] = versions
  const shown = versions[index]
  if (!shown || !newest || versions.length < 2) return undefined
  const before = shown.changes?.since ?? versions[index + 1]?.publicId
  const range = before === undefined ? { from: shown, to: newest } : { from: { publicId: before }, to: shown }
  return compareAddress({ account, storybook, from: range.from.publicId, to: range.to.publicId })
}

/** The same actions as a menu, for narrow windows. */
function FoldedTools(props: ViewerBarProps) {
  const { newTabAddress, onOpenInNewTab, onShare, onCompose, onFullScreen } = props
  const comparison = comparisonOf(props)
  const { copy, isCopied, isRefused } = useCopy()
  const CopyIcon = isCopied ? IconCheck : IconLink
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 120 }}>
      <Tooltip label={texts.viewer.more}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={texts.viewer.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<CopyIcon size={18} aria-hidden />}
          onClick={() => copy(currentLink())}
        >
          {isCopied ? texts.shell.copied : isRefused ? texts.shell.copyRefused : texts.viewer.copyLink}
        </Menu.Item>
        {onShare && (
          <Menu.Item leftSection={<IconShare size={18} aria-hidden />} onClick={onShare}>
            {texts.shareLinks.share}
          </Menu.Item>
        )}
        {onCompose && (
          <Menu.Item leftSection={<IconPuzzle size={18} aria-hidden />} onClick={onCompose}>
            {texts.compositions.dialog.action}
          </Menu.Item>
        )}
        {comparison !== undefined && (
          <Menu.Item component={Link} to={comparison} leftSection={<IconArrowsDiff size={18} aria-hidden />}>
            {texts.viewer.compare}
          </Menu.Item>
        )}
        {newTabAddress !== undefined && (
          <Menu.Item
            {...(onOpenInNewTab
              ? { onClick: onOpenInNewTab }
              : { component: 'a', href: newTabAddress, target: '_blank', rel: 'noopener noreferrer' })}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {texts.viewer.newTab}
          </Menu.Item>
        )}
        {newTabAddress !== undefined && document.fullscreenEnabled && (
          <Menu.Item leftSection={<IconMaximize size={18} aria-hidden />} onClick={onFullScreen}>
            {texts.viewer.fullScreen}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
