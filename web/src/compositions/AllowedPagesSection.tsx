import { Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AllowedPage } from '@plinth/contract/compositions.ts'
import { IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useRevokeAllowedPage } from './mutations.ts'
import { allowedPagesQuery } from './queries.ts'

/** The composing Storybooks that the person has allowed to show storybooks. */
export function AllowedPagesSection() {
  const section = useRef<HTMLElement>(null)
  const { title, description } = texts.compositions.allowedPages
  return (
    <Section ref={section} id="allowed-pages" title={title} description={description}>
      <AllowedPages onRevoked={() => section.current?.focus({ preventScroll: true })} />
    </Section>
  )
}

function AllowedPages({ onRevoked }: { onRevoked: () => void }) {
  const { data, error, refetch } = useQuery(allowedPagesQuery)
  const { table, empty, columns } = texts.compositions.allowedPages
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!data) return <TableSkeleton />
  if (data.length === 0) return <EmptyState icon={IconPuzzle}>{empty}</EmptyState>
  const head = (
    <>
      <HeadCell>{columns.page}</HeadCell>
      <HeadCell>{columns.account}</HeadCell>
      <HeadCell>{columns.allowed}</HeadCell>
      <HeadCell>{columns.expires}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
  return (
    <DataTable label={table} head={head}>
      {data.map((page) => (
        <Row key={page.id} page={page} onRevoked={onRevoked} />
      ))}
    </DataTable>
  )
}

function Row({ page, onRevoked }: { page: AllowedPage; onRevoked: () => void }) {
  const { id, origin, accountName, allowedAt, expiresAt } = page
  const { columns, revocation: words } = texts.compositions.allowedPages
  const [isRevoking, revocation] = useDisclosure()
  return (
    <Table.Tr>
      <Cell label={columns.page} kind="text">
        {origin}
      </Cell>
      <Cell label={columns.account} kind="text">
        {accountName}
      </Cell>
      <Cell label={columns.allowed} kind="date">
        <RelativeTime date={allowedAt} />
      </Cell>
      <Cell label={columns.expires} kind="date">
        <Day date={expiresAt} />
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconTrash}
          color="red"
          label={words.one(origin, accountName)}
          tooltip={words.tooltip}
          onClick={revocation.open}
        />
        <ConfirmDialog
          opened={isRevoking}
          action={words.action}
          errorTitle={words.failed}
          question={words.question(<b>{origin}</b>, <b>{accountName}</b>)}
          mutation={useRevokeAllowedPage(id, onRevoked)}
          onClose={revocation.close}
        />
      </Cell>
    </Table.Tr>
  )
}
