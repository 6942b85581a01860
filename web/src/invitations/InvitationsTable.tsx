import { Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Invitation } from '@plinth/contract/invitations.ts'
import { IconTrash } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime, useNow } from '../shell/RelativeTime.tsx'
import { DeleteInvitationDialog } from './DeleteInvitationDialog.tsx'

interface InvitationsTableProps {
  account: string
  /** Newest first. */
  invitations: Invitation[]
  onDeleted: () => void
}

export function InvitationsTable({ account, invitations, onDeleted }: InvitationsTableProps) {
  return (
    <DataTable label="Recent Invitations" head={head}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} account={account} invitation={invitation} onDeleted={onDeleted} />
      ))}
    </DataTable>
  )
}

const head = (
  <>
    <HeadCell>Email</HeadCell>
    <HeadCell>Invitation Code</HeadCell>
    <HeadCell>Status</HeadCell>
    <HeadCell>Created</HeadCell>
    <HeadCell>Expires</HeadCell>
    <HeadCell kind="actions">Actions</HeadCell>
  </>
)

interface InvitationRowProps {
  account: string
  invitation: Invitation
  onDeleted: () => void
}

function InvitationRow({ account, invitation, onDeleted }: InvitationRowProps) {
  const { email, invitationCode, createdAt, expiresAt } = invitation
  const [isDeleting, deletion] = useDisclosure()
  return (
    <Table.Tr>
      <Cell label="Email" kind="text">
        {email}
      </Cell>
      <Cell label="Invitation Code">
        <span>
          <Code>{invitationCode}</Code>
        </span>
      </Cell>
      <Cell label="Status" kind="text">
        <Status invitation={invitation} />
      </Cell>
      <Cell label="Created" kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label="Expires" kind="date">
        <Day date={expiresAt} />
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconTrash}
          color="red"
          label={`Delete invitation for ${email}`}
          tooltip="Delete invitation"
          onClick={deletion.open}
        />
        <DeleteInvitationDialog
          account={account}
          invitation={invitation}
          opened={isDeleting}
          onClose={deletion.close}
          onDeleted={onDeleted}
        />
      </Cell>
    </Table.Tr>
  )
}

function Status({ invitation }: { invitation: Invitation }) {
  const { isUsed, usedByEmail, email, expiresAt } = invitation
  const isExpired = Date.parse(expiresAt) <= useNow()
  // The link is bound to nobody's mailbox, so who came need not be who was asked.
  const hint = isUsed ? usedByEmail !== email && usedByEmail && `by ${usedByEmail}` : isExpired && 'expired'
  return (
    <Group gap="xs">
      <Badge
        variant="dot"
        color={isUsed ? 'green' : isExpired ? 'gray.5' : 'yellow'}
        tt="none"
        fw={500}
        miw="max-content"
      >
        {isUsed ? 'Used' : 'Pending'}
      </Badge>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Group>
  )
}
