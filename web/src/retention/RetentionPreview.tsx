import { Alert, Box, Code, Stack, Table, Text, Title } from '@mantine/core'
import type { RetentionPreview as Preview } from '@plinth/contract/retention.ts'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { shortId } from '../versions/short-id.ts'

import classes from './RetentionPreview.module.css'

/** What rules that are not saved yet would remove. */
export function RetentionPreview({ preview }: { preview: Preview }) {
  const words = texts.retention.preview
  if (preview.versions === 0) {
    return (
      <Alert color="green" variant="light" icon={<IconCheck />}>
        {words.nothing}
      </Alert>
    )
  }
  return (
    <Stack>
      <Alert color="orange" variant="light" icon={<IconTrash />}>
        {words.summary(preview.versions, preview.branches, formatBytes(preview.bytes))}
      </Alert>
      <Part title={words.byStorybook}>
        <Storybooks preview={preview} />
      </Part>
      <Part title={words.byBranch(preview.largestBranches.length, preview.branches)}>
        <Branches preview={preview} />
      </Part>
      <Part title={words.byVersion(preview.newestVersions.length, preview.versions)}>
        <Versions preview={preview} />
      </Part>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {/* Focusable, because a keyboard could not scroll it otherwise. */}
      <Box className={classes.list} tabIndex={0}>
        {children}
      </Box>
    </section>
  )
}

function Storybooks({ preview }: { preview: Preview }) {
  const { byStorybook, columns } = texts.retention.preview
  return (
    <DataTable
      label={byStorybook}
      head={
        <>
          <HeadCell>{columns.storybook}</HeadCell>
          <HeadCell kind="number">{columns.branches}</HeadCell>
          <HeadCell kind="number">{columns.versions}</HeadCell>
          <HeadCell kind="number">{columns.size}</HeadCell>
        </>
      }
    >
      {preview.storybooks.map(({ publicId, title, branches, versions, bytes }) => (
        <Table.Tr key={publicId}>
          <Cell label={columns.storybook} kind="text">
            {title}
          </Cell>
          <Cell label={columns.branches} kind="number">
            {formatNumber(branches)}
          </Cell>
          <Cell label={columns.versions} kind="number">
            {formatNumber(versions)}
          </Cell>
          <Cell label={columns.size} kind="number">
            {formatBytes(bytes)}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}

function Branches({ preview }: { preview: Preview }) {
  const { byBranch, columns, noBranch } = texts.retention.preview
  return (
    <DataTable
      label={byBranch(preview.largestBranches.length, preview.branches)}
      head={
        <>
          <HeadCell>{columns.storybook}</HeadCell>
          <HeadCell>{columns.branch}</HeadCell>
          <HeadCell kind="number">{columns.versions}</HeadCell>
          <HeadCell kind="number">{columns.size}</HeadCell>
        </>
      }
    >
      {preview.largestBranches.map(({ storybookPublicId, storybookTitle, name, versions, bytes }) => (
        <Table.Tr key={`${storybookPublicId} ${name ?? ''}`}>
          <Cell label={columns.storybook} kind="text">
            {storybookTitle}
          </Cell>
          <Cell label={columns.branch} kind="text">
            {name ?? noBranch}
          </Cell>
          <Cell label={columns.versions} kind="number">
            {formatNumber(versions)}
          </Cell>
          <Cell label={columns.size} kind="number">
            {formatBytes(bytes)}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}

function Versions({ preview }: { preview: Preview }) {
  const { byVersion, columns, noBranch } = texts.retention.preview
  return (
    <DataTable
      label={byVersion(preview.newestVersions.length, preview.versions)}
      head={
        <>
          <HeadCell>{columns.version}</HeadCell>
          <HeadCell>{columns.storybook}</HeadCell>
          <HeadCell>{columns.branch}</HeadCell>
          <HeadCell>{columns.published}</HeadCell>
          <HeadCell kind="number">{columns.size}</HeadCell>
        </>
      }
    >
      {preview.newestVersions.map(({ publicId, storybookTitle, branch, message, createdAt, size }) => (
        <Table.Tr key={publicId}>
          <Cell label={columns.version} kind="text">
            <div>
              <Text size="sm" lineClamp={2} title={message ?? undefined}>
                {message ?? texts.versions.noMessage}
              </Text>
              <Code title={publicId}>{shortId(publicId)}</Code>
            </div>
          </Cell>
          <Cell label={columns.storybook} kind="text">
            {storybookTitle}
          </Cell>
          <Cell label={columns.branch} kind="text">
            {branch ?? noBranch}
          </Cell>
          <Cell label={columns.published} kind="date">
            <RelativeTime date={createdAt} />
          </Cell>
          <Cell label={columns.size} kind="number">
            {formatBytes(size)}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}
