import { Table, Text } from '@mantine/core'
import type { Comparison } from '@plinth/contract/compare.ts'
import type { ReactNode } from 'react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'

import classes from './ComparePage.module.css'

/** Unpacked bytes by kind of file, and the files that grew most. */
export function SizeChanges({ size: { kinds, grown } }: { size: Comparison['size'] }) {
  const words = texts.compare.size
  if (kinds.length === 0) return null
  const total = kinds.reduce(
    (sum, { before, after }) => ({ before: sum.before + before, after: sum.after + after }),
    { before: 0, after: 0 },
  )
  return (
    <Section id="size" title={texts.compare.sections.size}>
      <SizeTable label={words.byKind} what={words.kind}>
        {kinds.map(({ kind, before, after }) => (
          <SizeRow key={kind} label={words.kind} name={words.kinds[kind]} before={before} after={after} />
        ))}
        <SizeRow label={words.kind} name={<b>{words.total}</b>} {...total} />
      </SizeTable>
      {grown.length > 0 && (
        <>
          <Text fw={600}>{words.grown}</Text>
          <SizeTable label={words.grown} what={words.file}>
            {grown.map(({ path, before, after }) => (
              <SizeRow
                key={path}
                label={words.file}
                name={<span className={classes.code}>{path}</span>}
                before={before}
                after={after}
              />
            ))}
          </SizeTable>
        </>
      )}
    </Section>
  )
}

function SizeTable({ label, what, children }: { label: string; what: string; children: ReactNode }) {
  const words = texts.compare.size
  return (
    <DataTable
      label={label}
      head={
        <>
          <HeadCell>{what}</HeadCell>
          <HeadCell kind="number">{words.before}</HeadCell>
          <HeadCell kind="number">{words.after}</HeadCell>
          <HeadCell kind="number">{words.change}</HeadCell>
        </>
      }
    >
      {children}
    </DataTable>
  )
}

interface SizeRowProps {
  label: string
  name: ReactNode
  before: number
  after: number
}

function SizeRow({ label, name, before, after }: SizeRowProps) {
  const words = texts.compare.size
  return (
    <Table.Tr>
      <Cell label={label} kind="text">
        {name}
      </Cell>
      <Cell label={words.before} kind="number">
        {before === 0 ? texts.shell.nothing : formatBytes(before)}
      </Cell>
      <Cell label={words.after} kind="number">
        {after === 0 ? texts.shell.nothing : formatBytes(after)}
      </Cell>
      <Cell label={words.change} kind="number">
        {formatDifference(after - before)}
      </Cell>
    </Table.Tr>
  )
}

function formatDifference(bytes: number): string {
  if (bytes === 0) return texts.shell.nothing
  return bytes > 0 ? `+${formatBytes(bytes)}` : `−${formatBytes(-bytes)}`
}
