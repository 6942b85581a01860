import { IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { InvitationsTable } from './InvitationsTable.tsx'
import { invitationsQuery } from './queries.ts'

export function InvitationsSection() {
  const section = useRef<HTMLElement>(null)
  return (
    <Section
      ref={section}
      id="invitations"
      title="Recent Invitations"
      description="Each link works once. Deleting a pending invitation makes its link useless."
    >
      <Invitations onDeleted={() => section.current?.focus({ preventScroll: true })} />
    </Section>
  )
}

function Invitations({ onDeleted }: { onDeleted: () => void }) {
  const { publicId: account } = useAccount()
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(account))
  if (!invitations && error) {
    return <FailureAlert title="Failed to fetch data" error={error} retry={() => void refetch()} />
  }
  if (!invitations) return <TableSkeleton />
  if (invitations.length === 0) return <Empty icon={IconMailOpened}>No invitations found</Empty>
  return <InvitationsTable account={account} invitations={invitations} onDeleted={onDeleted} />
}
