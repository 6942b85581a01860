import { Anchor, Badge, Checkbox, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { IconEye, IconPinned, IconTrash } from '@tabler/icons-react'
import { memo, useDeferredValue } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress, namedVersionAddress, viewerAddress } from '../addresses.ts'
import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import type { Selection } from './use-selection.ts'
import { VersionMenu } from './VersionMenu.tsx'
import { VersionSource } from './VersionSource.tsx'

import classes from './VersionsTable.module.css'

const DeleteVersionDialog = lazyDialog(
  async () => (await import('./DeleteVersionDialog.tsx')).DeleteVersionDialog,
)

/** Enough for a first screen. The others are rendered behind it. */
export const firstRows = 12

interface VersionsTableProps {
  account: string
  storybook: Storybook
  /** Newest first. */
  versions: Version[]
  selection: Selection
  label: string
  /** Whether all of them are of one branch, which is named elsewhere. */
  hidesBranch: boolean
}

export function VersionsTable({ versions, label, selection, ...rest }: VersionsTableProps) {
  const limit = useDeferredValue(Infinity, firstRows)
  return (
    <DataTable label={label} head={<Head />}>
      {versions.slice(0, limit).map((version) => (
        <VersionRow
          key={version.publicId}
          version={version}
          isSelected={selection.has(version.publicId)}
          onSelect={selection.toggle}
          {...rest}
        />
      ))}
    </DataTable>
  )
}

function Head() {
  const { publicId, createdAt, message, createdBy, source, stories, changes, size } = texts.versions.columns
  return (
    <>
      <HeadCell>{publicId}</HeadCell>
      <HeadCell>{createdAt}</HeadCell>
      <HeadCell>{message}</HeadCell>
      <HeadCell kind="extra">{createdBy}</HeadCell>
      <HeadCell kind="extra">{source}</HeadCell>
      <HeadCell kind="number extra">{stories}</HeadCell>
      <HeadCell kind="number">{changes}</HeadCell>
      <HeadCell kind="number extra">{size}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

interface VersionRowProps extends Pick<VersionsTableProps, 'account' | 'storybook' | 'hidesBranch'> {
  version: Version
  isSelected: boolean
  onSelect: (version: Version) => void
}

/** Memoised, because all others stay when one is selected or changes. */
const VersionRow = memo(function VersionRow(props: VersionRowProps) {
  const { account, storybook, version, isSelected, onSelect, hidesBranch } = props
  const { publicId, createdAt, createdBy, size, storyCount } = version
  const { columns, deletion: words } = texts.versions
  const { role } = useAccount()
  const [isDeleting, deletion] = useDisclosure()
  const isOnly = storybook.versionCount <= 1
  const place = { account, storybook: storybook.publicId }
  return (
    <Table.Tr>
      <Cell label={columns.publicId}>
        <Group gap={4} wrap="nowrap">
          <Checkbox
            size="xs"
            mr={4}
            aria-label={texts.versions.selection.select(publicId)}
            checked={isSelected}
            onChange={() => onSelect(version)}
          />
          <Code className={classes.id}>{publicId}</Code>
          <CopyAction value={publicId} label={texts.versions.copyId} />
        </Group>
      </Cell>
      <Cell label={columns.createdAt} kind="date">
        <span>
          <RelativeTime date={createdAt} />
          {publicId === storybook.latest?.versionPublicId && (
            <Badge variant="light" size="sm" tt="none" ml="xs" miw="max-content">
              {texts.versions.newest}
            </Badge>
          )}
        </span>
      </Cell>
      <Cell label={columns.message} kind="text">
        <Message {...place} version={version} />
      </Cell>
      <Cell label={columns.createdBy} kind="extra">
        {createdBy ?? texts.shell.nothing}
      </Cell>
      <Cell label={columns.source} kind="extra">
        <VersionSource version={version} hidesBranch={hidesBranch} />
      </Cell>
      <Cell label={columns.stories} kind="number extra">
        {storyCount === null ? texts.shell.nothing : formatNumber(storyCount)}
      </Cell>
      <Cell label={columns.changes} kind="number">
        <Changes {...place} version={version} />
      </Cell>
      <Cell label={columns.size} kind="number extra">
        {formatBytes(size)}
      </Cell>
      <Cell kind="actions">
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <IconAction
            icon={IconEye}
            label={texts.versions.viewOne(publicId)}
            tooltip={texts.versions.view}
            to={viewerAddress({ ...place, version: publicId })}
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
      </Cell>
    </Table.Tr>
  )
})

interface VersionProps {
  account: string
  storybook: string
  version: Version
}

/** Preceded by what keeps it: its release name and its pin. */
function Message({ account, storybook, version: { message, release, isPinned } }: VersionProps) {
  return (
    <Text size="sm" lineClamp={3} {...(message ? {} : { c: 'dimmed' })}>
      {release !== null && (
        <Badge
          component={Link}
          to={namedVersionAddress({ account, storybook }, { by: 'release', name: release })}
          variant="filled"
          size="sm"
          tt="none"
          mr={6}
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
      {message || texts.versions.noMessage}
    </Text>
  )
}

/** What changed since the version before it, with a link to the details. */
function Changes({ account, storybook, version: { publicId: to, contents, changes } }: VersionProps) {
  if (contents === 'reading') {
    return (
      <Text size="sm" c="dimmed" className={classes.reading}>
        {texts.contents.reading}
      </Text>
    )
  }
  if (!changes) return texts.shell.nothing
  return (
    <Anchor
      component={Link}
      to={compareAddress({ account, storybook, from: changes.since, to })}
      size="sm"
      underline="hover"
      c="inherit"
    >
      <ChangeNumbers counts={changes} />
    </Anchor>
  )
}
