import { Anchor, Badge, Checkbox, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { IconEye, IconPinned, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress, namedVersionAddress, viewerAddress } from '../addresses.ts'
import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { blockedBy } from '../shell/blocked-by.ts'
import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { isUnsettled } from './queries.ts'
import { shortId } from './short-id.ts'
import { VersionMenu } from './VersionMenu.tsx'
import { hasSource, VersionSource } from './VersionSource.tsx'

import classes from './VersionRow.module.css'

const DeleteVersionDialog = lazyDialog(
  async () => (await import('./DeleteVersionDialog.tsx')).DeleteVersionDialog,
)

interface VersionRowProps {
  account: string
  storybook: Storybook
  version: Version
  /** Whether all of them are of one branch, which is named elsewhere. */
  hidesBranch: boolean
  isSelected: boolean
  /** Whether it cannot be selected, because two others are. */
  isBlocked: boolean
  onSelect: (version: Version) => void
}

/** In stacked rows, what is not known is left out. */
const emptyIf = (isEmpty: boolean) => (isEmpty ? { className: classes.empty } : {})

/**
 * The whole row is the link to the version; what can be done with it lies above that. Memoised, because all others stay
 * when one is selected or changes.
 */
export const VersionRow = memo(function VersionRow(props: VersionRowProps) {
  const { account, storybook, version, hidesBranch, isSelected, isBlocked, onSelect } = props
  const { publicId, createdAt, createdBy, size, storyCount } = version
  const { columns } = texts.versions
  const place = { account, storybook: storybook.publicId }
  const address = viewerAddress({ ...place, version: publicId })
  const isNewest = publicId === storybook.latest?.versionPublicId
  return (
    <Table.Tr className={classes.row} {...(isSelected && { 'data-selected': true })}>
      <Cell label={columns.message} kind="text" className={classes.message}>
        <div className={classes.line}>
          <Checkbox
            size="xs"
            className={classes.select ?? ''}
            aria-label={texts.versions.selection.select(publicId)}
            checked={isSelected}
            onChange={() => onSelect(version)}
            {...blockedBy(isBlocked ? texts.versions.selection.full : undefined)}
          />
          <Message {...place} version={version} address={address} isNewest={isNewest} />
        </div>
      </Cell>
      <Cell label={columns.publicId} className={classes.id}>
        <Group gap={4} wrap="nowrap">
          <Code title={publicId}>{shortId(publicId)}</Code>
          <span className={`${classes.quiet} ${classes.copy}`}>
            <CopyAction value={publicId} label={texts.versions.copyId} />
          </span>
        </Group>
      </Cell>
      <Cell label={columns.createdAt} kind="date">
        {/* The message is the link for the keyboard. This one is above it for the sake of its tooltip. */}
        <Link to={address} tabIndex={-1} className={classes.time}>
          <RelativeTime date={createdAt} />
        </Link>
      </Cell>
      <Cell label={columns.createdBy} kind="extra" {...emptyIf(createdBy === null)}>
        <span className={classes.by} title={createdBy ?? undefined}>
          {createdBy ?? texts.shell.nothing}
        </span>
      </Cell>
      <Cell label={columns.source} kind="extra" {...emptyIf(!hasSource(version, hidesBranch))}>
        <VersionSource version={version} hidesBranch={hidesBranch} />
      </Cell>
      <Cell label={columns.stories} kind="number extra" {...emptyIf(storyCount === null)}>
        {storyCount === null ? texts.shell.nothing : formatNumber(storyCount)}
      </Cell>
      <Cell label={columns.changes} kind="number" {...emptyIf(version.changes === null)}>
        <Changes {...place} version={version} />
      </Cell>
      <Cell label={columns.size} kind="number extra">
        {formatBytes(size)}
      </Cell>
      <Cell kind="actions" className={classes.actions}>
        <VersionActions {...place} version={version} address={address} isOnly={storybook.versionCount <= 1} />
      </Cell>
    </Table.Tr>
  )
})

interface VersionProps {
  account: string
  storybook: string
  version: Version
}

interface MessageProps extends VersionProps {
  address: string
  isNewest: boolean
}

/** Preceded by what keeps the version: its release name and its pin. */
function Message({ account, storybook, version, address, isNewest }: MessageProps) {
  const { message, release, isPinned } = version
  return (
    <>
      {release !== null && (
        <Badge
          component={Link}
          to={namedVersionAddress({ account, storybook }, { by: 'release', name: release })}
          variant="filled"
          size="sm"
          tt="none"
          className={classes.release}
          title={texts.versions.release.badge(release)}
        >
          {release}
        </Badge>
      )}
      {isPinned && (
        <>
          <IconPinned size={16} className={classes.pin} aria-hidden />
          <VisuallyHidden>{texts.versions.pinned}</VisuallyHidden>
        </>
      )}
      <Link
        to={address}
        className={classes.link}
        title={message ?? undefined}
        {...(!message && { 'data-empty': true })}
      >
        {message || texts.versions.noMessage}
      </Link>
      {isNewest && (
        <Badge variant="light" size="sm" tt="none" className={classes.newest}>
          {texts.versions.newest}
        </Badge>
      )}
    </>
  )
}

/** What changed since the baseline, linked to the comparison. The baseline is named only if it is on another branch. */
function Changes({ account, storybook, version }: VersionProps) {
  const { publicId: to, contents, changes, baseline } = version
  if (isUnsettled(version)) {
    return (
      <Text size="sm" c="dimmed" span>
        {contents === 'reading' ? texts.contents.reading : texts.contents.comparing}
      </Text>
    )
  }
  if (!changes) {
    const why = baseline ? texts.versions.unreadable : texts.versions.nothingBefore
    return <span title={why}>{texts.shell.nothing}</span>
  }
  const since = baseline && texts.versions.since[baseline.reason](baseline.branch)
  return (
    <Anchor
      component={Link}
      to={compareAddress({ account, storybook, from: changes.since, to })}
      size="sm"
      underline="hover"
      c="inherit"
      className={classes.changes}
      title={since ?? undefined}
    >
      <ChangeNumbers counts={changes} />
      {baseline && baseline.reason !== 'previous-of-branch' && <span className={classes.since}>{since}</span>}
    </Anchor>
  )
}

interface VersionActionsProps extends VersionProps {
  address: string
  /** The last version cannot be deleted. */
  isOnly: boolean
}

function VersionActions({ account, storybook, version, address, isOnly }: VersionActionsProps) {
  const { publicId } = version
  const { role } = useAccount()
  const [isDeleting, deletion] = useDisclosure()
  const words = texts.versions.deletion
  const place = { account, storybook }
  return (
    <>
      <Group gap={0} wrap="nowrap" justify="flex-end" className={classes.quiet}>
        <IconAction
          icon={IconEye}
          label={texts.versions.viewOne(publicId)}
          tooltip={texts.versions.view}
          to={address}
        />
        <VersionMenu {...place} version={version} />
        {can(role, 'deleteVersions') && (
          <IconAction
            icon={IconTrash}
            color="red"
            label={words.one(publicId)}
            tooltip={isOnly ? words.onlyOne : words.tooltip}
            isDisabled={isOnly}
            onClick={deletion.open}
            {...DeleteVersionDialog.preloadProps}
          />
        )}
      </Group>
      <DeleteVersionDialog {...place} version={version} opened={isDeleting} onClose={deletion.close} />
    </>
  )
}
