import { Anchor, Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconEye, IconTrash } from '@tabler/icons-react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { formatBytes, formatNumber } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { headerHeight } from '../theme.ts'
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
    <Table
      stickyHeader
      stickyHeaderOffset={headerHeight}
      verticalSpacing="xs"
      className={classes.table}
      aria-label="Versions"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Public ID</Table.Th>
          <Table.Th>Created At</Table.Th>
          <Table.Th>Message</Table.Th>
          <Table.Th className={classes.extra}>Published by</Table.Th>
          <Table.Th className={classes.extra}>Source</Table.Th>
          <Table.Th className={classes.number}>Stories</Table.Th>
          <Table.Th className={classes.number}>Size</Table.Th>
          <Table.Th className={classes.number}>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
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
      </Table.Tbody>
    </Table>
  )
}

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
      <Table.Td data-label="Public ID">
        <Group gap={4} wrap="nowrap">
          <Code className={classes.id}>{publicId}</Code>
          <CopyAction value={publicId} label="Copy the public ID" />
        </Group>
      </Table.Td>
      <Table.Td data-label="Created At" className={classes.date}>
        <span>
          <RelativeTime date={createdAt} />
          {isNewest && (
            <Badge variant="light" size="sm" tt="none" ml="xs" miw="max-content">
              Newest
            </Badge>
          )}
        </span>
      </Table.Td>
      <Table.Td data-label="Message" className={classes.message}>
        {message ? (
          <Text size="sm" lineClamp={3}>
            {message}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            No message
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Published by" className={classes.extra}>
        {createdBy ?? '–'}
      </Table.Td>
      <Table.Td data-label="Source" className={classes.extra}>
        <Source version={version} />
      </Table.Td>
      <Table.Td data-label="Stories" className={classes.number}>
        {storyCount === null ? '–' : formatNumber(storyCount)}
      </Table.Td>
      <Table.Td data-label="Size" className={classes.number}>
        {formatBytes(size)}
      </Table.Td>
      <Table.Td className={classes.actions}>
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
      </Table.Td>
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
