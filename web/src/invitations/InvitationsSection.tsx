import { IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { InvitationsTable } from './InvitationsTable.tsx'
import { invitationsQuery } from './queries.ts'

export function InvitationsSection() {
  const section = useRef<HTMLElement>(null)
  return (
    <Section
      ref={section}
      id="invitations"
      title={texts.invitations.title}
      description={texts.invitations.description}
    >
      <Invitations onDeleted={() => section.current?.focus({ preventScroll: true })} />
    </Section>
  )
}

function Invitations({ onDeleted }: { onDeleted: () => void }) {
  const { publicId: account } = useAccount()
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(account))
  if (!invitations && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!invitations) return <TableSkeleton />
  if (invitations.length === 0)
    return <EmptyState icon={IconMailOpened}>{texts.invitations.empty}</EmptyState>
  return <InvitationsTable account={account} invitations={invitations} onDeleted={onDeleted} />
}
