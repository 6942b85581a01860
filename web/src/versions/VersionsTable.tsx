import { Anchor, Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconEye, IconTrash } from '@tabler/icons-react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes, formatNumber } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { DeleteVersionDialog } from './DeleteVersionDialog.tsx'
import { describeSource } from './source.ts'

import classes from './VersionsTable.module.css'

interface VersionsTableProps {
  account: string
  storybook: string
  /** Newest first. */
  versions: Version[]
}

export function VersionsTable({ account, storybook, versions }: VersionsTableProps) {
  return (
    <DataTable label="Versions" head={head}>
      {versions.map((version, index) => (
        <VersionRow
          key={version.publicId}
          account={account}
          storybook={storybook}
          version={version}
          isNewest={index === 0}
          isOnly={versions.length === 1}
        />
      ))}
    </DataTable>
  )
}

const head = (
  <>
    <HeadCell>Public ID</HeadCell>
    <HeadCell>Created At</HeadCell>
    <HeadCell>Message</HeadCell>
    <HeadCell kind="extra">Published by</HeadCell>
    <HeadCell kind="extra">Source</HeadCell>
    <HeadCell kind="number">Stories</HeadCell>
    <HeadCell kind="number">Size</HeadCell>
    <HeadCell kind="actions">Actions</HeadCell>
  </>
)

interface VersionRowProps {
  account: string
  storybook: string
  version: Version
  isNewest: boolean
  isOnly: boolean
}

function VersionRow({ account, storybook, version, isNewest, isOnly }: VersionRowProps) {
  const { publicId, createdAt, message, createdBy, size, storyCount } = version
  const [isDeleting, deletion] = useDisclosure()
  return (
    <Table.Tr>
      <Cell label="Public ID">
        <Group gap={4} wrap="nowrap">
          <Code className={classes.id}>{publicId}</Code>
          <CopyAction value={publicId} label="Copy the public ID" />
        </Group>
      </Cell>
      <Cell label="Created At" kind="date">
        <span>
          <RelativeTime date={createdAt} />
          {isNewest && (
            <Badge variant="light" size="sm" tt="none" ml="xs" miw="max-content">
              Newest
            </Badge>
          )}
        </span>
      </Cell>
      <Cell label="Message" kind="text">
        {message ? (
          <Text size="sm" lineClamp={3}>
            {message}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            No message
          </Text>
        )}
      </Cell>
      <Cell label="Published by" kind="extra">
        {createdBy ?? '–'}
      </Cell>
      <Cell label="Source" kind="extra">
        <Source version={version} />
      </Cell>
      <Cell label="Stories" kind="number">
        {storyCount === null ? '–' : formatNumber(storyCount)}
      </Cell>
      <Cell label="Size" kind="number">
        {formatBytes(size)}
      </Cell>
      <Cell kind="actions">
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <IconAction
            icon={IconEye}
            label={`View version ${publicId}`}
            tooltip="View version"
            to={`/account/${account}/storybook/${storybook}/version/${publicId}`}
          />
          <IconAction
            icon={IconTrash}
            color="red"
            label={`Delete version ${publicId}`}
            tooltip={
              isOnly ? 'The only version stays. Delete the storybook itself instead.' : 'Delete version'
            }
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

function Source({ version }: { version: Version }) {
  const source = describeSource(version)
  const { buildUrl } = version
  const text = <span className={classes.source}>{source ?? 'Build'}</span>
  if (!buildUrl) return source ? text : '–'
  // The contract takes only http and https here; a page must not rely on that alone.
  if (!/^https?:\/\//i.test(buildUrl)) return text
  return (
    <Anchor href={buildUrl} target="_blank" rel="noopener noreferrer" size="sm">
      {text}
    </Anchor>
  )
}
