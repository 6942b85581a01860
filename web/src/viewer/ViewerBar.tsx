import { Box, Group, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconArrowLeft, IconArrowsDiff, IconExternalLink, IconPuzzle, IconShare } from '@tabler/icons-react'
import { Link } from 'react-router'

import { compareAddress } from '../addresses.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { texts } from '../texts/texts.ts'
import { isUnsettled } from '../versions/queries.ts'
import { AgeNotice } from './AgeNotice.tsx'
import { CopyLinkMenu } from './CopyLinkMenu.tsx'
import { FoldedTools } from './FoldedTools.tsx'
import type { ViewerActions } from './FoldedTools.tsx'
import type { VersionAge } from './use-version-age.ts'
import { VersionPicker } from './VersionPicker.tsx'
import { ViewerHeader } from './ViewerHeader.tsx'

import classes from './ViewerBar.module.css'

interface ViewerBarProps extends ViewerActions {
  account: string
  storybook: string
  title: string | undefined
  folder?: string | null | undefined
  mainBranch?: string | null | undefined
  versions: Version[] | undefined
  /** The id of the newest version. */
  newest: string | undefined
  /** Whether loading has failed, so that placeholders are no longer shown. */
  hasFailed: boolean
  version: string | undefined
  /** The version itself; undefined until it is known. */
  shown: Version | undefined
  search: string
  age?: VersionAge | undefined
  onShowNewest: () => void
}

/** The viewer's header: what is shown, which version of it, and what can be done with it. */
export function ViewerBar(props: ViewerBarProps) {
  const { account, storybook, title, folder, versions, hasFailed, version, shown, search } = props
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const age = (
    <AgeNotice
      key={version}
      place={isNarrow ? 'build' : 'bar'}
      age={props.age}
      onShowNewest={props.onShowNewest}
    />
  )
  return (
    <>
      <ViewerHeader tools={<Tools {...props} />}>
        <Link to={`/account/${account}/storybooks`} className={classes.back} aria-label={texts.viewer.back}>
          <IconArrowLeft size={18} aria-hidden />
          <span className={classes.wide}>{texts.viewer.back}</span>
        </Link>
        <span className={classes.folder} aria-hidden={!folder}>
          {folder ? `/ ${folder} /` : '/'}
        </span>
        {title === undefined ? (
          <Skeleton h={16} w={120} />
        ) : (
          <h1 className={classes.title} title={title}>
            {title}
          </h1>
        )}
        <VersionPicker
          account={account}
          storybook={storybook}
          mainBranch={props.mainBranch ?? null}
          versions={versions}
          newest={props.newest}
          hasFailed={hasFailed}
          current={version}
          shown={shown}
          search={search}
        />
        {!isNarrow && age}
      </ViewerHeader>
      {isNarrow && age}
    </>
  )
}

function Tools(props: ViewerBarProps) {
  const { newTabAddress, onOpenInNewTab, onShare, onCompose, links } = props
  const comparison = comparisonOf(props)
  const isOpening = newTabAddress === undefined
  const cannotOpen = isOpening && props.hasFailed
  const hasTools = links.length > 0 || onCompose !== undefined || newTabAddress !== undefined
  return (
    <>
      {/* What comes late is first, so that nothing moves. */}
      <Group gap={0} wrap="nowrap" visibleFrom="sm">
        {comparison !== undefined && (
          <IconAction icon={IconArrowsDiff} label={texts.viewer.compare} to={comparison} />
        )}
        {links.length > 0 && <CopyLinkMenu links={links} />}
        {onShare && !cannotOpen && (
          <IconAction
            icon={IconShare}
            label={texts.shareLinks.share}
            isDisabled={isOpening}
            onClick={onShare}
          />
        )}
        {onCompose && (
          <IconAction icon={IconPuzzle} label={texts.compositions.dialog.action} onClick={onCompose} />
        )}
        {!cannotOpen && (
          <IconAction
            icon={IconExternalLink}
            label={texts.viewer.newTab}
            isDisabled={isOpening}
            {...(onOpenInNewTab ? { onClick: onOpenInNewTab } : !isOpening && { href: newTabAddress })}
          />
        )}
      </Group>
      {hasTools && (
        <Box hiddenFrom="sm">
          <FoldedTools {...props} comparison={comparison} />
        </Box>
      )}
    </>
  )
}

/** Compares the version with its baseline, or one that has none with the newest. */
function comparisonOf({ account, storybook, versions = [], version }: ViewerBarProps): string | undefined {
  const index = versions.findIndex(({ publicId }) => publicId === version)
  const [newest] = versions
  const shown = versions[index]
  if (!shown || !newest || versions.length < 2) return undefined
  const hasNothingBefore = !shown.baseline && !isUnsettled(shown) && shown !== newest
  const range = hasNothingBefore
    ? { from: shown.publicId, to: newest.publicId }
    : { from: shown.baseline?.version, to: shown.publicId }
  return compareAddress({ account, storybook, ...range })
}
