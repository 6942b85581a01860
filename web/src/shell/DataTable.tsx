import { Skeleton, Stack, Table } from '@mantine/core'
import type { ReactNode } from 'react'

import { headerHeight } from '../theme.ts'

import classes from './DataTable.module.css'

interface DataTableProps {
  label: string
  /** Its `HeadCell`s. */
  head: ReactNode
  children: ReactNode
}

/** A table in a wide window; in a narrow one each row stands alone, with its cells' labels beside them. */
export function DataTable({ label, head, children }: DataTableProps) {
  return (
    <Table
      stickyHeader
      stickyHeaderOffset={headerHeight}
      verticalSpacing="xs"
      className={classes.table}
      aria-label={label}
    >
      <Table.Thead>
        <Table.Tr>{head}</Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

interface CellProps {
  /** `number` is set right, `date` in one line, `text` breaks anywhere, `extra` gives way when room is scarce. */
  kind?: 'number' | 'date' | 'text' | 'extra' | 'actions'
  children: ReactNode
}

export function HeadCell({ kind, children }: CellProps) {
  return <Table.Th data-kind={kind}>{children}</Table.Th>
}

export function Cell({ kind, label, children }: CellProps & { label?: string }) {
  return (
    <Table.Td data-kind={kind} data-label={label}>
      {children}
    </Table.Td>
  )
}

/** What stands where a table will be. */
export function TableSkeleton() {
  return (
    <Stack gap="xs" aria-busy="true">
      {['head', 'first', 'second', 'third'].map((name) => (
        <Skeleton key={name} h={name === 'head' ? 34 : 44} />
      ))}
    </Stack>
  )
}
