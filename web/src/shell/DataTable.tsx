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

/** A table in a wide window; in a narrow one, each row is a block with a label beside every cell. */
export function DataTable({ label, head, children }: DataTableProps) {
  return (
    <div className={classes.card} data-table>
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
    </div>
  )
}

interface CellProps {
  /** `number` is right-aligned, `date` does not wrap, `text` wraps anywhere, `extra` is hidden in narrower windows. */
  kind?: 'number' | 'date' | 'text' | 'extra' | 'number extra' | 'actions'
  children: ReactNode
}

export function HeadCell({ kind, children }: CellProps) {
  return <Table.Th data-kind={kind}>{children}</Table.Th>
}

export function Cell({
  kind,
  label,
  className,
  children,
}: CellProps & { label?: string; className?: string | undefined }) {
  return (
    <Table.Td data-kind={kind} data-label={label} {...(className && { className })}>
      {children}
    </Table.Td>
  )
}

/** A placeholder while the table loads. */
export function TableSkeleton() {
  return (
    <Stack gap="xs" aria-busy="true">
      {['head', 'first', 'second', 'third'].map((name) => (
        <Skeleton key={name} h={name === 'head' ? 34 : 44} />
      ))}
    </Stack>
  )
}
