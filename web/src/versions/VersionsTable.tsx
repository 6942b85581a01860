import { Anchor, Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconArrowsDiff, IconEye, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'

import { compareAddress, viewerAddress } from '../addresses.ts'
import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { DeleteVersionDialog } from './DeleteVersionDialog.tsx'
import { describeSource } from './describe-source.ts'

import classes from './VersionsTable.module.css'

interface VersionsTableProps {
  account: string
  storybook: string
  /** Newest first. */
  versions: Version[]
}

export function VersionsTable({ account, storybook, versions }: VersionsTableProps) {
  return (
    <DataTable label={texts.versions.title} head={<Head />}>
      {versions.map((version, index) => (
        <VersionRow
          key={version.publicId}
          account={account}
          storybook={storybook}
          version={version}
          older={versions[index + 1]}
          newest={versions[0]}
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

interface VersionRowProps {
  account: string
  storybook: string
  version: Version
  /** The next older version, if there is one in the table. */
  older: Version | undefined
  newest: Version | undefined
}

function VersionRow({ account, storybook, version, older, newest }: VersionRowProps) {
  const { publicId, createdAt, message, createdBy, size, storyCount } = version
  const { columns, deletion: words } = texts.versions
  const [isDeleting, deletion] = useDisclosure()
  const isNewest = version === newest
  const isOnly = isNewest && !older
  return (
    <Table.Tr>
      <Cell label={columns.publicId}>
        <Group gap={4} wrap="nowrap">
          <Code className={classes.id}>{publicId}</Code>
          <CopyAction value={publicId} label={texts.versions.copyId} />
        </Group>
      </Cell>
      <Cell label={columns.createdAt} kind="date">
        <span>
          <RelativeTime date={createdAt} />
          {isNewest && (
            <Badge variant="light" size="sm" tt="none" ml="xs" miw="max-content">
              {texts.versions.newest}
            </Badge>
          )}
        </span>
      </Cell>
      <Cell label={columns.message} kind="text">
        {message ? (
          <Text size="sm" lineClamp={3}>
            {message}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.versions.noMessage}
          </Text>
        )}
      </Cell>
      <Cell label={columns.createdBy} kind="extra">
        {createdBy ?? texts.shell.nothing}
      </Cell>
      <Cell label={columns.source} kind="extra">
        <Source version={version} />
      </Cell>
      <Cell label={columns.stories} kind="number extra">
        {storyCount === null ? texts.shell.nothing : formatNumber(storyCount)}
      </Cell>
      <Cell label={columns.changes} kind="number">
        <Changes account={account} storybook={storybook} version={version} />
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
            to={viewerAddress({ account, storybook, version: publicId })}
          />
          {!isOnly && newest && (
            <IconAction
              icon={IconArrowsDiff}
              label={texts.versions.compareOne(publicId)}
              tooltip={texts.versions.compare}
              to={
                isNewest
                  ? compareAddress({ account, storybook, from: older?.publicId, to: publicId })
                  : compareAddress({ account, storybook, from: publicId, to: newest.publicId })
              }
            />
          )}
          <IconAction
            icon={IconTrash}
            color="red"
            label={words.one(publicId)}
            tooltip={isOnly ? words.onlyOne : words.tooltip}
            isDisabled={isOnly}
            onClick={deletion.open}
          />
        </Group>
        <DeleteVersionDialog
          account={account}
          storybook={storybook}
          version={version}
          opened={isDeleting}
          onClose={deletion.close}
        />
      </Cell>
    </Table.Tr>
  )
}

interface ChangesProps {
  account: string
  storybook: string
  version: Version
}

/** What changed since the version before it, with a link to the details. */
function Changes({ account, storybook, version: { publicId: to, contents, changes } }: ChangesProps) {
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

function Source({ version }: { version: Version }) {
  const source = describeSource(version)
  const { buildUrl } = version
  const text = <span className={classes.source}>{source ?? texts.versions.build}</span>
  if (!buildUrl) return source ? text : texts.shell.nothing
  // The contract allows only http and https, but the page must not rely on that alone.
  if (!/^https?:\/\//i.test(buildUrl)) return text
  return (
    <Anchor href={buildUrl} target="_blank" rel="noopener noreferrer" size="sm">
      {text}
    </Anchor>
  )
}
