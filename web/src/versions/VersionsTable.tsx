import { Anchor, Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Version } from '@plinth/contract/versions.ts'
import { IconEye, IconTrash } from '@tabler/icons-react'

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
          isNewest={index === 0}
          isOnly={versions.length === 1}
        />
      ))}
    </DataTable>
  )
}

function Head() {
  const { publicId, createdAt, message, createdBy, source, stories, size } = texts.versions.columns
  return (
    <>
      <HeadCell>{publicId}</HeadCell>
      <HeadCell>{createdAt}</HeadCell>
      <HeadCell>{message}</HeadCell>
      <HeadCell kind="extra">{createdBy}</HeadCell>
      <HeadCell kind="extra">{source}</HeadCell>
      <HeadCell kind="number">{stories}</HeadCell>
      <HeadCell kind="number">{size}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
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
  const { columns, deletion: words } = texts.versions
  const [isDeleting, deletion] = useDisclosure()
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
      <Cell label={columns.stories} kind="number">
        {storyCount === null ? texts.shell.nothing : formatNumber(storyCount)}
      </Cell>
      <Cell label={columns.size} kind="number">
        {formatBytes(size)}
      </Cell>
      <Cell kind="actions">
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <IconAction
            icon={IconEye}
            label={texts.versions.viewOne(publicId)}
            tooltip={texts.versions.view}
            to={`/account/${account}/storybook/${storybook}/version/${publicId}`}
          />
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
