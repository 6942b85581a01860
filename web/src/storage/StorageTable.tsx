import { Anchor, Table } from '@mantine/core'
import type { StorageByStorybook } from '@plinth/contract/storage.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { storybookAddress } from '../addresses.ts'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'

interface StorageTableProps {
  account: string
  storage: StorageByStorybook
}

export function StorageTable({ account, storage }: StorageTableProps) {
  const { columns, byStorybook, deletedStorybooks } = texts.storage
  const { storybooks, deletedStorybooksBytes } = storage
  return (
    <DataTable
      label={byStorybook}
      head={
        <>
          <HeadCell>{columns.storybook}</HeadCell>
          <HeadCell kind="number">{columns.versions}</HeadCell>
          <HeadCell kind="number">{columns.size}</HeadCell>
          <HeadCell kind="number">{columns.inTrash}</HeadCell>
        </>
      }
    >
      {storybooks.map(({ publicId, title, versionCount, usedBytes, trashBytes }) => (
        <Row key={publicId} versions={formatNumber(versionCount)} bytes={usedBytes} trashBytes={trashBytes}>
          <Anchor
            component={Link}
            to={`${storybookAddress({ account, storybook: publicId })}/versions`}
            size="sm"
          >
            {title}
          </Anchor>
        </Row>
      ))}
      {deletedStorybooksBytes > 0 && (
        <Row
          versions={texts.shell.nothing}
          bytes={deletedStorybooksBytes}
          trashBytes={deletedStorybooksBytes}
        >
          {deletedStorybooks}
        </Row>
      )}
    </DataTable>
  )
}

interface RowProps {
  versions: string
  bytes: number
  trashBytes: number
  children: ReactNode
}

function Row({ versions, bytes, trashBytes, children }: RowProps) {
  const { columns } = texts.storage
  return (
    <Table.Tr>
      <Cell label={columns.storybook} kind="text">
        {children}
      </Cell>
      <Cell label={columns.versions} kind="number">
        {versions}
      </Cell>
      <Cell label={columns.size} kind="number">
        {formatBytes(bytes)}
      </Cell>
      <Cell label={columns.inTrash} kind="number">
        {trashBytes === 0 ? texts.shell.nothing : formatBytes(trashBytes)}
      </Cell>
    </Table.Tr>
  )
}
