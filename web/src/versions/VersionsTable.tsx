import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { useDeferredValue } from 'react'

import { DataTable, HeadCell } from '../shell/DataTable.tsx'
import { texts } from '../texts/texts.ts'
import type { Selection } from './use-selection.ts'
import { VersionRow } from './VersionRow.tsx'

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
          isBlocked={selection.isFull && !selection.has(version.publicId)}
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
      <HeadCell>{message}</HeadCell>
      <HeadCell>{publicId}</HeadCell>
      <HeadCell>{createdAt}</HeadCell>
      <HeadCell kind="extra">{createdBy}</HeadCell>
      <HeadCell kind="extra">{source}</HeadCell>
      <HeadCell kind="number extra">{stories}</HeadCell>
      <HeadCell kind="number">{changes}</HeadCell>
      <HeadCell kind="number extra">{size}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}
