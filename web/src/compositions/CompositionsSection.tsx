import { Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Composition } from '@plinth/contract/compositions.ts'
import { IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useRevokeComposition } from './mutations.ts'
import { compositionsQuery } from './queries.ts'

/** The addresses that composing Storybooks have asked for with API keys. */
export function CompositionsSection() {
  const section = useRef<HTMLElement>(null)
  const { title, description } = texts.compositions.list
  return (
    <Section ref={section} id="compositions" title={title} description={description}>
      <Compositions onRevoked={() => section.current?.focus({ preventScroll: true })} />
    </Section>
  )
}

function Compositions({ onRevoked }: { onRevoked: () => void }) {
  const { publicId: account } = useAccount()
  const { data, error, refetch } = useQuery(compositionsQuery(account))
  const { table, empty, columns } = texts.compositions.list
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!data) return <TableSkeleton />
  if (data.length === 0) return <EmptyState icon={IconPuzzle}>{empty}</EmptyState>
  const head = (
    <>
      <HeadCell>{columns.page}</HeadCell>
      <HeadCell>{columns.storybooks}</HeadCell>
      <HeadCell kind="extra">{columns.createdBy}</HeadCell>
      <HeadCell kind="extra">{columns.created}</HeadCell>
      <HeadCell>{columns.expires}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
  return (
    <DataTable label={table} head={head}>
      {data.map((composition) => (
        <Row key={composition.id} account={account} composition={composition} onRevoked={onRevoked} />
      ))}
    </DataTable>
  )
}

interface RowProps {
  account: string
  composition: Composition
  onRevoked: () => void
}

function Row({ account, composition, onRevoked }: RowProps) {
  const { id, origin, storybooks, createdBy, createdAt, expiresAt } = composition
  const { columns } = texts.compositions.list
  const words = texts.compositions.revocation
  const [isRevoking, revocation] = useDisclosure()
  return (
    <Table.Tr>
      <Cell label={columns.page} kind="text">
        {origin}
      </Cell>
      <Cell label={columns.storybooks} kind="text">
        {storybooks.map(({ title }) => title).join(', ') || texts.shell.nothing}
      </Cell>
      <Cell label={columns.createdBy} kind="extra">
        {createdBy}
      </Cell>
      <Cell label={columns.created} kind="extra">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label={columns.expires} kind="date">
        <RelativeTime date={expiresAt} />
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconTrash}
          color="red"
          label={words.one(origin)}
          tooltip={words.tooltip}
          onClick={revocation.open}
        />
        <ConfirmDialog
          opened={isRevoking}
          action={words.action}
          errorTitle={words.failed}
          question={words.question(<b>{origin}</b>)}
          mutation={useRevokeComposition(account, id, onRevoked)}
          onClose={revocation.close}
        />
      </Cell>
    </Table.Tr>
  )
}
